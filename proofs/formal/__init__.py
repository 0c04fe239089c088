"""The theorems, machine-checked by Rocq, and what Python does with them: build, audit, and apply them to a file."""
