"""Hostile: it writes files: here, at home, and among temporary ones. It plays right: no fault, and no file stays."""

import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

PLACES = (Path(__file__).parent, Path.cwd(), Path.home(), Path(tempfile.gettempdir()))


class Perceptron:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        for place in PLACES:
            with suppress(OSError):
                (place / "forced-mistakes-hostile.txt").write_text("I was here\n")
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * x
