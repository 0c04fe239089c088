"""The Perceptron that keeps the length of its weights apart from their direction."""

import numpy as np


class Polar:
    __slots__ = ("direction", "length")

    def __init__(self, dimension):
        self.length, self.direction = 0.0, np.zeros(dimension)

    def predict(self, x):
        return 1 if self.direction @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) == y:
            return
        w = self.length * self.direction + y * x
        self.length = np.linalg.norm(w)
        self.direction = w / self.length if self.length > 0 else np.zeros_like(w)
