"""The dual Perceptron with a dictionary from the support points to how often each was added."""

import numpy as np


class SupportPerceptron:
    def __init__(self):
        self.alpha = {}

    def score(self, x):
        return sum(a * np.dot(point, x) for point, a in self.alpha.items())

    def predict(self, x):
        return -1 if self.score(x) <= 0 else 1

    def update(self, x, y):
        if self.predict(x) != y:
            key = tuple(x.tolist())
            self.alpha[key] = self.alpha.get(key, 0) + y
