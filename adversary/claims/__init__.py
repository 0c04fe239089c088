"""The runner of all claims."""
