"""The ground floor: exact mathematics, which knows no player and no game."""
