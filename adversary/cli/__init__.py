"""The command line: a module for each group of commands. A command parses its options, calls a function and prints."""
