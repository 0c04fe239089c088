"""Wrong: it learns when it has said +1 by mistake, and not when it has said -1."""

import numpy as np


class HalfHearted:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        if self.predict(x) == 1 and y == -1:
            self.w -= x
