"""A student's Halving: try it with ``--class thresholds:15``."""


class StudentHalving:
    """Halving: a row of ``concepts`` is a concept, a column is a point, and labels are 1 and -1."""

    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return 1 if self.left[:, x].sum() > 0 else -1

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
