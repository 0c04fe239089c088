"""Adapters for learners of scikit-learn and river, and the reductions."""
