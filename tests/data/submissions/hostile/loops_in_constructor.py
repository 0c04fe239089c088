"""Hostile: its constructor never returns. A report should name a timeout, in the constructor or when loading."""

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        while len(self.w) == dimension:
            self.w = self.w.copy()

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
