"""Predicts the side with the larger ⌊log₂|V|⌋, which is no Littlestone dimension."""

import numpy as np


class Student:
    def __init__(self, concepts):
        self.left = np.array(concepts)

    def predict(self, x):
        plus = int((self.left[:, x] == 1).sum())
        return 1 if plus.bit_length() > (len(self.left) - plus).bit_length() else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
