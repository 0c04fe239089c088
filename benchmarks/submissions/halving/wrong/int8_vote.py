"""Wrong: the votes are added up in int8, which overflows at 128."""

import numpy as np


class SmallSum:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum(dtype=np.int8) > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
