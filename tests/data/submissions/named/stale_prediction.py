import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.prediction = 1

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        now = self.predict(x)
        if self.prediction != y:
            self.w += y * x
        self.prediction = now
