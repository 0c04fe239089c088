"""Hostile: it takes 50 GB and writes to all of it. A report should name a MemoryError, a kill or a timeout."""

import numpy as np

CHUNK = 2**26
GREED = 50 * 10**9


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.hoard = []

    def predict(self, x):
        while len(self.hoard) * CHUNK < GREED:
            chunk = np.zeros(CHUNK, dtype=np.uint8)
            chunk[:] = 1
            self.hoard.append(chunk)
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
