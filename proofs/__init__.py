"""Exact mathematics and proofs; no module here knows a player or a game."""
