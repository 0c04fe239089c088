"""Wrong: its weights start at 3 and not at 0."""

import numpy as np


class Prejudiced:
    def __init__(self, dimension):
        self.w = 3 * np.ones(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
