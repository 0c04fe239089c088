"""Wrong: it has a bias, and moves it away from the label."""

import numpy as np


class BackwardBias:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.bias = 0.0

    def predict(self, x):
        return 1 if self.w @ x + self.bias > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
            self.bias -= y
