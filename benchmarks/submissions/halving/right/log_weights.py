"""Halving with logarithms of weights, which are 0 or minus infinity."""

import numpy as np


class LogHalving:
    def __init__(self, concepts):
        self.concepts = concepts
        self.log_weights = np.zeros(len(concepts))

    def predict(self, x):
        weights = np.exp(self.log_weights)
        return 1 if (weights * self.concepts[:, x]).sum() > 0 else -1

    def update(self, x, y):
        self.log_weights = np.where(self.concepts[:, x] == y, self.log_weights, -np.inf)
