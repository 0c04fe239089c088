"""Passive-Aggressive steps, but on mistakes only."""

import numpy as np

# Let u = v/margin, so y<u,x> >= 1. On a mistake loss >= 1, and the step lowers |w - u|^2 by at least
# loss^2/|x|^2 >= 1/R^2; other rounds change nothing, and |u|^2 <= 1/margin^2.


class CautiousLearner:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        if self.predict(x) == y:
            return
        tau = (1 - y * np.dot(self.w, x)) / np.dot(x, x)
        self.w = self.w + tau * y * x
