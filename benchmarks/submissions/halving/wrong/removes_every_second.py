"""Wrong: it removes from a list while it goes through it, and so skips every second concept."""


class Skipping:
    def __init__(self, concepts):
        self.left = [tuple(row) for row in concepts.tolist()]

    def predict(self, x):
        return 1 if sum(row[x] for row in self.left) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for row in self.left:
                if row[x] != y:
                    self.left.remove(row)
