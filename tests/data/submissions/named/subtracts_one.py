"""It subtracts 1 where Winnow1 sets weights to 0."""

import numpy as np


class Winnow:
    def __init__(self, dimension):
        self.n = dimension
        self.w = np.ones(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= self.n / 2 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(self.n):
                if x[i] == 1:
                    if y == 1:
                        self.w[i] *= 2
                    else:
                        self.w[i] -= 1
