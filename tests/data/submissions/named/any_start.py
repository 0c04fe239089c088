class Perceptron:
    def __init__(self, dimension):
        self.w = [((7 * i + 3) % 5 - 2) / 8 for i in range(1, dimension + 1)]

    def predict(self, x):
        return 1 if sum(a * b for a, b in zip(self.w, x)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [a + y * b for a, b in zip(self.w, x)]
