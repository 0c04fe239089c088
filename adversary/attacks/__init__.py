"""Attacks on claims, one file a source: games and searches that look for violations, named by the claim's id."""
