"""Wrong: it says what fewer of the consistent concepts say."""


class Minority:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return -1 if self.left[:, x].sum() > 0 else 1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
