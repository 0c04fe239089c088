"""What would contradict theorems about margins of linear separators, and about hinge losses.

Each function takes a candidate, and returns whether it contradicts the theorem.

A separator is the target of a sample. In Hsu's third theorem w⋆ is the target, b = ‖w⋆‖L, and H sums hinge losses of w⋆;
roots are compared in squares.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from trial_samples import rescaled, separated_samples, sequences

from proofs.claims.candidates import Example, Point, Sample, dot, norm_squared
from proofs.claims.perceptron import mistakes
from proofs.exact.rationals import Rational


def distance_squared(w: Point, x: Point) -> Rational:
    """Return the squared distance from x to its nearest point in the hyperplane orthogonal to w ≠ 0."""
    share = Fraction(dot(w, x)) / norm_squared(w)
    foot = tuple([p - share * q for p, q in zip(x, w, strict=True)])
    return sum([(p - q) ** 2 for p, q in zip(x, foot, strict=True)])


def least_distance_squared(w: Point, case: Sample) -> Rational:
    """Return the least of these distances in a sample."""
    return min([distance_squared(w, x) for x, _ in case.examples])


def is_not_distance(case: Sample, *, separates: bool = True) -> bool:
    """Test that γ(w)/‖w‖ is the least distance from the hyperplane of w ≠ 0; or for separators alone."""
    w = case.target or ()
    if not any(w) or (separates and not case.ratio):
        return False
    return case.margin < 0 or case.margin**2 != least_distance_squared(w, case) * norm_squared(w)


def changes_with_scale(case: Sample) -> bool:
    """Test that the margins of a separator w and of w/3 and 2w are the same."""
    longer = [tuple([factor * value for value in case.target or ()]) for factor in (1, Fraction(1, 3), 2)]
    return bool(case.ratio) and len({least_distance_squared(w, case) for w in longer}) > 1


def is_wider(case: Sample, *, multiples: bool) -> bool:
    """Test that of all separators only the program's solution, or its multiples too, has the largest margin."""
    if case.target is None or not case.ratio:
        return False
    best = case.shortest
    if best is None:
        return True
    reached, most = [least_distance_squared(w, case) for w in (case.target, best)]
    other = rescaled(case.target, case.examples) if multiples else case.target
    return reached > most or (reached == most and other != best)


def multiples() -> Iterator[Sample]:
    """Yield separable samples with separators, and with twice these."""
    for case in separated_samples():
        yield case
        yield replace(case, target=tuple([2 * value for value in case.target or ()]))


Bound = Callable[[Rational, Rational, Rational], bool]
Numbers = dict[str, Rational]


def at_most_root(value: Rational, square: Rational) -> bool:
    """Whether value ≤ √square, decided without a root; ``square`` is not negative."""
    return value <= 0 or value * value <= square


def above_bound(made: Rational, square: Rational, total: Rational) -> bool:
    """Whether M > b² + b√H + H, for b² and H."""
    return not at_most_root(made - square - total, square * total)


def above_root(made: Rational, square: Rational, total: Rational) -> bool:
    """Whether M > ½b² + ½b√(b² + 4H) + H, for b² and H."""
    half = Fraction(square, 2)
    return not at_most_root(made - half - total, Fraction(square, 4) * (square + 4 * total))


def hinge(w: Point, example: Example) -> Rational:
    """Return [1 − y⟨w, x⟩]₊."""
    return max(0, 1 - example[1] * dot(w, example[0]))


def losses(game: Sample, w: Point) -> tuple[int, Rational, Rational, Rational]:
    """Return what the bounds are made of for w⋆ = w: M, b² = ‖w⋆‖²L², H over the mistakes, and H over all rounds."""
    each = [hinge(w, example) for example in game.examples]
    wrong = [made.number for made in mistakes(game.examples)]
    square = norm_squared(w) * game.radius_squared
    return len(wrong), square, sum([each[number] for number in wrong]), sum(each)


