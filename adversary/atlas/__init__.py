"""The atlas of small concept classes, computed by many tasks."""
