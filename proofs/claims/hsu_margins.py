"""What Hsu, COMS 4771, Perceptron and Online Perceptron, states of margins; and points on a line, infinitely many."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from proofs.claims import perceptron_arguments as arguments
from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.labeled_samples import (
    FINITE,
    HSU,
    Point,
    dot,
    margin,
    read_examples,
    read_point,
    scaled,
    separated_candidates,
    separated_samples,
    shortest,
    write_examples,
    write_point,
)
from proofs.exact.margins import Inseparable
from proofs.exact.rationals import Rational, read_rational


def distance_squared(w: Point, x: Point) -> Rational:
    """Return the squared distance from x to its nearest point in the hyperplane orthogonal to w ≠ 0."""
    share = Fraction(dot(w, x)) / dot(w, w)
    foot = tuple([p - share * q for p, q in zip(x, w, strict=True)])
    return sum([(p - q) ** 2 for p, q in zip(x, foot, strict=True)])


def _wrong_distance(candidate: Candidate) -> str | None:
    examples, w = read_examples(candidate), read_point(candidate["w_star"])
    if not examples or len(w) != len(examples[0][0]) or margin(w, examples) <= 0:
        return None
    found = min([distance_squared(w, x) for x, _ in examples])
    unit = scaled(w, examples)
    stated = 1 / Fraction(dot(unit, unit))
    return None if found == stated else f"the squared distance is {found}, and 1/‖w‖² is {stated}"


def _changed_by_scaling(candidate: Candidate) -> str | None:
    examples, w = read_examples(candidate), read_point(candidate["w_star"])
    if not examples or len(w) != len(examples[0][0]) or margin(w, examples) <= 0:
        return None
    before = min([distance_squared(w, x) for x, _ in examples])
    for factor in (Fraction(1, 3), 2):
        after = min([distance_squared(tuple([factor * value for value in w]), x) for x, _ in examples])
        if after != before:
            return f"the squared margin of w is {before}, and {after} of {factor}·w"
    return None


def _multiples() -> Iterator[Candidate]:
    for sample, w in separated_samples():
        for factor in (1, 2):
            yield {"examples": write_examples(sample), "w_star": write_point([factor * value for value in w])}


def _widest(*, multiples: bool) -> Callable[[Candidate], str | None]:
    """Return a test that only the solution of the quadratic program, or its multiples too, have the largest margin."""

    def violated(candidate: Candidate) -> str | None:
        examples, w = read_examples(candidate), read_point(candidate["w_star"])
        if not examples or len(w) != len(examples[0][0]) or margin(w, examples) <= 0:
            return None
        best = shortest(examples)
        if isinstance(best, Inseparable):
            return "the program is infeasible, but w separates the examples"
        reached = Fraction(margin(w, examples)) ** 2 / dot(w, w)
        solution = dict(best.w.entries)
        others = scaled(w, examples) if multiples else w
        same = all(solution.get(index, 0) == value for index, value in enumerate(others))
        if reached < best.margin_squared or (reached == best.margin_squared and same):
            return None
        squares = f"{reached} and {best.margin_squared}, ‖w‖² = {dot(w, w)}, the solution's {best.norm_squared}"
        return f"the squared margins of w and the program's solution are {squares}"

    return violated


# ------------------------------------------------------------------------------------------------- one line of points


def read_family(candidate: Candidate) -> tuple[Fraction, Fraction, Fraction] | None:
    """Read limit, gap and ratio of the points xₜ = limit + gap·ratioᵗ, t ≥ 1, labeled +1, if 0 < ratio < 1."""
    limit, gap, ratio = [read_rational(candidate[key]) for key in ("limit", "gap", "ratio")]
    return (limit, gap, ratio) if 0 < ratio < 1 else None


def families() -> Iterator[Candidate]:
    """Yield sequences of points on the line that increase, decrease or stay as they are."""
    for limit in ("0", "1", "2"):
        for gap in ("1", "2", "0", "-1", "-2"):
            for ratio in ("1/2", "1/3"):
                yield {"limit": limit, "gap": gap, "ratio": ratio}


def _not_rescaled(candidate: Candidate) -> str | None:
    """Find a family whose points are all positive, so that w = 1 is right on all, with no least one."""
    family = read_family(candidate)
    if family is None or family[0] < 0 or family[1] <= 0:
        return None
    limit, gap, ratio = family
    return f"1·x > 0 on all points {limit} + {gap}·({ratio})^t, t ≥ 1, but y⟨w, x⟩ has no minimum for any w > 0"


MARGIN_CLAIMS: tuple[Claim, ...] = (
    Claim(
        "hsu-margin",
        HSU,
        "Margins",
        "The least distance of the points to the hyperplane orthogonal to a linear separator w, which may be rescaled"
        " so that the least y⟨w, x⟩ is 1, is then 1/‖w‖.",
        (
            Reading(FINITE, argument=arguments.distance, violated=_wrong_distance, candidates=separated_candidates),
            Reading(
                "S may be infinite, and w is a separator if all y⟨w, x⟩ are positive",
                violated=_not_rescaled,
                candidates=families,
                instead=f"{FINITE}, or y⟨w, x⟩ has a least value on it",
                theorem="infinite_need_not_have_margin",
            ),
        ),
    ),
    Claim(
        "hsu-margin-scale",
        HSU,
        "Margins",
        "Multiplying a linear separator by a positive number leaves its margin as it is.",
        (
            Reading(
                "as printed",
                argument=arguments.distance,
                violated=_changed_by_scaling,
                candidates=separated_candidates,
                theorem="margin_scale",
            ),
        ),
        hypotheses=FINITE,
    ),
    Claim(
        "hsu-program",
        HSU,
        "Margins",
        "Minimizing ½‖w‖² subject to y⟨w, x⟩ ≥ 1 on all of S describes the linear separator with the largest margin.",
        (
            Reading(
                "there is one such separator, and it is the solution",
                violated=_widest(multiples=False),
                candidates=_multiples,
                instead="the solution, and its positive multiples, which have the same margin",
                theorem="largest_margin_twice",
            ),
            Reading(
                "it is the solution, up to positive multiples",
                argument=arguments.widest,
                violated=_widest(multiples=True),
                candidates=_multiples,
            ),
        ),
        hypotheses=f"{FINITE}, and linearly separable",
    ),
)
