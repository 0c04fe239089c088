"""Wrong: it knows the points that it has seen, and says +1 to all others."""


class Memorizer:
    def __init__(self):
        self.known = {}

    def predict(self, x):
        return self.known.get(tuple(x.tolist()), 1)

    def update(self, x, y):
        self.known[tuple(x.tolist())] = y
