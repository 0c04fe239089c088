"""A Perceptron whose weights lose a ten-thousandth in every round."""

import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        wrong = self.predict(x) != y
        self.w = 0.9999 * self.w
        if wrong:
            self.w += y * x
