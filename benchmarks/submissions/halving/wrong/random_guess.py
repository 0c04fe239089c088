"""Wrong: it tosses a coin (with a seed) where the consistent concepts disagree."""

import random


class Coins:
    def __init__(self, concepts):
        self.left = concepts
        self.random = random.Random(3)
        self.coin = 1

    def predict(self, x):
        labels = set(self.left[:, x].tolist())
        return labels.pop() if len(labels) == 1 else self.coin

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
        self.coin = self.random.choice((1, -1))
