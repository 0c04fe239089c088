"""The Perceptron that tosses a coin for ties: seeded, and tossed in update, so that predict can be repeated."""

import random

import numpy as np


class CoinPerceptron:
    def __init__(self, dimension):
        self.random = random.Random(2024)
        self.coin = 1
        self.w = np.zeros(dimension)

    def predict(self, x):
        activation = self.w @ x
        return self.coin if activation == 0 else (1 if activation > 0 else -1)

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w += y * x
        self.coin = self.random.choice([1, -1])
