"""Variants of the textbooks' learners: what students often write instead, in a few lines each."""
