from functools import lru_cache


@lru_cache(maxsize=None)
def ldim(concepts):
    """Concepts as a tuple of tuples of labels."""
    if len(concepts) <= 1:
        return len(concepts) - 1
    best = 0
    for x in range(len(concepts[0])):
        plus = tuple(c for c in concepts if c[x] == 1)
        minus = tuple(c for c in concepts if c[x] == -1)
        if plus and minus:
            best = max(best, 1 + min(ldim(plus), ldim(minus)))
    return best


class SOA:
    def __init__(self, concepts):
        self.left = tuple(tuple(int(v) for v in row) for row in concepts)

    def side(self, x, y):
        return tuple(c for c in self.left if c[x] == y)

    def predict(self, x):
        return 1 if ldim(self.side(x, 1)) >= ldim(self.side(x, -1)) else -1

    def update(self, x, y):
        self.left = self.side(x, y)
