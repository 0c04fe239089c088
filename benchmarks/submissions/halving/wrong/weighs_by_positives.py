"""Wrong: a concept votes as often as it has positive points."""


class ByPositives:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        weights = (self.left == 1).sum(axis=1) ** 2
        return 1 if weights @ self.left[:, x] > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
