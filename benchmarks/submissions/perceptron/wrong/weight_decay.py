"""Wrong: its weights decay by a tenth in every round."""

import numpy as np


class Decaying:
    def __init__(self, dimension, decay=0.9):
        self.w = np.zeros(dimension)
        self.decay = decay

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        wrong = self.predict(x) != y
        self.w *= self.decay
        if wrong:
            self.w += y * x
