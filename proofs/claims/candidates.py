"""The objects on which claims are tried: labeled samples and finite classes, with their JSON.

Points are tuples of rationals; in JSON an example is ``[["1", "-1/2"], 1]``, the coordinates and the label, 1 or -1.
Other candidates are dicts of numbers. Rationals are strings in JSON, and counts are numbers.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any

from proofs.exact.margins import Inseparable, Separable, best_margin
from proofs.exact.rationals import Rational, simplest
from proofs.exact.vectors import vector

Point = tuple[Rational, ...]
Example = tuple[Point, int]


# ----------------------------------------------------------------------------------------------------------- arithmetic


def dot(a: Point, b: Point) -> Rational:
    """Return ⟨a, b⟩."""
    return sum([p * q for p, q in zip(a, b, strict=True)])


def norm_squared(a: Point) -> Rational:
    """Return ‖a‖²."""
    return dot(a, a)


def add(a: Point, b: Point, factor: Rational = 1) -> Point:
    """Return a + factor·b."""
    return tuple([simplest(p + factor * q) for p, q in zip(a, b, strict=True)])


def sign(value: Rational, of_zero: int) -> int:
    """Return 1, -1, or what is given as the sign of 0."""
    return (value > 0) - (value < 0) or of_zero


def show(point: Iterable[Rational]) -> str:
    """Write a point for people: (3/5, 4/5)."""
    return f"({', '.join(map(str, point))})"


def shown(examples: Iterable[Example]) -> str:
    """Write examples for people."""
    return ", ".join([f"{show(x)} labeled {label:+d}" for x, label in examples])


# -------------------------------------------------------------------------------------------------------------- samples


@dataclass(frozen=True, slots=True)
class Sample:
    """A labeled sample, or sequence: examples of one dimension, and where a statement has them, more vectors.

    ``target`` is a vector that is meant to explain the labels (v, U, w⋆), of any length; ``w`` are weights; ``x`` is a
    further point. Nothing is known of them but their shape.
    """

    examples: tuple[Example, ...]
    target: Point | None = None
    w: Point | None = None
    x: Point | None = None

    @property
    def dimension(self) -> int:
        """The number of coordinates; 0 without examples."""
        return len(self.examples[0][0]) if self.examples else 0

    @property
    def radius_squared(self) -> Rational:
        """R² = L², the largest ‖x‖² of one example or more."""
        return max([norm_squared(x) for x, _ in self.examples])

    @property
    def margin(self) -> Rational:
        """γ = min y⟨target, x⟩ over one example or more, in units of ‖target‖."""
        return margin(self.target or (), self.examples)

    @property
    def ratio(self) -> Fraction | None:
        """‖target‖²R²/γ², which bounds the mistakes; ``None`` where the target does not separate the examples."""
        if self.target is None or not self.examples or self.margin <= 0:
            return None
        return Fraction(norm_squared(self.target) * self.radius_squared) / self.margin**2

    @property
    def shortest(self) -> Point | None:
        """The shortest w with y⟨w, x⟩ ≥ 1 on all examples; ``None`` if nothing separates them."""
        best = shortest(self.examples)
        return best.w.coordinates(self.dimension) if isinstance(best, Separable) else None


def margin(w: Point, examples: Sequence[Example]) -> Rational:
    """Return the smallest y⟨w, x⟩ of one example or more."""
    return min([label * dot(w, x) for x, label in examples])


@cache
def shortest(examples: tuple[Example, ...]) -> Separable | Inseparable:
    """Return the shortest w with y⟨w, x⟩ ≥ 1, or that nothing separates the examples, with its certificate."""
    return best_margin([(vector(enumerate(x)), label) for x, label in examples])


def sample(*examples: tuple[Sequence[Rational], int], **vectors: Sequence[Rational]) -> Sample:
    """Make a sample from (coordinates, label) pairs; the vectors are ``target``, ``w`` and ``x``."""
    pairs = tuple([(tuple(x), label) for x, label in examples])
    return Sample(pairs, **{name: tuple(value) for name, value in vectors.items()})


def labeled(target: Sequence[Rational], points: Iterable[Sequence[Rational]], **vectors: Sequence[Rational]) -> Sample:
    """Label points by a target: +1 where ⟨target, x⟩ ≥ 0."""
    u = tuple(target)
    return sample(*[(x, 1 if dot(u, tuple(x)) >= 0 else -1) for x in points], target=u, **vectors)


@dataclass(frozen=True, slots=True)
class FiniteClass:
    """Concepts as texts of + and -, one character a point; and a sequence of (point, label), where one is meant."""

    concepts: tuple[str, ...]
    sequence: tuple[tuple[int, int], ...] | None = None


ONE = sample(((1,), 1), target=(1,))
"""The smallest sample: 1, labeled +1, and explained by 1."""


def only(*candidates: object) -> Callable[[], tuple[object, ...]]:
    """Return a function that yields just these candidates, for a reading that a natural witness refutes."""
    return lambda: candidates


# ----------------------------------------------------------------------------------------------------------------- JSON


def plain(candidate: Any) -> Any:
    """Write a candidate as JSON has it."""
    if isinstance(candidate, Sample):
        vectors = {name: getattr(candidate, name) for name in ("target", "w", "x")}
        examples = [[_written(x), label] for x, label in candidate.examples]
        return {"examples": examples} | {name: _written(value) for name, value in vectors.items() if value is not None}
    if isinstance(candidate, FiniteClass):
        values = {field.name: getattr(candidate, field.name) for field in fields(candidate)}
        return plain({name: value for name, value in values.items() if value is not None})
    if isinstance(candidate, dict):
        return {key: plain(value) for key, value in candidate.items()}
    if isinstance(candidate, list | tuple):
        return [plain(value) for value in candidate]
    return str(candidate) if isinstance(candidate, Fraction) else candidate


def _written(point: Point) -> list[str]:
    return [str(value) for value in point]
