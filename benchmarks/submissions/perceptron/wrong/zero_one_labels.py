"""Wrong: it takes the label -1 for 0, and never subtracts."""

import numpy as np


class ZeroOneLabels:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        target = max(y, 0)
        if self.predict(x) != y:
            self.w += target * x
