"""Hostile: sys.exit(0) in predict. A report should say that predict called exit."""

import sys


class PoliteQuitter:
    def predict(self, x):
        sys.exit(0)

    def update(self, x, y):
        pass
