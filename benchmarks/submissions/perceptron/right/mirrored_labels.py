"""The Perceptron that learns minus w, and says the opposite of its sign."""

import numpy as np


class Opposite:
    def __init__(self, dimension):
        self.minus_w = np.zeros(dimension)

    def predict(self, x):
        return -1 if self.minus_w @ x >= 0 else 1

    def update(self, x, y):
        if self.predict(x) != y:
            self.minus_w -= y * x
