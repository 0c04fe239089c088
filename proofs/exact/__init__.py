"""Exact numbers, vectors, targets and margins."""
