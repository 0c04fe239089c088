"""Tests that find violations of claims, by topic: each describes a violation by a candidate in a line with numbers."""
