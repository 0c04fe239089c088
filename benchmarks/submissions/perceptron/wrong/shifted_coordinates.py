"""Wrong: in the update, its coordinates are shifted by one."""


class Shifted:
    def __init__(self, dimension):
        self.w = [0.0] * (dimension + 1)

    def predict(self, x):
        return 1 if sum(self.w[i] * x[i] for i in range(len(x))) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, value in enumerate(x, start=1):
                self.w[i] += y * value
