"""Learners found by a text: names, files, entry points, parameters."""
