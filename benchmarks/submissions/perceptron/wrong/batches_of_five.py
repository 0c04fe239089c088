"""Wrong: it collects five mistakes before it changes its weights."""

import numpy as np


class Batched:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.batch = []

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.batch.append(y * x)
        if len(self.batch) == 5:
            self.w += np.sum(self.batch, axis=0)
            self.batch.clear()
