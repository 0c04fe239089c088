"""Wrong: it follows the first consistent concept."""


class FirstConsistent:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return int(self.left[0, x])

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
