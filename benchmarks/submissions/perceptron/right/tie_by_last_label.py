"""The Perceptron that answers a tie with the last label: on a mistake it learns in any case."""

import numpy as np


class TieLast:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.last = -1

    def predict(self, x):
        a = self.w @ x
        if a == 0:
            return self.last
        return 1 if a > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
        self.last = y
