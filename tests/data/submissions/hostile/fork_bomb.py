"""Hostile: it starts 200 processes that sleep for 30 s. It plays right: no fault, or one that a limit makes of it."""

import os
import time

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.forks = 0

    def predict(self, x):
        while self.forks < 200:
            self.forks += 1
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
