"""Hostile: it prints 100 MB when it is first asked. It plays right: no fault, and no flood in the report."""

import sys

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.lines = 100_000

    def predict(self, x):
        while self.lines:
            self.lines -= 1
            print("spam " * 200, file=(sys.stdout, sys.stderr)[self.lines % 2])
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
