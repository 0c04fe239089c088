"""The Perceptron with named tuples and immutable states."""

from typing import NamedTuple


class State(NamedTuple):
    w: tuple[float, ...]

    def activation(self, x):
        return sum(a * b for a, b in zip(self.w, x, strict=True))

    def after(self, x, y):
        return State(tuple(a + y * float(b) for a, b in zip(self.w, x, strict=True)))


class Immutable:
    def __init__(self, *, dimension):
        self.state = State((0.0,) * dimension)

    def predict(self, x):
        return +1 if self.state.activation(x) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.state = self.state.after(x, y)
