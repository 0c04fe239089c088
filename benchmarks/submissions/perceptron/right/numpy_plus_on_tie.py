"""The Perceptron in numpy: it says +1 on a tie, and learns from mistakes only."""

import numpy as np


class MyPerceptron:
    def __init__(self, dimension):
        self.weights = np.zeros(dimension, dtype=np.float64)

    def predict(self, x):
        if np.dot(self.weights, x) >= 0:
            return 1
        return -1

    def update(self, x, y):
        y_hat = self.predict(x)
        if y_hat == y:
            return
        self.weights = self.weights + y * x
