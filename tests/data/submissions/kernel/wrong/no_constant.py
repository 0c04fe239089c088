"""A kernel Perceptron that takes the square of ⟨a, b⟩, without the constant 1."""

import numpy as np


class Student:
    def __init__(self):
        self.seen = []

    def predict(self, x):
        return 1 if sum(y * np.dot(a, x) ** 2 for a, y in self.seen) >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.seen.append((np.array(x), y))
