"""Halving with a plain list of tuples."""


class TupleHalving:
    def __init__(self, concepts):
        self.left = [tuple(map(int, row)) for row in concepts]

    def predict(self, x):
        return 1 if sum(row[x] for row in self.left) >= 0 else -1

    def update(self, x, y):
        self.left = [row for row in self.left if row[x] == y]
