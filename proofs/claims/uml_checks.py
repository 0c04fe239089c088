"""Tests of what Understanding Machine Learning, 9.1.2, states of the batch Perceptron, and what to try on them.

The text calls an example mislabeled where sign⟨w, x⟩ ≠ y, the algorithm asks for y⟨w, x⟩ ≤ 0: they are the same only if
sign(0) = 0.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import (
    Example,
    Point,
    batch_states,
    coordinates,
    dot,
    halted,
    longest_squared,
    margin,
    mislabeled,
    most_updates,
    moved,
    read_examples,
    read_point,
    sample_candidates,
    separated_samples,
    shortest,
    sign,
    write_examples,
    write_point,
)
from proofs.exact.margins import Inseparable
from proofs.exact.rationals import Rational, read_rational


def _shown(examples: list[Example]) -> str:
    return ", ".join([f"({', '.join(write_point(x))}) labeled {label:+d}" for x, label in examples])


# ----------------------------------------------------------------------------------------------------------- one update


def not_corrected(*, strictly: bool, zero: bool = True) -> Callable[[Candidate], str | None]:
    """Return a test that an update on a mislabeled example adds ‖x‖² to y⟨w, x⟩, and if ``strictly``, that it grows."""

    def violated(candidate: Candidate) -> str | None:
        w, examples = read_point(candidate["w"]), read_examples(candidate)
        if len(examples) != 1 or len(w) != len(examples[0][0]) or not mislabeled(w, examples):
            return None
        x, label = examples[0]
        if not zero and not any(x):
            return None
        before, after = label * dot(w, x), label * dot(moved(w, examples[0]), x)
        if after != before + dot(x, x) or (strictly and after <= before):
            return f"y⟨w, x⟩ is {before} before the update and {after} after it, ‖x‖² = {dot(x, x)}"
        return None

    return violated


def updates() -> Iterator[Candidate]:
    """Yield a w and one example, on small grids of the line and the plane."""
    for dimension, values in ((1, ("0", "1", "-1", "1/2", "3")), (2, ("0", "1", "-2"))):
        points = [list(point) for point in product(values, repeat=dimension)]
        for w, x, label in product(points, points, (1, -1)):
            yield {"w": w, "examples": [[x, label]]}


# ----------------------------------------------------------------------------------------------------------- mislabeled


def differ(of_zero: int) -> Callable[[Candidate], str | None]:
    """Return a test that sign(a) ≠ y where, and only where, ya ≤ 0, for a = ⟨w, x⟩."""

    def violated(candidate: Candidate) -> str | None:
        value, label = read_rational(candidate["product"]), candidate["label"]
        if label not in (1, -1) or (sign(value, of_zero) != label) == (label * value <= 0):
            return None
        return f"⟨w, x⟩ = {value} and y = {label}: sign⟨w, x⟩ = {sign(value, of_zero)}, and y⟨w, x⟩ ≤ 0"

    return violated


def signs() -> Iterator[Candidate]:
    """Yield a product of every sign, on which alone both conditions depend, with both labels."""
    return ({"product": value, "label": label} for value in ("0", "1", "-1") for label in (1, -1))


# ------------------------------------------------------------------------------------------------------------- theorem


def radius_and_length(examples: list[Example]) -> Fraction | None:
    """Return (RB)², or ``None`` where there is no example or none of the w separates them."""
    if not examples:
        return None
    best = shortest(examples)
    return None if isinstance(best, Inseparable) else best.norm_squared * longest_squared(examples)


def iterations(*, counted: int, allowed: int, sign_of_zero: int = 0) -> Callable[[Candidate], str | None]:
    """Return a test of: updates + counted ≤ (RB)² + allowed, however the mislabeled examples are chosen."""

    def violated(candidate: Candidate) -> str | None:
        examples = read_examples(candidate)
        bound = radius_and_length(examples)
        if bound is None:
            return None
        iterations = most_updates(examples, bound // 1 + 2, sign_of_zero) + counted
        if iterations <= bound + allowed:
            return None
        return f"{iterations} iterations, {iterations - counted} of them with an update, and (RB)² = {bound}"

    return violated


def stops_wrong(sign_of_zero: int) -> Callable[[Candidate], str | None]:
    """Return a test that whatever the Perceptron stops at on a separable sample has all y⟨w, x⟩ > 0."""

    def violated(candidate: Candidate) -> str | None:
        examples = read_examples(candidate)
        bound = radius_and_length(examples)
        if bound is None:
            return None
        returned = halted(examples, bound // 1 + 2, sign_of_zero)
        wrong = next((w for w in returned if margin(w, examples) <= 0), None)
        if returned and wrong is None:
            return None
        return "it does not stop" if wrong is None else f"it stops at w = {write_point(wrong)}, with y⟨w, x⟩ = 0"

    return violated


def errors(w: Point, examples: list[Example], of_zero: int) -> int:
    """Return how many examples have sign⟨w, x⟩ ≠ y."""
    return sum([sign(dot(w, x), of_zero) != label for x, label in examples])


def realizable_only(candidate: Candidate) -> str | None:
    """Find a sample on which some w has no error with sign(0) = +1, but none has all y⟨w, x⟩ > 0: no run stops."""
    examples, w = read_examples(candidate), read_point(candidate["w"])
    if not examples or len(w) != len(examples[0][0]) or errors(w, examples, 1):
        return None
    if not isinstance(shortest(examples), Inseparable):
        return None
    shown = _shown(examples)
    return f"w = {write_point(w)} has sign⟨w, x⟩ = y on {shown}, but none has y⟨w, x⟩ > 0, so that the loop is endless"


def with_explanations() -> Iterator[Candidate]:
    """Yield the small samples, each with every w of a small grid."""
    for candidate in sample_candidates():
        dimension = len(candidate["examples"][0][0])
        for w in product((0, 1, -1), repeat=dimension):
            yield {**candidate, "w": write_point(w)}


def no_erm(*, separable_only: bool) -> Callable[[Candidate], str | None]:
    """Return a test that the Perceptron stops with as few errors as any w; an endless run returns nothing."""

    def violated(candidate: Candidate) -> str | None:
        examples = read_examples(candidate)
        if not examples:
            return None
        bound = radius_and_length(examples)
        if bound is None:
            return None if separable_only else f"it never stops on {_shown(examples)}, which no w separates"
        returned = halted(examples, bound // 1 + 2)
        if returned and not any(errors(w, examples, of_zero) for w in returned for of_zero in (1, 0, -1)):
            return None
        return f"it returns {returned} on separable examples"

    return violated


# ------------------------------------------------------------------------------------------------------------- angles


def cosine_too_small(w_star: Point, w: Point, longest: Rational, t: int) -> bool:
    """Whether cos∠(w⋆, w) < √T/(RB), with B = ‖w⋆‖ and w ≠ 0: it is so if ⟨w⋆, w⟩²R² < T‖w‖², or ⟨w⋆, w⟩ < 0."""
    value = dot(w_star, w)
    return value < 0 or value * value * longest < t * dot(w, w)


def cosine(*, start: int, counted: int) -> Callable[[Candidate], str | None]:
    """Return a test of (9.2) from T = ``start`` on; with ``counted`` = 1, the pass that outputs w is the T-th."""

    def violated(candidate: Candidate) -> str | None:
        examples = read_examples(candidate)
        bound = radius_and_length(examples)
        if bound is None:
            return None
        best = shortest(examples)
        if isinstance(best, Inseparable):
            return None
        w_star = coordinates(best.w, len(examples[0][0]))
        longest = longest_squared(examples)
        for updates, states in enumerate(batch_states(examples, bound // 1 + 2)):
            for w in sorted(states):
                t = updates + (counted if not mislabeled(w, examples) else 0)
                if t < start:
                    continue
                if not any(w):
                    return f"at T = {t} the vector is 0, and has an angle with nothing"
                if cosine_too_small(w_star, w, longest, t):
                    squared = Fraction(dot(w_star, w)) ** 2 / (dot(w_star, w_star) * dot(w, w))
                    return f"at T = {t} the cosine² is {squared}, and T/(RB)² = {t / bound}"
        return None

    return violated


def separable() -> Iterator[Candidate]:
    """Yield the separable ones of the small samples."""
    seen = set()
    for sample, _ in separated_samples():
        if sample not in seen:
            seen.add(sample)
            yield {"examples": write_examples(sample)}


def undefined(candidate: Candidate) -> str | None:
    """Say which of R and B does not exist; that B is the least norm, its certificate proves by sums and products."""
    examples = read_examples(candidate)
    if not examples:
        return "there is no largest norm of no points; B is 0, as w = 0 fails on no example"
    best = shortest(examples)
    if isinstance(best, Inseparable):
        separating = any(margin(w, examples) > 0 for w in product((0, 1, -1, 2, -2), repeat=len(examples[0][0])))
        return "a w separates the examples, and there is none of least norm" if separating else None
    w = coordinates(best.w, len(examples[0][0]))
    combined = [sum([a * y * x[i] for a, (x, y) in zip(best.alphas, examples, strict=True)]) for i in range(len(w))]
    # Then any v with all yᵢ⟨v, xᵢ⟩ ≥ 1 has ⟨v, w⟩ = Σ aᵢyᵢ⟨v, xᵢ⟩ ≥ Σ aᵢ = ‖w‖², so that ‖v‖ ≥ ‖w‖.
    shown = list(w) == combined and min(best.alphas) >= 0 and sum(best.alphas) == dot(w, w) and margin(w, examples) >= 1
    return None if shown else f"nothing shows that {write_point(w)} has the least norm"
