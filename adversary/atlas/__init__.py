"""The atlas of small concept classes: which are asked for, and their values, computed by many tasks."""
