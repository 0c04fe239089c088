"""Wrong: weighted majority, which halves weights where Halving sets them to zero."""

import numpy as np


class WeightedMajority:
    def __init__(self, concepts):
        self.concepts = concepts
        self.weights = np.ones(len(concepts))

    def predict(self, x):
        return 1 if self.weights @ self.concepts[:, x] > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.weights[self.concepts[:, x] != y] /= 2
