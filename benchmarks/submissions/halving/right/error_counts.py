"""Halving that counts the errors of every concept, and lets vote those with the fewest."""

import numpy as np


class ErrorCounts:
    def __init__(self, concepts):
        self.concepts = concepts
        self.errors = np.zeros(len(concepts), dtype=int)

    def predict(self, x):
        best = self.errors == self.errors.min()
        return 1 if self.concepts[best, x].sum() > 0 else -1

    def update(self, x, y):
        self.errors += self.concepts[:, x] != y
