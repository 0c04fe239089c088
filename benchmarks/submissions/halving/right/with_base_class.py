"""Halving on top of a base class for learners with a version space."""


class VersionSpaceLearner:
    def __init__(self, concepts):
        self.space = concepts

    def restrict(self, x, y):
        self.space = self.space[self.space[:, x] == y]

    def counts(self, x):
        positive = int((self.space[:, x] == 1).sum())
        return positive, len(self.space) - positive


class Halving(VersionSpaceLearner):
    def predict(self, x):
        positive, negative = self.counts(x)
        return 1 if positive > negative else -1

    def update(self, x, y):
        self.restrict(x, y)
