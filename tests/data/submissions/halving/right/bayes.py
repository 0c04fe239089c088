"""Halving as Bayes' rule: a uniform prior on the concepts, in exact fractions, and labels without noise."""

from fractions import Fraction


class Bayes:
    def __init__(self, concepts):
        self.concepts = concepts.tolist()
        self.posterior = {i: Fraction(1, len(self.concepts)) for i in range(len(self.concepts))}

    def predict(self, x):
        plus = sum(p for i, p in self.posterior.items() if self.concepts[i][x] == 1)
        return 1 if plus >= Fraction(1, 2) else -1

    def update(self, x, y):
        likely = {i: p for i, p in self.posterior.items() if self.concepts[i][x] == y}
        if len(likely) < len(self.posterior):
            evidence = sum(likely.values())
            self.posterior = {i: p / evidence for i, p in likely.items()}
