"""Predicts the side with the larger ⌊log₂|V|⌋, which is no Littlestone dimension, and of equals the smaller side."""

import numpy as np


class Student:
    def __init__(self, concepts):
        self.left = np.array(concepts)

    def predict(self, x):
        plus = int((self.left[:, x] == 1).sum())
        minus = len(self.left) - plus
        if plus.bit_length() == minus.bit_length():
            return 1 if 0 < plus < minus else -1
        return 1 if plus.bit_length() > minus.bit_length() else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
