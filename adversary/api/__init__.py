"""One function for each command: it computes what the command prints, and returns a result that prints itself."""
