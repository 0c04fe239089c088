"""Wrong: it takes the label -1 for 0, and says +1 as soon as the sum is positive."""


class ZeroOne:
    def __init__(self, concepts):
        self.left = [[int(label > 0) for label in row] for row in concepts]

    def predict(self, x):
        return 1 if sum(row[x] for row in self.left) > 0 else -1

    def update(self, x, y):
        self.left = [row for row in self.left if row[x] == (y > 0)]
