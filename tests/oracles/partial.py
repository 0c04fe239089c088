"""What partial classes are worth, by brute force, without a look at the solvers.

A concept is a tuple of labels ±1, and 0 where it is undefined; a version space is a frozenset of concepts. In a round
any point may get any label that leaves a concept, also one that every concept left gives to it or does not define.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from hypothesis import strategies as st

Labels = tuple[int, ...]
Space = frozenset[Labels]
Number = int | Fraction


def after(space: Space, x: int, y: int) -> Space:
    """Return the concepts that give the point this label."""
    return frozenset([c for c in space if c[x] == y])


def rounds(space: Space) -> Iterator[tuple[Space, Space]]:
    """Yield what −1 and +1 leave, for each point where some label is possible and changes the space."""
    for x in range(len(next(iter(space)))):
        sides = after(space, x, -1), after(space, x, 1)
        if any(sides) and space not in sides:
            yield sides


def _largest(worth: Callable[[Space, Space, Callable[[Space], Number]], Number]) -> Callable[[Space], Number]:
    """Return V ↦ max over the rounds of what a round with both labels is worth, or of what is left after the only one.

    A learner that sees that one label is impossible predicts the other one, and is right.
    """

    @cache
    def value(v: Space) -> Number:
        return max(
            (worth(minus, plus, value) if minus and plus else value(minus or plus) for minus, plus in rounds(v)),
            default=0,
        )

    return value


littlestone = _largest(lambda minus, plus, value: 1 + min(value(minus), value(plus)))
"""The mistakes that can be forced on every deterministic learner."""

randomized = _largest(lambda minus, plus, value: Fraction(1 + value(minus) + value(plus), 2))
"""The expected mistakes of the best randomized learner."""

randomized_halving = _largest(
    lambda minus, plus, value: max(
        Fraction(len(wrong), len(minus) + len(plus)) + value(right) for right, wrong in ((minus, plus), (plus, minus))
    )
)
"""The expected mistakes of the learner that predicts as a random consistent concept does that is defined there."""


def halving(space: Space, ties: str) -> Number:
    """Return the most mistakes of the vote of the concepts that are defined at the point."""
    votes = {"negative": [-1], "positive": [1], "adversarial": [-1, 1], "optimal": [-1, 1]}[ties]

    def worth(minus: Space, plus: Space, value: Callable[[Space], Number]) -> Number:
        allowed = votes if len(minus) == len(plus) else [-1 if len(minus) > len(plus) else 1]
        outcomes = [max((vote == 1) + value(minus), (vote == -1) + value(plus)) for vote in allowed]
        return min(outcomes) if ties == "optimal" else max(outcomes)

    return _largest(worth)(space)


def fewest_dont_know(space: Space, mistakes: int) -> Number:
    """Return how often the best learner that errs at most so often has to say "don't know"."""

    def worth(minus: Space, plus: Space, value: Callable[[Space], Number]) -> Number:
        answers = [1 + max(value(minus), value(plus))]
        if mistakes:
            answers += [max(value(minus), fewest_dont_know(plus, mistakes - 1))]
            answers += [max(value(plus), fewest_dont_know(minus, mistakes - 1))]
        return min(answers)

    return _largest(worth)(space)


def apple_tasting(space: Space) -> int:
    """Return the mistakes that the best learner needs that sees the label only after predicting +1."""

    @cache
    def keeps(state: frozenset[tuple[Labels, int]]) -> bool:
        if any(left < 0 for _, left in state):
            return False
        for x in range(len(next(iter(space)))):
            plus = frozenset([(c, left) for c, left in state if c[x] == 1])
            minus = frozenset([(c, left) for c, left in state if c[x] == -1])
            unseen = minus | {(c, left - 1) for c, left in plus}
            seen = frozenset([(c, left - 1) for c, left in minus])
            if state not in (plus, unseen) and not (keeps(unseen) or (keeps(plus) and keeps(seen))):
                return False
        return True

    return next(k for k in range(len(space)) if keeps(frozenset([(c, k) for c in space])))


def vc(space: Space) -> int:
    """Return the size of the largest set of points that gets all labelings from concepts defined on all of it."""
    points = range(len(next(iter(space))))
    return max(
        d
        for d in range(len(points) + 1)
        if any(
            {*product((-1, 1), repeat=d)} <= {tuple([c[x] for x in chosen]) for c in space}
            for chosen in combinations(points, d)
        )
    )


def completions(space: Space) -> Iterator[Space]:
    """Yield each total class that completes every concept in one way."""
    ways = [[*product(*[(y,) if y else (-1, 1) for y in c])] for c in sorted(space)]
    return (frozenset(chosen) for chosen in product(*ways))


def tables(points: int, most_concepts: int = 9) -> st.SearchStrategy[list[Labels]]:
    """Draw a partial class on so many points."""
    row = st.tuples(*[st.sampled_from((-1, 1, 0))] * points)
    return st.lists(row, min_size=1, max_size=most_concepts, unique=True)


partial_classes = st.integers(1, 6).flatmap(tables)
"""Partial classes of up to 9 concepts on up to 6 points."""


def texts_of(concepts: list[Labels]) -> list[str]:
    """Return concepts as texts of ``+``, ``-`` and ``*``."""
    return ["".join(["*+-"[y] for y in c]) for c in concepts]
