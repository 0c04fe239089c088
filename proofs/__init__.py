"""Exact mathematics, checkers and proofs. No module here depends on learners or games."""
