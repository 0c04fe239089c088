"""A student's learner that keeps its last ten mistakes only: it forgets what it has learned before."""


class Student:
    """A Perceptron in dual form, with a list of mistakes that does not become long."""

    def __init__(self):
        self.mistakes = []

    def predict(self, x):
        return 1 if sum(y * (z @ x) for z, y in self.mistakes) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes.append((x.copy(), y))
            self.mistakes = self.mistakes[-10:]
