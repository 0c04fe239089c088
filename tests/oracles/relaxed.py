"""Another way to the shortest vector of two half-spaces, and to the value of small games with a coin: plain and slow."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

Point = tuple[Fraction, ...]


def product(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def scaled(factor: Fraction, x: Point) -> Point:
    return tuple(factor * value for value in x)


def shortest(w: Point, a: Point) -> Point | None:
    """Return the shortest u with ⟨u,w⟩ ≥ ‖w‖² and ⟨u,a⟩ ≥ 1: one of the points where none, one or both are tight."""
    normals = [(w, product(w, w)), (a, Fraction(1))]
    found = [scaled(Fraction(0), w)]
    found += [scaled(bound / square, x) for x, bound in normals if (square := product(x, x))]
    ww, wa, aa = product(w, w), product(w, a), product(a, a)
    if determinant := ww * aa - wa * wa:  # ⟨sw + ta, w⟩ = ‖w‖² and ⟨sw + ta, a⟩ = 1, by Cramer's rule
        s, t = (ww * aa - wa) / determinant, (ww - ww * wa) / determinant
        found.append(tuple(s * x + t * y for x, y in zip(w, a, strict=True)))
    legal = [u for u in found if all(product(u, x) >= bound for x, bound in normals)]
    return min(legal, key=lambda u: product(u, u), default=None)


def value(numbers: Sequence[int], explained: Callable[[tuple[tuple[int, int], ...]], bool]) -> Fraction:
    """Return the expected mistakes of the best learner with a coin, if each round shows some point, with a legal label.

    The best chance of +1 makes both labels cost the same, unless one of them is hopeless.
    """

    @cache
    def worth(shown: frozenset[tuple[int, int]]) -> Fraction:
        best = Fraction(0)
        for x in numbers:
            if not {(x, 1), (x, -1)} & shown:
                plus, minus = (shown | {(x, label)} for label in (1, -1))
                if explained(tuple(plus)) and explained(tuple(minus)):
                    high, low = worth(plus), worth(minus)
                    best = max(best, high, low, (1 + high + low) / 2 if abs(high - low) <= 1 else Fraction(0))
        return best

    return worth(frozenset())
