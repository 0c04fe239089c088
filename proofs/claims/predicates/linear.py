"""What contradicts a statement about linear classifiers themselves: signs, errors, separability, margins."""

from collections.abc import Iterator
from typing import Any

from proofs.claims.candidates import Example, Point, Sample, dot, show, sign
from proofs.claims.predicates.perceptron import Test, returns_wrong
from proofs.exact.rationals import Rational


def shown(examples: tuple[Example, ...]) -> str:
    """Write examples for people."""
    return ", ".join([f"{show(x)} labeled {label:+d}" for x, label in examples])


def with_examples(test: Test, target: str = "") -> Test:
    """Let the line of a test begin with the examples, and with their target by this name."""

    def violated(case: Sample) -> str | None:
        line = test(case)
        given = f", and {target} = {show(case.target)}" if target and case.target else ""
        return f"{shown(case.examples)}{given}: {line}" if line else None

    return violated


def errors(w: Point, examples: tuple[Example, ...], of_zero: int = 0) -> int:
    """Return how many examples have sign⟨w, x⟩ ≠ y."""
    return sum([sign(dot(w, x), of_zero) != label for x, label in examples])


def sign_and_product_differ(candidate: dict[str, Any], *, of_zero: int) -> str | None:
    """Test that sign(a) ≠ y where, and only where, ya ≤ 0, for a = ⟨w, x⟩."""
    value: Rational = candidate["product"]
    label: int = candidate["label"]
    if (sign(value, of_zero) != label) == (label * value <= 0):
        return None
    return f"⟨w, x⟩ = {value} and y = {label}: sign⟨w, x⟩ = {sign(value, of_zero)}, and y⟨w, x⟩ ≤ 0"


def signs() -> Iterator[dict[str, int]]:
    """Yield a product of every sign, on which alone both conditions depend, with both labels."""
    return ({"product": value, "label": label} for value in (0, 1, -1) for label in (1, -1))


def equal_sign_is_right(case: Sample) -> str | None:
    """Find an example with sign⟨w, x⟩ = y, which w therefore labels rightly."""
    ((x, label),) = case.examples
    w = case.w or ()
    right = f"w = {show(w)} has sign⟨w, x⟩ = {label:+d} = y, and is right"
    return right if label * dot(w, x) > 0 else None


def explained_but_inseparable(case: Sample) -> str | None:
    """Find a sample on which w has no error with sign(0) = +1, but none has all y⟨w, x⟩ > 0: no run stops."""
    if case.w is None or errors(case.w, case.examples, 1) or case.shortest is not None:
        return None
    labels = f"has sign⟨w, x⟩ = y on {shown(case.examples)}"
    return f"w = {show(case.w)} {labels}, but none has all y⟨w, x⟩ > 0, so that the loop is endless"


def errs(case: Sample) -> str | None:
    """Test that the Perceptron stops with as few errors as any w; an endless run returns nothing."""
    if case.shortest is None:
        return f"it never stops on {shown(case.examples)}, which no w separates"
    return returns_wrong(Sample(case.examples, case.shortest))
