"""It makes a new dictionary in each round, and so forgets the others."""


class Consistent:
    def __init__(self):
        self.seen = {}

    def predict(self, x):
        return self.seen.get(x, 1)

    def update(self, x, y):
        self.seen = {x: y}
