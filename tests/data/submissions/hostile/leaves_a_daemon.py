"""Hostile: it leaves a process in a session of its own, for 120 s. It plays right: no fault, and no such process."""

import os
import time

import numpy as np


def daemon():
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    if os.fork() == 0:
        time.sleep(120)
    os._exit(0)


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        daemon()

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
