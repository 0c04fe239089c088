"""Wrong: the dual Perceptron keeps its last fifty mistakes only."""

import numpy as np


class BudgetPerceptron:
    budget = 50

    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.support = []

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.support.append(y * x)
            self.w = sum(self.support[-self.budget :])
