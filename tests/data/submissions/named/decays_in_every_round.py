"""It makes its weights smaller in every round, before it looks whether it was wrong."""

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        self.w *= 0.95
        if self.predict(x) != y:
            self.w += y * x
