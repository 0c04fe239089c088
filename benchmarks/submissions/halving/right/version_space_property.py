"""Halving whose version space is a property of the examples seen."""


class PropertyHalving:
    def __init__(self, concepts):
        self._concepts = concepts.tolist()
        self._examples = []

    @property
    def version_space(self):
        return [c for c in self._concepts if all(c[x] == y for x, y in self._examples)]

    def predict(self, x):
        space = self.version_space
        return 1 if sum(c[x] for c in space) > 0 else -1

    def update(self, x, y):
        if (x, y) not in self._examples:
            self._examples.append((x, y))
