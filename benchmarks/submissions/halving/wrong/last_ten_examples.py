"""Wrong: it knows the last ten examples only."""

from collections import deque


class TenExamples:
    def __init__(self, concepts):
        self.concepts = concepts
        self.examples = deque(maxlen=10)

    def predict(self, x):
        left = self.concepts
        for point, label in self.examples:
            left = left[left[:, point] == label]
        return 1 if left[:, x].sum() > 0 else -1

    def update(self, x, y):
        self.examples.append((x, y))
