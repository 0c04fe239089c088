"""Exact solvers for classes and samples, each within a budget, with certificates."""
