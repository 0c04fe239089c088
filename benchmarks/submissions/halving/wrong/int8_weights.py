"""Wrong: a product of int8 arrays is an int8, and overflows at 128."""

import numpy as np


class SmallProduct:
    def __init__(self, concepts):
        self.concepts = concepts.astype(np.int8)
        self.weights = np.ones(len(concepts), dtype=np.int8)

    def predict(self, x):
        return 1 if self.weights @ self.concepts[:, x] >= 0 else -1

    def update(self, x, y):
        self.weights[self.concepts[:, x] != y] = 0
