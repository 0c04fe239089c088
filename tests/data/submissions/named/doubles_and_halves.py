import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.ones(dimension)
        self.theta = dimension / 2

    def predict(self, x):
        return 1 if self.w @ x >= self.theta else -1

    def update(self, x, y):
        p = self.predict(x)
        if p == y:
            return
        for i in range(len(x)):
            if x[i] == 1:
                self.w[i] = self.w[i] * 2 if y == 1 else self.w[i] / 2
