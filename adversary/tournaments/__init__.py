"""Tournaments: the specification, the games as tasks, the ranking, and the folder of results."""
