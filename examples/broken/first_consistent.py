"""A student's Halving that does not vote: try it with ``--class thresholds:15``, or any other class."""


class StudentHalving:
    """It follows the first concept that is consistent, and may lose these one by one."""

    def __init__(self, concepts):
        self.left = concepts

    def predict(self, x):
        return int(self.left[0, x])

    def update(self, x, y):
        self.left = self.left[self.left[:, x] == y]
