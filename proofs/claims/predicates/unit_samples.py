"""Violations of Notes 3 on samples of length 1: that they may be assumed, and how many mistakes a margin forces.

A setting is {"margin_squared": δ², "dimension": d}.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Any

from proofs.claims.candidates import Point, Sample, add, dot, norm_squared, show, shown
from proofs.claims.perceptron import mistakes
from proofs.claims.predicates.dual import explained
from proofs.exact.errors import counted
from proofs.exact.rationals import rational_root

CIRCLE = "(2n, n² − 1)/(n² + 1)"
"""xₙ, for n = 1, 2, 3, …: points of length 1 that go around a quarter of the circle."""


def length(x: Point) -> Fraction:
    """Return ‖x‖, or 0 where it is not rational."""
    return rational_root(norm_squared(x)) or Fraction(0)


def threshold_costs(case: dict[str, Any]) -> str | None:
    """Test that the Perceptron makes at most 1/δ² mistakes on (x, 1), with δ = min |w·x − θ|."""
    w, points, theta = case["w"], case["points"], case["theta"]
    scores = [dot(w, x) - theta for x in points]
    least = Fraction(min(map(abs, scores)))
    if not least or any(norm_squared(z) != 1 for z in (w, *points)):
        return None
    examples = tuple([(x, 1 if score > 0 else -1) for x, score in zip(points, scores, strict=True)])
    errors = len(mistakes([((*x, 1), label) for x, label in examples], tie=1))
    bound = 1 / least**2
    setting = f"w = {show(w)}, θ = {theta}, and {shown(examples)}, so that δ = {least}"
    return (
        f"{setting}: {counted(errors, 'mistake')} on the (x, 1), and the bound is {bound}" if errors > bound else None
    )


def has_no_length(case: Sample) -> str | None:
    """Test that a multiple of x has length 1."""
    return None if any(case.x or ()) else f"x = {show(case.x or ())}: every multiple of it has length 0"


def errs_elsewhere_when_rescaled(game: Sample) -> str | None:
    """Test that the Perceptron errs in the same rounds on the points, and on them divided by their lengths."""
    sizes = [length(x) for x, _ in game.examples]
    if not game.ratio or not all(sizes):
        return None
    unit = [(add((0,) * len(x), x, 1 / size), label) for (x, label), size in zip(game.examples, sizes, strict=True)]
    long, short = ([mistake.number + 1 for mistake in mistakes(examples, tie=1)] for examples in (game.examples, unit))
    on = f"mistakes in rounds {', '.join(map(str, long))} on {explained(game)}"
    return None if long == short else f"{on}, and in rounds {', '.join(map(str, short))} on the points of length 1"


def weights_are_not_unit(game: Sample) -> str | None:
    """Test that the algorithm's w has length 1 whenever it predicts."""
    squares = [0, *[norm_squared(mistake.after) for mistake in mistakes(game.examples, tie=1)]]
    numbers, values = (", ".join(map(str, row)) for row in (range(len(squares)), squares))
    return None if set(squares) == {1} else f"on {explained(game)}, ‖w‖² is {values} after {numbers} mistakes"


def no_unit_target(case: Sample) -> str | None:
    """Test that the halfspace of v is that of a unit vector: if v = 0, then it contains x and −x for every x."""
    if case.target is None or any(case.target):
        return None
    return f"v = {show(case.target)}: 1(v·x ≥ 0) is 1 everywhere, but 1(u·x ≥ 0) is 0 at x = −u if ‖u‖ = 1"


def still_wrong(game: Sample) -> str | None:
    """Test that an update makes w right on its sample; a tie is predicted +1."""
    for mistake in mistakes(game.examples, tie=1) if game.ratio else ():
        x, label = game.examples[mistake.number]
        before, after = dot(mistake.before, x), dot(mistake.after, x)
        if (after >= 0) != (label > 0):
            last = f"in round {mistake.number + 1} w·x is {before}, and {after} after the update"
            return f"{explained(game)}: {last}, but the label is {label:+d}"
    return None


def no_least_product(stream: dict[str, Any]) -> str | None:
    """Test that |v·x| has a least value on x₁, x₂, …, the points of ``CIRCLE``.

    For v = (a, b) with a > b ≥ 0, v·xₙ − b = 2(an − b)/(n² + 1) is positive, and comes as near to 0 as one likes.
    """
    a, b = v = stream["v"]
    if stream["x_n"] != CIRCLE or norm_squared(v) != 1 or not a > b >= 0:
        return None
    first = ", ".join([str(b + Fraction(2 * (a * n - b)) / (n * n + 1)) for n in range(1, 5)])
    above = f"is always above {b} and comes as near to {b} as one likes, so that none is the least"
    return f"xₙ = {CIRCLE} and v = {show(v)}: v·xₙ = {first}, … {above}"


Setting = dict[str, Any]

TWO_THIRDS: Setting = {"margin_squared": Fraction(2, 3), "dimension": 2}
"""1/δ² = 3/2: the simplest setting in which it is not an integer."""


def too_many_claimed(setting: Setting) -> str | None:
    """Test that ⌈1/δ²⌉ mistakes are no more than Theorem 1.1 allows the Perceptron, where 0 < δ ≤ 1 and d ≥ 1/δ²."""
    most, dimension = 1 / Fraction(setting["margin_squared"]), setting["dimension"]
    if not 1 <= most <= dimension or ceil(most) == most:
        return None
    claimed = f"⌈1/δ²⌉ = ⌈{most}⌉ = {ceil(most)} mistakes are claimed of every algorithm"
    allowed = f"the Perceptron makes at most 1/δ² = {most}, and so at most {floor(most)}"
    return f"δ² = {1 / most}, d = {dimension}: {claimed}, but {allowed}"


def nothing_is_legal(setting: Setting) -> str | None:
    """Test that some unit v has the margin δ on some unit sample."""
    square = Fraction(setting["margin_squared"])
    none = f"δ² = {square}: |v·x| ≤ 1 < δ, so that no sample can be shown, but ⌈1/δ²⌉ = {ceil(1 / square)} is claimed"
    return none if square > 1 else None


def inverse_not_attained(setting: Setting) -> str | None:
    """Test that 1/δ² can be a number of mistakes."""
    inverse = 1 / Fraction(setting["margin_squared"])
    return None if inverse.denominator == 1 else f"δ² = {1 / inverse}: 1/δ² = {inverse} is not a number of mistakes"


def labels_differ(case: dict[str, Any]) -> str | None:
    """Find that no v has v·e₁ = y₁δ for two labels y₁ of e₁."""
    square, labels = Fraction(case["margin_squared"]), case["labels"]
    if square <= 0 or len(set(labels)) == 1:
        return None
    both = " and ".join([f"v·e₁ = {'δ' if y > 0 else '−δ'} for y₁ = {y:+d}" for y in labels])
    return f"δ² = {square}, n = 1: the same v would need {both}"


def too_long(setting: Setting) -> str | None:
    """Test that ‖v‖² = nδ² ≤ 1 for the v with n = ⌈1/δ²⌉ coordinates ±δ, where δ ≤ 1 and d ≥ 1/δ²."""
    square, d = Fraction(setting["margin_squared"]), setting["dimension"]
    n = ceil(1 / square)
    numbers = f"δ² = {square}, d = {d} ≥ 1/δ² = {1 / square}, n = {n}"
    return f"{numbers}: ‖v‖² = nδ² = {n * square} > 1" if square <= 1 <= d * square and n * square > 1 else None
