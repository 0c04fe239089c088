"""The Perceptron on top of a base class for linear models."""

import numpy as np


class LinearModel:
    def __init__(self, dimension):
        self.coef = np.zeros(dimension)

    def decision_function(self, x):
        return np.dot(self.coef, x)

    def predict(self, x):
        return 1 if self.decision_function(x) >= 0 else -1


class Perceptron(LinearModel):
    def update(self, x, y):
        if super().predict(x) != y:
            self.coef += y * x
