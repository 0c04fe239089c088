"""Learners that predict by a linear function of the point, or of its features."""
