"""Wrong: its learning rate grows by a tenth with every mistake."""

import numpy as np


class Growing:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.rate = 1.0

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += self.rate * y * x
            self.rate *= 1.1
