"""Halving as weighted majority whose weights fall to 0 at once."""

import numpy as np


class ZeroOne:
    def __init__(self, concepts):
        self.concepts = concepts.astype(float)
        self.weights = np.ones(concepts.shape[0])

    def predict(self, x):
        return 1 if self.weights @ self.concepts[:, x] >= 0 else -1

    def update(self, x, y):
        self.weights *= self.concepts[:, x] == y
