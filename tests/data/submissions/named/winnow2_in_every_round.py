import numpy as np


class Winnow2:
    def __init__(self, dimension):
        self.n = dimension
        self.w = np.ones(dimension)

    def predict(self, x):
        return 1 if self.w @ x >= self.n else -1

    def update(self, x, y):
        active = np.asarray(x) > 0
        if y == 1:
            self.w[active] *= 2  # promotion
        else:
            self.w[active] /= 2  # demotion
