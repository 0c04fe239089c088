"""A student's learner with a strict inequality where a tie counts as a mistake: it is stuck at w = 0."""

import numpy as np


class Student:
    """A Perceptron that never learns: at w = 0 all products are 0, and none of them is below 0."""

    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) < 0:
            self.w += y * x
