"""Wrong here: it learns a bias, too; (x, 1) is longer than x, so the bound is 2/margin^2 and not 1/margin^2."""

import numpy as np


class BiasPerceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.b = 0

    def predict(self, x):
        return 1 if self.w @ x + self.b > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
            self.b += y
