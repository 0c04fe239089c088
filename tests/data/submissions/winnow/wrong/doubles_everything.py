"""Doubles the weights of all variables on a promotion, not only of those in the point."""

import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.ones(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= len(self.w) / 2 else -1

    def update(self, x, y):
        if self.predict(x) == y:
            return
        if y == 1:
            self.w *= 2
        else:
            self.w[x > 0] = 0
