"""One game: a learner, an adversary, the rounds, the replay, the verdict."""
