"""The atlas: exact values of all concept classes on a few points, computed by many tasks."""
