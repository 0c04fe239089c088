"""Learners compared: for each learner and setting, the largest number of mistakes that strategies and searches find."""
