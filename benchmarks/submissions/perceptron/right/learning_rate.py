"""The Perceptron with a learning rate: from zero weights, it changes no prediction."""

import numpy as np


class RatePerceptron:
    def __init__(self, dimension, learning_rate=0.1):
        self.w = np.zeros(dimension)
        self.learning_rate = learning_rate

    def predict(self, x):
        return 1 if self.w.dot(x) >= 0 else -1

    def update(self, x, y):
        error = (y - self.predict(x)) / 2
        self.w = self.w + self.learning_rate * error * x
