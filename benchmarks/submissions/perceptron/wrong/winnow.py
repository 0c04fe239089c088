"""Wrong: this is Winnow, whose weights are positive, so that targets with negative weights are out of its reach."""

import numpy as np


class Winnow:
    def __init__(self, dimension):
        self.w = np.ones(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w *= np.exp(y * x)
            self.w /= self.w.sum()
