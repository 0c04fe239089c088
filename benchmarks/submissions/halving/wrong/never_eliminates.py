"""Wrong: the consistent concepts are found, and not kept."""


class NeverEliminates:
    def __init__(self, concepts):
        self.concepts = concepts

    def predict(self, x):
        return 1 if self.concepts[:, x].sum() > 0 else -1

    def update(self, x, y):
        concepts = self.concepts
        concepts = concepts[concepts[:, x] == y]
