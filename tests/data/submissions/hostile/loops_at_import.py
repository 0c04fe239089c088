"""Hostile: it loops for ever while it is imported. A report should name a timeout, when loading."""

import numpy as np

while True:
    pass


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
