"""Wrong: an abs() in the activation, which is then never negative."""

import numpy as np


class Absolute:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if abs(self.w @ x) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
