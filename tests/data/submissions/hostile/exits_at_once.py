"""Hostile: os._exit(0) in predict. A report should say that it ended with exit code 0 during predict."""

import os


class Quitter:
    def predict(self, x):
        os._exit(0)

    def update(self, x, y):
        pass
