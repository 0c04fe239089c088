"""Wrong: it keeps the concepts with at most one error."""

import numpy as np


class Tolerant:
    def __init__(self, concepts):
        self.concepts = concepts
        self.errors = np.zeros(len(concepts), dtype=int)

    def predict(self, x):
        return 1 if self.concepts[self.errors <= 1, x].sum() > 0 else -1

    def update(self, x, y):
        self.errors += self.concepts[:, x] != y
