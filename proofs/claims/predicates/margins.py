"""What contradicts a statement about margins of linear separators, or about infinitely many points.

A separator is the target of a sample. Infinitely many points stand on a line: limit + gap/t for t = 1, 2, …, all
labeled +1.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from proofs.claims.candidates import Point, Sample, dot, norm_squared, show
from proofs.claims.grids import rescaled, separated_samples
from proofs.exact.rationals import Rational

# ----------------------------------------------------------------------------------------------------------- separators


def distance_squared(w: Point, x: Point) -> Rational:
    """Return the squared distance from x to its nearest point in the hyperplane orthogonal to w ≠ 0."""
    share = Fraction(dot(w, x)) / norm_squared(w)
    foot = tuple([p - share * q for p, q in zip(x, w, strict=True)])
    return sum([(p - q) ** 2 for p, q in zip(x, foot, strict=True)])


def least_distance_squared(w: Point, case: Sample) -> Rational:
    """Return the least of these distances in a sample."""
    return min([distance_squared(w, x) for x, _ in case.examples])


def is_not_distance(case: Sample, *, separates: bool = True) -> str | None:
    """Test that γ(w)/‖w‖ is the least distance from the hyperplane of w ≠ 0; or for separators alone."""
    w = case.target or ()
    if not any(w) or (separates and not case.ratio):
        return None
    nearest = least_distance_squared(w, case)
    if case.margin >= 0 and case.margin**2 == nearest * norm_squared(w):
        return None
    return f"γ = {case.margin} and ‖{show(w)}‖² = {norm_squared(w)}, but the squared distance is {nearest}"


def changes_with_scale(case: Sample) -> str | None:
    """Test that the margins of a separator w and of w/3 and 2w are the same."""
    if case.target is None or not case.ratio:
        return None
    before = least_distance_squared(case.target, case)
    for factor in (Fraction(1, 3), 2):
        after = least_distance_squared(tuple([factor * value for value in case.target]), case)
        if after != before:
            return f"the squared margin of w is {before}, and {after} of {factor}·w"
    return None


def is_wider(case: Sample, *, multiples: bool) -> str | None:
    """Test that of all separators only the program's solution, or its multiples too, has the largest margin."""
    if case.target is None or not case.ratio:
        return None
    best = case.shortest
    if best is None:
        return "the program is infeasible, but w separates the examples"
    reached, most = [least_distance_squared(w, case) for w in (case.target, best)]
    other = rescaled(case.target, case.examples) if multiples else case.target
    if reached < most or (reached == most and other == best):
        return None
    w, solution = show(case.target), show(best)
    return f"the squared margin of w = {w} is {reached}, and that of the solution, {solution}, is {most}"


def multiples() -> Iterator[Sample]:
    """Yield separable samples with separators, and with twice these."""
    for case in separated_samples():
        yield case
        yield replace(case, target=tuple([2 * value for value in case.target or ()]))


# ------------------------------------------------------------------------------------- infinitely many points on a line

Line = dict[str, Rational]


def on_line(line: Line) -> str:
    """Write the points for people."""
    limit = f"{line['limit']} {'−' if line['gap'] < 0 else '+'} " if line["limit"] else ""
    return f"{limit}{abs(line['gap'])}/t"


def has_no_margin(line: Line) -> str | None:
    """Find points that come down to a limit ≥ 0: y⟨w, x⟩ > 0 on all for w > 0, without a least one."""
    if line["limit"] < 0 or line["gap"] <= 0:
        return None
    return f"w = 1 has y⟨w, x⟩ > 0 on all points {on_line(line)}, t = 1, 2, …, labeled +1, and no least y⟨w, x⟩"


def halts_without_margin(line: Line) -> str | None:
    """Find points with limit 0, on which no w has a positive least y⟨w, x⟩, but which one update settles."""
    if line["limit"] != 0 or line["gap"] <= 0:
        return None
    update = "after one update ŵ is one of them, and y⟨ŵ, x⟩ > 0 on all"
    points = f"the points {on_line(line)}, t = 1, 2, …, are labeled +1"
    return f"{points}: {update}, though for no w is there a least y⟨w, x⟩ that is positive"


def has_no_longest(line: Line) -> str | None:
    """Find points that come up to a limit, on which some w has the least y⟨w, x⟩ = 1, but of which none is longest."""
    first = line["limit"] + line["gap"]
    if line["gap"] >= 0 or first <= 0:
        return None
    points = f"the points {on_line(line)}, t = 1, 2, …, labeled +1"
    below = f"but no largest ‖x‖: all are below {line['limit']}"
    return f"{points}, have the least y⟨w⋆, x⟩ = 1 for w⋆ = {1 / Fraction(first)}, {below}"
