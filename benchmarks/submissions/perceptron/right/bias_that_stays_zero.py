"""The Perceptron with a bias input of 0, so that the last weight never changes."""

import numpy as np


class ZeroBias:
    def __init__(self, dimension):
        self.w = np.zeros(dimension + 1)

    def predict(self, x):
        extended = np.append(x, 0.0)
        return 1 if self.w @ extended >= 0 else -1

    def update(self, x, y):
        extended = np.append(x, 0.0)
        if y * (self.w @ extended) <= 0:
            self.w += y * extended
