"""Halving with sets: for every point, the concepts that are positive there."""


class SetHalving:
    def __init__(self, concepts):
        size, points = concepts.shape
        self.positive = [{i for i in range(size) if concepts[i, p] > 0} for p in range(points)]
        self.left = set(range(size))

    def predict(self, x):
        yes = self.left & self.positive[x]
        no = self.left - self.positive[x]
        return 1 if len(yes) > len(no) else -1

    def update(self, x, y):
        self.left = self.left & self.positive[x] if y == 1 else self.left - self.positive[x]
