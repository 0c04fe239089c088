"""A student's Halving: try it with ``--class thresholds:15``."""


class StudentHalving:
    """Halving, as one might hand it in: ``concepts`` is an array of +1 and -1, a row a concept and a column a point."""

    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
