"""Wrong: it moves two ends of the list of concepts as if these were sorted."""


class BinarySearch:
    def __init__(self, concepts):
        self.concepts = concepts
        self.low, self.high = 0, len(concepts) - 1

    def middle(self):
        return (self.low + self.high) // 2

    def predict(self, x):
        return int(self.concepts[self.middle(), x])

    def update(self, x, y):
        if self.predict(x) != y and self.low < self.high:
            if y == 1:
                self.low = self.middle() + 1
            else:
                self.high = self.middle()
