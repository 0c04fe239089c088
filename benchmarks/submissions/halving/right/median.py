"""Halving that takes the median of the votes, which is 0 on a tie."""

import numpy as np


class MedianHalving:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if np.median(self.left[:, x]) > 0 else -1

    def update(self, x, y):
        keep = np.flatnonzero(self.left[:, x] == y)
        self.left = self.left[keep, :]
