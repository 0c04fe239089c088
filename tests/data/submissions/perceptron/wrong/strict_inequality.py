"""Wrong: a strict inequality, so that it never leaves w = 0."""

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) < 0:
            self.w += y * x
