"""Wrong: the pocket algorithm, which predicts by the weights that have been right for the longest run."""

import numpy as np


class Pocket:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.pocket = self.w
        self.run = self.best = 0

    def predict(self, x):
        return 1 if self.pocket @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) > 0:
            self.run += 1
        else:
            self.w = self.w + y * x
            self.run = 0
        if self.run > self.best:
            self.pocket, self.best = self.w, self.run
