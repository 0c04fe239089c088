"""A Perceptron whose weights lose a thousandth with every mistake."""

import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = 0.999 * self.w + y * x
