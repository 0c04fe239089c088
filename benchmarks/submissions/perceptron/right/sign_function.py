"""The Perceptron with numpy's sign, and -1 where that is 0."""

import numpy as np


class SignPerceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return int(np.sign(np.sum(self.w * x))) or -1

    def update(self, x, y):
        if np.sign(np.sum(self.w * x)) != y:
            self.w = np.add(self.w, np.multiply(y, x))
