"""The Perceptron that, after a mistake, goes through its old mistakes again: these are Perceptron steps, too."""

import numpy as np


class Rehearser:
    def __init__(self, dimension, passes=20):
        self.w = np.zeros(dimension)
        self.passes = passes
        self.old = []

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) == y:
            return
        self.w += y * x
        self.old.append(y * x)
        for _ in range(self.passes):
            wrong = [z for z in self.old if self.w @ z <= 0]
            if not wrong:
                break
            self.w += wrong[0]