def exceeds_losses(game: Sample, *, above: Bound, all_rounds: bool = False) -> bool:
    """Test a bound on M by H after every round; L is that of the rounds so far, which is the stronger."""
    for t in range(1, len(game.examples) + 1):
        made, square, over_mistakes, over_all = losses(Sample(game.examples[:t]), game.target or ())
        if above(made, square, over_all if all_rounds else over_mistakes):
            return True
    return False


def minimum_is_not_mistakes(game: Sample) -> bool:
    """Test that M is the minimum over w⋆ of b² + b√H + H: the bound at w⋆ = 0, and not above that of the target."""
    if not game.examples:
        return False
    made, square, total, _ = losses(game, (0,) * game.dimension)
    return (square, total) != (0, made) or above_bound(*losses(game, game.target or ())[:3])


def falls_behind_losses(game: Sample, *, factor: Rational = 1) -> bool:
    """Test that ⟨w⋆, ŵ⟩ ≥ M − factor·H after every mistake."""
    w, total = game.target or (), Fraction(0)
    for number, made in enumerate(mistakes(game.examples), 1):
        total += hinge(w, game.examples[made.number])
        if dot(w, made.after) < number - factor * total:
            return True
    return False


def step_is_too_small(game: Sample) -> bool:
    """Test that ⟨w⋆, ŵ⟩ grows by 1 − ℓ or more in every mistake."""
    w = game.target or ()
    steps = [(made, hinge(w, game.examples[made.number])) for made in mistakes(game.examples)]
    return any(dot(w, made.after) < dot(w, made.before) + 1 - loss for made, loss in steps)


def with_targets() -> Iterator[Sample]:
    """Yield short sequences, each with several w⋆, 0 among them."""
    values: tuple[Rational, ...] = (0, 1, Fraction(1, 2), -1)
    return (Sample(game.examples, (value,) * game.dimension) for game in sequences() for value in values)


def is_not_looser(numbers: Numbers) -> bool:
    """Test that ½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H, for b ≥ 0 and H ≥ 0."""
    square, total = numbers["b"] ** 2, numbers["H"]
    # √u ≤ ½b² + √v, squared: u − ¼b⁴ − v ≤ b²√v.
    u, v = Fraction(square, 4) * (square + 4 * total), square * total
    return not at_most_root(u - Fraction(square, 2) ** 2 - v, square**2 * v)


def losses_to_compare() -> Iterator[Numbers]:
    """Yield b ≥ 0 and H ≥ 0."""
    values: tuple[Rational, ...] = (0, 1, 2, Fraction(1, 2), 3, Fraction(1, 9), 100)
    return ({"b": b, "H": total} for b, total in product(values, repeat=2))


def square_is_too_large(numbers: Numbers, *, from_root: bool, negative: bool = True) -> bool:
    """Test the bounds (b + √(b² + 4c))²/4 and b² + b√c + c on x², and (b + √(b² + 4c))/2 on x.

    They are to follow from x² − bx − c ≤ 0, or if so asked from the bound on x alone; of x ≥ 0, or of any x.
    """
    x, b, c = numbers["x"], numbers["b"], numbers["c"]
    below = at_most_root(2 * x - b, b * b + 4 * c)
    if not (below if from_root else x * x - b * x - c <= 0) or (x < 0 and not negative):
        return False
    exact = at_most_root(x * x - Fraction(b * b, 2) - c, Fraction(b * b, 4) * (b * b + 4 * c))
    return not (below and exact and at_most_root(x * x - b * b - c, b * b * c))


def quadratics() -> Iterator[Numbers]:
    """Yield x, and b ≥ 0 and c ≥ 0."""
    half = Fraction(1, 2)
    xs: tuple[Rational, ...] = (0, 1, 2, half, 4, 9 * half, 5, -1, -2, -half, -4, Fraction(-1, 9))
    bs: tuple[Rational, ...] = (0, 1, half, 3)
    cs: tuple[Rational, ...] = (0, 1, Fraction(1, 3), 4)
    return ({"x": x, "b": b, "c": c} for x, b, c in product(xs, bs, cs))
