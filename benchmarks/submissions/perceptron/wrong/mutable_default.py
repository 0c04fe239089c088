"""Wrong: a mutable default argument, the list of mistakes, is the same for all learners."""


class DefaultList:
    def __init__(self, dimension, mistakes=[]):
        self.dimension = dimension
        self.mistakes = mistakes

    def predict(self, x):
        total = 0.0
        for z, y in self.mistakes:
            total += y * sum(a * b for a, b in zip(z, x, strict=False))
        return 1 if total > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes.append((x.tolist(), y))
