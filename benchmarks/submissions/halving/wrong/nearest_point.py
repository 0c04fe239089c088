"""Wrong: it says the label of the point seen whose number is nearest."""


class NearestPoint:
    def __init__(self):
        self.seen = {}

    def predict(self, x):
        if not self.seen:
            return 1
        nearest = min(self.seen, key=lambda point: abs(point - x))
        return self.seen[nearest]

    def update(self, x, y):
        self.seen[x] = y
