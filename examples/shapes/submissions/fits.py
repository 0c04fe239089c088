"""A class that is trained in one call, with labels 0 and 1."""

import numpy as np


class Perceptron:
    def __init__(self, eta=0.5, n_iter=10):
        self.eta, self.n_iter = eta, n_iter

    def fit(self, X, y):
        self.w, self.b = np.zeros(X.shape[1]), 0.0
        for _ in range(self.n_iter):
            for x, label in zip(X, y, strict=True):
                step = self.eta * (label - self.predict(x))
                self.w += step * x
                self.b += step

    def predict(self, X):
        return np.where(X @ self.w + self.b >= 0, 1, 0)
