"""Halving that keeps the vote of every point up to date, and subtracts the concepts that go."""

import numpy as np


class RunningCounts:
    def __init__(self, concepts):
        self.concepts = concepts
        self.alive = np.full(len(concepts), True)
        self.votes = concepts.sum(axis=0, dtype=int)

    def predict(self, x):
        return 1 if self.votes[x] >= 0 else -1

    def update(self, x, y):
        gone = self.alive & (self.concepts[:, x] != y)
        self.votes -= self.concepts[gone].sum(axis=0, dtype=int)
        self.alive &= ~gone
