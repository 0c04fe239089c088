"""The Perceptron with a dictionary of the weights that are not zero."""

from collections import defaultdict


class SparsePerceptron:
    def __init__(self):
        self.w = defaultdict(float)

    def activation(self, x):
        return sum(value * x[i] for i, value in self.w.items())

    def predict(self, x):
        return 1 if self.activation(x) >= 0 else -1

    def update(self, x, y):
        if y * self.activation(x) <= 0:
            for i, value in enumerate(x):
                if value:
                    self.w[i] += y * float(value)
