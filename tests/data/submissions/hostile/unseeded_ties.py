"""Hostile: it tosses a coin, with no seed, for every tie. A report should say that it is not deterministic."""

import random

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        activation = self.w @ x
        if abs(activation) < 1e-9:
            return random.choice([1, -1])
        return 1 if activation > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) < 1e-9:
            self.w += y * x
