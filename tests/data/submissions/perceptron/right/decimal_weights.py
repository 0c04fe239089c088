"""The Perceptron in decimal arithmetic, with 40 digits."""

from decimal import Context, Decimal

EXACT = Context(prec=40)


class DecimalPerceptron:
    def __init__(self, dimension):
        self.w = [Decimal(0)] * dimension

    def predict(self, x):
        total = Decimal(0)
        for wi, xi in zip(self.w, x.tolist(), strict=True):
            total = EXACT.fma(wi, Decimal(xi), total)
        return 1 if total > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [EXACT.fma(y, Decimal(xi), wi) for wi, xi in zip(self.w, x.tolist(), strict=True)]
