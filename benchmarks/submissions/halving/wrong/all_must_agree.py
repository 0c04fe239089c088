"""Wrong: it says +1 only if all consistent concepts do."""


class Unanimous:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if all(self.left[:, x] == 1) else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
