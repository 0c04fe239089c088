"""Halving that tosses a coin for ties: seeded, and tossed in update, so that predict can be repeated."""

import random


class CoinHalving:
    def __init__(self, concepts):
        self.left = concepts.tolist()
        self.random = random.Random(7)
        self.coin = self.random.choice((1, -1))

    def predict(self, x):
        votes = sum(row[x] for row in self.left)
        if votes > 0:
            return 1
        if votes < 0:
            return -1
        return self.coin

    def update(self, x, y):
        self.left = [row for row in self.left if row[x] == y]
        self.coin = self.random.choice((1, -1))
