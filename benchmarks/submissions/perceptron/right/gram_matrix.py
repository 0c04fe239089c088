"""The Perceptron on stored points with coefficients: one product with the matrix of the points a prediction."""

import numpy as np


class GramPerceptron:
    def __init__(self, dimension):
        self.points = np.empty((0, dimension))
        self.alphas = np.empty(0)

    def predict(self, x):
        gram_row = self.points @ x
        return 1 if gram_row @ self.alphas >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.points = np.vstack([self.points, x])
            self.alphas = np.append(self.alphas, y)
