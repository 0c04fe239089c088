"""Halving that sorts the votes and takes the one in the middle."""


class MiddleVote:
    def __init__(self, concepts):
        self.left = dict(enumerate(concepts.tolist()))

    def predict(self, x):
        votes = sorted(row[x] for row in self.left.values())
        return votes[len(votes) // 2] if votes else 1

    def update(self, x, y):
        for i in [i for i, row in self.left.items() if row[x] != y]:
            del self.left[i]
