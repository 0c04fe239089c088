"""The command line: a module for each group of commands. A command parses its options, calls a function and prints."""

INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 + SIGINT."""

INTERRUPTION = "interrupted; no output is half-written"
"""What is said then."""
