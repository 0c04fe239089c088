"""Wrong: every tenth update is lost."""

import numpy as np


class Leaky:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.mistakes = 0

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) == y:
            return
        self.mistakes += 1
        if self.mistakes % 10 != 0:
            self.w += y * x
