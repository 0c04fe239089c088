"""Halving that answers with a numpy int8, by numpy's sign."""

import numpy as np


class NumpyLabel:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        total = np.sum(self.left[:, x], dtype=np.int64)
        return np.int8(1) if np.sign(total) >= 0 else np.int8(-1)

    def update(self, x, y):
        agrees = np.equal(self.left[:, x], y)
        self.left = np.take(self.left, np.nonzero(agrees)[0], axis=0)
