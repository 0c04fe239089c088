"""Wrong: it scales its weights to length 1 after every update."""

import numpy as np


class UnitWeights:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
            length = np.linalg.norm(self.w)
            if length > 0:
                self.w /= length
