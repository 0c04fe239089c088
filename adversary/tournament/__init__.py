"""Tournaments: every learner against every adversary that fits it."""
