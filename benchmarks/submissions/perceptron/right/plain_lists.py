"""The Perceptron with plain lists, no numpy."""


def dot(a, b):
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


class ListPerceptron:
    def __init__(self, dimension):
        self.w = [0.0] * dimension

    def predict(self, x):
        return 1 if dot(self.w, x) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [wi + y * xi for wi, xi in zip(self.w, x, strict=True)]
