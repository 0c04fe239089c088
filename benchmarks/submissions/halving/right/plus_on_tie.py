"""Halving with a list of row numbers, and +1 on a tie."""


class HalvingPlus:
    def __init__(self, concepts):
        self.concepts = concepts
        self.alive = list(range(len(concepts)))

    def predict(self, x):
        positive = sum(1 for c in self.alive if self.concepts[c, x] == 1)
        return 1 if 2 * positive >= len(self.alive) else -1

    def update(self, x, y):
        self.alive = [c for c in self.alive if self.concepts[c, x] == y]
