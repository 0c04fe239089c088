"""The Perceptron with the squared margin as its learning rate, which changes no prediction."""

import numpy as np


class Learner:
    def __init__(self, dimension, margin_squared):
        self.eta = float(margin_squared)
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w += self.eta * y * x
