"""Halving that answers ties with +1 and -1 in turn."""


class TieInTurn:
    def __init__(self, concepts):
        self.left = concepts
        self.tie = 1

    def predict(self, x):
        votes = self.left[:, x].sum()
        return self.tie if votes == 0 else (1 if votes > 0 else -1)

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
        self.tie = -self.tie
