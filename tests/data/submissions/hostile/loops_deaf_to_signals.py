"""Hostile: it ignores all signals that can be ignored, and loops in predict. A report should name a timeout."""

import contextlib
import signal

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        for number in (signal.SIGTERM, signal.SIGALRM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)

    def predict(self, x):
        while True:
            self.w @ x

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w += y * x
