"""Wrong: it predicts by the mean of all its weights so far, which lags behind."""

import numpy as np


class Averaged:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.total = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.total @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w += y * x
        self.total += self.w
