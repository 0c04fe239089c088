"""The top floor: everything that chooses points and labels, and the games."""

from adversary.match import GameResult, play

__all__ = ["GameResult", "play"]
