"""Wrong: a mistake weighs twice as much as the one before it."""

import numpy as np


class Doubling:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w / 2 + y * x
