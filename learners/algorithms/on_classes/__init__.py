"""Learners of finite classes."""
