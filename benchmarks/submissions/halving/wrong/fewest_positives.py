"""Wrong: it follows the consistent concept with the fewest positive points."""

import numpy as np


class Modest:
    def __init__(self, concepts):
        order = np.argsort(concepts.sum(axis=1), kind="stable")
        self.left = concepts[order]

    def predict(self, x):
        return self.left[0][x]

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
