"""Halving that removes concepts in rounds with a mistake only: these halve the class."""

import numpy as np


class Conservative:
    def __init__(self, concepts):
        self.concepts = concepts
        self.left = np.arange(len(concepts))

    def predict(self, x):
        return 1 if self.concepts[self.left, x].sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.left = self.left[self.concepts[self.left, x] == y]
