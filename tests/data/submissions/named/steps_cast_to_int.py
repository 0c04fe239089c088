"""Its weights are an array of int, so it casts each step."""

import numpy as np


class P:
    def __init__(self, dimension):
        self.w = np.zeros(dimension, dtype=int)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + (y * x).astype(int)
