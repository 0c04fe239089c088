"""A kernel Perceptron that adds 0.9 to ⟨a, b⟩, where 1 is right."""

import numpy as np


class Student:
    def __init__(self):
        self.seen = []

    def predict(self, x):
        return 1 if sum(y * (np.dot(a, x) + 0.9) ** 2 for a, y in self.seen) >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.seen.append((np.array(x), y))
