"""Wrong: the votes are counted before the elimination, so that they are one round old."""


class Stale:
    def __init__(self, concepts):
        self.left = concepts
        self.votes = concepts.sum(axis=0)

    def predict(self, x):
        return 1 if self.votes[x] > 0 else -1

    def update(self, x, y):
        self.votes = self.left.sum(axis=0)
        self.left = self.left[self.left[:, x] == y]
