"""The Perceptron that repeats an example until it gets it right: every repetition is a step of the Perceptron."""

import numpy as np


class Stubborn:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        for _ in range(1000):
            if y * (self.w @ x) > 0:
                break
            self.w += y * x
