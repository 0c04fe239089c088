"""Wrong: it learns a label for every pattern of signs."""


class Patterns:
    def __init__(self):
        self.labels = {}

    def pattern(self, x):
        return "".join("+" if value > 0 else "-" if value < 0 else "0" for value in x)

    def predict(self, x):
        return self.labels.get(self.pattern(x), -1)

    def update(self, x, y):
        self.labels[self.pattern(x)] = y
