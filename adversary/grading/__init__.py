"""Grading a learner: the kinds, the games that test it, what was found, and the reports on it."""
