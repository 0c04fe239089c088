import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension + 1)

    def predict(self, x):
        return 1 if self.w.dot(np.append(x, 1)) > 0 else -1

    def update(self, x, y):
        z = np.append(x, 1)
        if y * self.w.dot(z) <= 0:
            self.w = self.w + y * z
