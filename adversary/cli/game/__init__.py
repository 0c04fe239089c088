"""The commands about one game, and about pages of games: play, check, show and challenge."""
