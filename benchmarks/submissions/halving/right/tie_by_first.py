"""Halving that asks the first consistent concept on a tie."""


class TieFirst:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        column = self.left[:, x]
        total = int(column.sum())
        if total == 0:
            return column[0] if len(column) else 1
        return 1 if total > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
