"""Halving that splits the concepts in predict, and keeps one of the two parts in update."""


class Splitter:
    def __init__(self, concepts):
        self.left = list(concepts)
        self.parts = {}

    def predict(self, x):
        self.parts = {1: [], -1: []}
        for concept in self.left:
            self.parts[concept[x]].append(concept)
        return 1 if len(self.parts[1]) > len(self.parts[-1]) else -1

    def update(self, _x, y):
        self.left = self.parts[y]
