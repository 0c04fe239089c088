"""The Perceptron behind a reflection of space, which changes no inner product."""

import numpy as np


class Mirror:
    def __init__(self, dimension):
        u = np.arange(1, dimension + 1) / np.linalg.norm(np.arange(1, dimension + 1))
        self.reflection = np.eye(dimension) - 2 * np.outer(u, u)
        self.w = np.zeros(dimension)

    def features(self, x):
        return self.reflection @ x

    def predict(self, x):
        return 1 if self.w @ self.features(x) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * self.features(x)
