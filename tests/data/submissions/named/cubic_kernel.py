import numpy as np


class Student:
    def __init__(self):
        self.points, self.labels = [], []

    def K(self, a, b):
        return (np.dot(a, b) + 1) ** 3

    def predict(self, x):
        s = sum(y * self.K(z, x) for z, y in zip(self.points, self.labels))
        return 1 if s >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.points.append(np.array(x))
            self.labels.append(y)
