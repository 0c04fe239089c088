"""The Perceptron that makes its weights when it sees the first example, which it always learns: that is a tie."""


class LatePerceptron:
    w = None

    def predict(self, x):
        if self.w is None:
            return 1
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.w is None:
            self.w = y * x
        elif self.predict(x) != y:
            self.w = self.w + y * x
