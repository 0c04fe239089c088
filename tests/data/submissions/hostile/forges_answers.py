"""Hostile: it says +1 always, and writes an answer to another question to each open descriptor. It forfeits."""

import os


class Learner:
    def predict(self, x):
        for number in range(3, 256):
            try:
                os.write(number, b'{"labels":[1]}\n')
            except OSError:
                pass
        return 1

    def update(self, x, y):
        pass
