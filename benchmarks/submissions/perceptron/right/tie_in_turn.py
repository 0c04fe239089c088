"""The Perceptron that answers ties with +1 in even rounds and -1 in odd ones."""

import numpy as np


class TieInTurn:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.rounds = 0

    def predict(self, x):
        activation = np.vdot(self.w, x)
        if activation != 0:
            return 1 if activation > 0 else -1
        return -1 if self.rounds % 2 else 1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
        self.rounds += 1
