"""The two-class Perceptron: a weight vector for each label, and the larger score wins."""

import numpy as np


class TwoScores:
    def __init__(self, dimension):
        self.w = {+1: np.zeros(dimension), -1: np.zeros(dimension)}

    def predict(self, x):
        return max(self.w, key=lambda label: self.w[label] @ x)

    def update(self, x, y):
        guess = self.predict(x)
        if guess != y:
            self.w[y] += x
            self.w[guess] -= x
