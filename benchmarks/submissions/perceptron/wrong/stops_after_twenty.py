"""Wrong: it learns from its first twenty mistakes only."""

import numpy as np


class StopsAtTwenty:
    def __init__(self, dimension):
        self.support = np.zeros((20, dimension))
        self.used = 0

    def predict(self, x):
        return 1 if (self.support @ x).sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y and self.used < len(self.support):
            self.support[self.used] = y * x
            self.used += 1
