"""Wrong: the first ten consistent concepts vote for all."""


class Committee:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:10, x].sum() > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
