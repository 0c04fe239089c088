"""The footnote of Hsu, COMS 4771, third theorem: a quadratic inequality bounds x²; roots are compared in squares."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from proofs.claims import hinge_arguments as arguments
from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.labeled_samples import HSU, at_most_root
from proofs.exact.rationals import read_rational


def _quadratic(candidate: Candidate) -> tuple[Fraction, Fraction, Fraction]:
    return read_rational(candidate["x"]), read_rational(candidate["b"]), read_rational(candidate["c"])


def _triples(values: tuple[str, ...]) -> Callable[[], Iterator[Candidate]]:
    def candidates() -> Iterator[Candidate]:
        for x, b, c in product(values, ("0", "1", "1/2", "3"), ("0", "1", "1/3", "4")):
            yield {"x": x, "b": b, "c": c}

    return candidates


_NUMBERS = ("0", "1", "2", "1/2", "4", "9/2", "5")
_SIGNED = (*_NUMBERS, "-1", "-2", "-1/2", "-4", "-1/9")


def square_too_large(x: Fraction, b: Fraction, c: Fraction) -> bool:
    """Whether x² is above (b + √(b² + 4c))²/4 or above b² + b√c + c."""
    exact = x * x - b * b / 2 - c
    return not (at_most_root(exact, b * b * (b * b + 4 * c) / 4) and at_most_root(x * x - b * b - c, b * b * c))


def _footnote(*, from_root: bool, signed: bool) -> Callable[[Candidate], str | None]:
    """Return a test of the bounds on x², from x² − bx − c ≤ 0, or only from x ≤ (b + √(b² + 4c))/2."""

    def violated(candidate: Candidate) -> str | None:
        x, b, c = _quadratic(candidate)
        given = at_most_root(2 * x - b, b * b + 4 * c) if from_root else x * x - b * x - c <= 0
        if b < 0 or c < 0 or (x < 0 and not signed) or not given or not square_too_large(x, b, c):
            return None
        return f"x = {x}, b = {b}, c = {c}: x² = {x * x} is above the bound"

    return violated


def _footnote_readings() -> tuple[Reading, ...]:
    """Return the readings of the footnote; M = x² makes x ≥ 0 in the proof, but the footnote does not say it."""
    return (
        Reading(
            "x² − bx − c ≤ 0, for any real x",
            argument=arguments.quadratic_term,
            violated=_footnote(from_root=False, signed=True),
            candidates=_triples(_SIGNED),
            theorem="footnote_chain",
        ),
        Reading(
            "the second step by itself, from x ≤ (b + √(b² + 4c))/2 for any real x",
            violated=_footnote(from_root=True, signed=True),
            candidates=_triples(_SIGNED),
            instead="x is not negative, as √M is not",
            theorem="footnote_fails_below_0",
        ),
        Reading(
            "the second step by itself, for x ≥ 0",
            argument=arguments.squared_term,
            violated=_footnote(from_root=True, signed=False),
            candidates=_triples(_NUMBERS),
            theorem="footnote_second_step",
        ),
    )


FOOTNOTE = Claim(
    "hsu-3-footnote",
    HSU,
    "third theorem, footnote",
    "x² − bx − c ≤ 0 gives x ≤ (b + √(b² + 4c))/2, hence x² ≤ (b² + 2b√(b² + 4c) + b² + 4c)/4 ≤ b² + b√c + c.",
    _footnote_readings(),
    hypotheses="b and c are not negative",
)
