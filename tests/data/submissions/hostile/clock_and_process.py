"""Hostile: ties by the clock and the number of its process. A report should say that it is not deterministic."""

import os
import time

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        activation = self.w @ x
        if abs(activation) < 1e-9:
            return 1 if (time.time_ns() // 1000 + os.getpid()) % 2 else -1
        return 1 if activation > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) < 1e-9:
            self.w += y * x
