"""Wrong: it eliminates one concept with every mistake."""


class OneAtATime:
    def __init__(self, concepts):
        self.left = concepts.tolist()

    def predict(self, x):
        return 1 if sum(row[x] for row in self.left) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for i, row in enumerate(self.left):
                if row[x] != y:
                    del self.left[i]
                    break
