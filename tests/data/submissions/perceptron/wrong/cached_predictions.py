"""Wrong: predictions are cached, and never change afterwards."""

import numpy as np


class Cached:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.cache = {}

    def predict(self, x):
        key = x.tobytes()
        if key not in self.cache:
            self.cache[key] = 1 if self.w @ x > 0 else -1
        return self.cache[key]

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
