"""Hostile: ties by the hash of a string, which Python salts. A report should say that it is not deterministic."""

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        activation = self.w @ x
        if abs(activation) < 1e-9:
            return 1 if hash(str(x.tolist())) % 2 else -1
        return 1 if activation > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) < 1e-9:
            self.w += y * x
