"""Halving in numpy: it keeps the rows that are consistent, and says -1 on a tie."""


class Halving:
    def __init__(self, concepts):
        self.version_space = concepts

    def predict(self, x):
        votes = self.version_space[:, x].sum()
        return 1 if votes > 0 else -1

    def update(self, x, y):
        self.version_space = self.version_space[self.version_space[:, x] == y]
