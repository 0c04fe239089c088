import numpy as np


class KernelPerceptron:
    def __init__(self, dimension):
        self.w = 0

    def features(self, x):
        pairs = np.outer(x, x)[np.triu_indices(len(x))]
        return np.concatenate([[1], np.sqrt(2) * x, pairs])

    def predict(self, x):
        return 1 if np.sum(self.w * self.features(x)) >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * self.features(x)
