"""Wrong: it adds its own guess times x, where it should add the label times x."""

import numpy as np


class SelfTaught:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        guess = self.predict(x)
        if guess != y:
            self.w += guess * x
