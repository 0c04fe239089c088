"""Wrong: Passive-Aggressive I with a small cap on its steps, which is no hard margin."""

import numpy as np


class CappedAggressive:
    def __init__(self, dimension, cap=0.1):
        self.w = np.zeros(dimension)
        self.cap = cap

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        loss = max(0, 1 - y * (self.w @ x))
        self.w += min(self.cap, loss / (x @ x)) * y * x
