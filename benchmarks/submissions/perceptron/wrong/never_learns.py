"""Wrong: update computes new weights, and forgets to keep them."""


class Perceptron:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    def predict(self, x):
        return 1 if sum(a * b for a, b in zip(self.w, x, strict=True)) >= 0 else -1

    def update(self, x, y):
        w = self.w.copy()
        if self.predict(x) != y:
            for i in range(len(w)):
                w[i] += y * x[i]
