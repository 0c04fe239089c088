"""Wrong: it adds y x in every round, not on mistakes only, so that repeated points outweigh the others."""

import numpy as np


class Hebbian:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        self.w += y * x
