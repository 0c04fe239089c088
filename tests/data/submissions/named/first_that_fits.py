class Consistent:
    def __init__(self, concepts):
        self.concepts = [list(row) for row in concepts]
        self.hypothesis = self.concepts[0]

    def predict(self, x):
        return int(self.hypothesis[x])

    def update(self, x, y):
        if self.hypothesis[x] != y:
            self.hypothesis = next(concept for concept in self.concepts if concept[x] == y)
