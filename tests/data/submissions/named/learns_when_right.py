import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return 1 if np.dot(self.w, x) >= 0 else -1

    def update(self, x, y):
        prediction = self.predict(x)
        if prediction == y:
            self.w += y * x
