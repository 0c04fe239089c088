"""Hostile: a list takes 64 MB more in every round, to 50 GB. A report should name a MemoryError or a kill."""

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.hoard = []

    def predict(self, x):
        if len(self.hoard) < 800:
            self.hoard.append([0.5] * 8_000_000)
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w += y * x
