"""Wrong: it clips its weights to [-1, 1]."""

import numpy as np


class Clipped:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = np.clip(self.w + y * x, -1, 1)
