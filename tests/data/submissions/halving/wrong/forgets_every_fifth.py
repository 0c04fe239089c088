"""Wrong: all concepts come back in every fifth round."""


class Forgetful:
    def __init__(self, concepts):
        self.concepts = self.left = concepts
        self.rounds = 0

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        self.rounds += 1
        if self.rounds % 5 == 0:
            self.left = self.concepts
        self.left = self.left[self.left[:, x] == y]
