"""Wrong: its bias input is 5, which makes the points long, and their margin no larger."""

import numpy as np


class LongBias:
    def __init__(self, dimension):
        self.w = np.zeros(dimension + 1)

    @staticmethod
    def extend(x):
        return np.append(x, 5.0)

    def predict(self, x):
        return 1 if self.w @ self.extend(x) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * self.extend(x)
