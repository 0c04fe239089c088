"""Hostile: it closes all its file descriptors. A report should say that it exited, or closed its pipes."""

import os

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        os.closerange(0, 1024)
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
