"""Wrong: a mistake on a positive point makes a step ten times as long."""

import numpy as np


class Unfair:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += 10 * x if y > 0 else -x
