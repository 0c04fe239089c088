"""Variants of the textbooks' learners: what students often write instead, each a few lines beside the right one."""
