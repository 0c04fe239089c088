"""Learners: their protocol, algorithms, adapters, loading, runners and checks."""
