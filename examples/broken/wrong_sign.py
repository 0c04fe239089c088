"""A student's learner with a wrong sign: a mistake moves it away from the label."""

import numpy as np


class Student:
    """A Perceptron that subtracts y·x where it should add it."""

    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w -= y * x
