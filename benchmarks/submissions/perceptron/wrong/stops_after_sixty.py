"""Wrong: it learns from its first sixty mistakes only."""

import numpy as np


class StopsAtSixty:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.mistakes = 0

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes += 1
            if self.mistakes <= 60:
                self.w += y * x
