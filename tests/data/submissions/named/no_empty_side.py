from functools import lru_cache


@lru_cache(maxsize=None)
def ldim(concepts):
    best = 0
    for x in range(len(next(iter(concepts), ()))):
        plus = frozenset(c for c in concepts if c[x] == 1)
        if plus and plus != concepts:
            best = max(best, 1 + min(ldim(plus), ldim(concepts - plus)))
    return best


class SOA:
    def __init__(self, concepts):
        self.left = frozenset(tuple(map(int, row)) for row in concepts)

    def predict(self, x):
        plus = frozenset(c for c in self.left if c[x] == 1)
        return 1 if ldim(plus) > ldim(self.left - plus) else -1

    def update(self, x, y):
        self.left = frozenset(c for c in self.left if c[x] == y)
