"""The Perceptron on (x, -x): inner products and squared norms are doubled, so nothing changes."""

import numpy as np


def doubled(x):
    return np.concatenate([x, -x])


class Doubled:
    def __init__(self, dimension):
        self.w = np.zeros(2 * dimension)

    def predict(self, x):
        return 1 if self.w @ doubled(x) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * doubled(x)
