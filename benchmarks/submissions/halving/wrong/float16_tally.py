"""Wrong: every concept has 1000 votes, and a tally in float16 ends at 65504, which is 65 concepts."""

import numpy as np

LARGEST = float(np.finfo(np.float16).max)


class HalfPrecision:
    def __init__(self, concepts):
        self.left = concepts

    def tally(self, x, label):
        votes = 1000 * np.count_nonzero(self.left[:, x] == label)
        return np.float16(min(votes, LARGEST))

    def predict(self, x):
        return 1 if self.tally(x, 1) >= self.tally(x, -1) else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
