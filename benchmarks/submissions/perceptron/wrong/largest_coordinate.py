"""Wrong: it changes one weight only, that of the largest coordinate."""

import numpy as np


class Greedy:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            i = np.argmax(np.abs(x))
            self.w[i] += y * x[i]
