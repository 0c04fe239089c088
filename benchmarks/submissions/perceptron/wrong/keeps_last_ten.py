"""Wrong: the dual Perceptron keeps its last ten mistakes only."""

from collections import deque


class ShortMemory:
    def __init__(self):
        self.mistakes = deque(maxlen=10)

    def predict(self, x):
        return 1 if sum(y * (z @ x) for z, y in self.mistakes) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes.append((x.copy(), y))
