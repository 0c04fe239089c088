"""Wrong: on a mistake it makes w orthogonal to x, and no more, so that it makes the same mistake again."""

import numpy as np


class Projecting:
    def __init__(self, dimension):
        self.w = np.ones(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w -= (self.w @ x) / (x @ x) * x
