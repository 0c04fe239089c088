"""Halving that says the last label on a tie."""


class TieLastLabel:
    def __init__(self, concepts):
        self.left, self.last = concepts, 1

    def predict(self, x):
        total = self.left[:, x].sum()
        if total == 0:
            return self.last
        return 1 if total > 0 else -1

    def update(self, x, y):
        keep = self.left[:, x] == y
        self.left, self.last = self.left[keep], y
