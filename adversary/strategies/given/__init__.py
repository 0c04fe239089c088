"""Adversaries that users give: a script of points and labels, or code of their own, which is never trusted."""
