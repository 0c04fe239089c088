"""Grading somebody's learner: the kinds, the games that try it, what was found, and the reports on it."""
