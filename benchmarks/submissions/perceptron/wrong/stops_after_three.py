"""Wrong: it learns from its first three mistakes only."""

import numpy as np


class Lazy:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.budget = 3

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.budget > 0 and self.predict(x) != y:
            self.w += y * x
            self.budget -= 1
