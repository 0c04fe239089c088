"""The search for a game that breaks a bound: spaces, games, beam search, and shortening of counterexamples."""
