"""The command line: one module a family of commands; each parses, calls and prints."""
