"""Wrong: it says +1 only where w.x is above a half."""

import numpy as np


class HighBar:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0.5 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
