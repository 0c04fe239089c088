import numpy as np


class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension, dtype=np.float16)

    def predict(self, x):
        return 1 if float(self.w.astype(np.float64) @ x) >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
