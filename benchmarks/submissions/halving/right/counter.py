"""Halving with a Counter of the votes."""

from collections import Counter


class CounterHalving:
    def __init__(self, concepts):
        self.rows = [row.tolist() for row in concepts]

    def predict(self, x):
        votes = Counter(row[x] for row in self.rows)
        return votes.most_common(1)[0][0] if votes else 1

    def update(self, x, y):
        self.rows = list(filter(lambda row: row[x] == y, self.rows))
