"""Wrong: the voted Perceptron, in which weights that were right for long outvote better ones."""

import numpy as np


class Voted:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.votes = [[self.w, 0]]

    def predict(self, x):
        return 1 if sum(count * np.sign(w @ x) for w, count in self.votes) > 0 else -1

    def update(self, x, y):
        if y * (self.votes[-1][0] @ x) > 0:
            self.votes[-1][1] += 1
        else:
            self.votes.append([self.votes[-1][0] + y * x, 1])
