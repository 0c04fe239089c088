"""Wrong: it says +1 only if four fifths of the consistent concepts do."""

import numpy as np


class Qualified:
    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if np.mean(self.left[:, x] == 1) > 0.8 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
