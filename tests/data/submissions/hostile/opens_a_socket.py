"""Hostile: it listens at a port and calls an address that nobody has. It plays right: no fault, and no connection."""

import socket
from contextlib import suppress

import numpy as np


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        self.server = self.client = None
        with suppress(OSError):
            self.server = socket.create_server(("127.0.0.1", 0))
        with suppress(OSError):
            self.client = socket.create_connection(("192.0.2.1", 80), timeout=0.2)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
