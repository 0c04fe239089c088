"""A student's Perceptron that halves its weights at each mistake, so that old data count less."""

import numpy as np


class Perceptron:
    """Perceptron, homework 3."""

    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w / 2 + y * x
