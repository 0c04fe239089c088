import numpy as np


class Winnow:
    def __init__(self, dimension):
        self.n = dimension
        self.weights = [1.0] * dimension

    def predict(self, x):
        return 1 if np.dot(self.weights, x) >= self.n / 2 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            weights = np.array(self.weights)
            weights[np.asarray(x, dtype=int)] *= 2 if y == 1 else 0
            self.weights = list(weights)
