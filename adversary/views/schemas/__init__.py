"""JSON Schemas of the files, and of what --json prints."""
