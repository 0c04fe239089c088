"""Wrong: it learns from its first three mistakes only."""


class StopsAtThree:
    def __init__(self, concepts):
        self.left = concepts
        self.mistakes = 0

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes += 1
            if self.mistakes <= 3:
                self.left = self.left[self.left[:, x] == y]
