"""Wrong: it counts both sides in uint8, which overflows at 256."""

import numpy as np


class SmallCounts:
    def __init__(self, concepts):
        self.alive = np.ones(len(concepts), dtype=bool)
        self.concepts = concepts

    def count(self, x, label):
        return np.sum(self.alive & (self.concepts[:, x] == label), dtype=np.uint8)

    def predict(self, x):
        return 1 if self.count(x, 1) > self.count(x, -1) else -1

    def update(self, x, y):
        self.alive &= self.concepts[:, x] == y
