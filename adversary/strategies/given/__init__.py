"""Adversaries that users give: a script of points and labels, or their own code, which is never trusted."""
