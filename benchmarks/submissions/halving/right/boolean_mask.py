"""Halving with a boolean mask over the concepts."""

import numpy as np


class MaskHalving:
    def __init__(self, concepts):
        self.positive = concepts > 0
        self.mask = np.ones(len(concepts), dtype=bool)

    def predict(self, x):
        yes = np.count_nonzero(self.mask & self.positive[:, x])
        no = np.count_nonzero(self.mask & ~self.positive[:, x])
        return 1 if yes > no else -1

    def update(self, x, y):
        self.mask &= self.positive[:, x] == (y > 0)
