import numpy as np


class KernelizedPerceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        # w . x becomes K(w, x)
        return 1 if self.kernel(self.w, x) >= 0 else -1

    def kernel(self, a, b):
        return (a @ b + 1) ** 2

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * x
