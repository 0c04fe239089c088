"""Weighted majority that multiplies the weight of a concept by 1e-9 for every error."""

import numpy as np

# Of n < 2^20 concepts, a mistake leaves at most (1 + 1e-9)/2 of the total weight, and the true concept keeps weight 1.
# After floor(log2 n) mistakes the total is below 2, so those on the true side outweigh the others.


class NearlyHalving:
    def __init__(self, concepts):
        self.concepts = concepts
        self.weights = np.ones(len(concepts))

    def predict(self, x):
        return 1 if np.dot(self.weights, self.concepts[:, x]) > 0 else -1

    def update(self, x, y):
        self.weights[self.concepts[:, x] != y] *= 1e-9
