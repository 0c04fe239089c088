"""Wrong: its learning rate is 1/t at the t-th mistake."""

import numpy as np


class Cooling:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.t = 0

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.t += 1
            self.w += y * x / self.t
