"""The Perceptron in dual form: the sum over its mistakes of y' <x', x>."""


class DualPerceptron:
    def __init__(self):
        self.mistakes = []

    def predict(self, x):
        return 1 if sum(y * (z @ x) for z, y in self.mistakes) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes.append((x.copy(), y))
