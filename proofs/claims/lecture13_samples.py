"""Samples of Lecture 13, the printed loop on them, and small ones to try: Cesa-Bianchi, Lecture 13, 1.1 and 1.2.

Candidates are samples as in ``labeled_samples``, some with a weight vector ``w``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from proofs.claims import labeled_samples as ls
from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import Example, Point, coordinates, dot, margin
from proofs.claims.labeled_samples import shortest as best
from proofs.exact.errors import InputError
from proofs.exact.margins import Inseparable
from proofs.exact.rationals import Rational
from proofs.exact.vectors import vector
from proofs.solvers.mindisopt import min_disagreements

Sample = tuple[Example, ...]
Check = Callable[[Candidate], str | None]

MOST_READS = 60
"""Reads after which a loop that should not halt is given up."""


# ---------------------------------------------------------------------------------------------------------- definitions


def errors(w: Point, examples: Sequence[Example]) -> int:
    """Return the number of examples with y⟨w, x⟩ ≤ 0, whatever numbers the labels are."""
    return sum([label * dot(w, x) <= 0 for x, label in examples])


@cache
def opt(sample: Sample) -> tuple[int, Point]:
    """Return Opt(S) for labels ±1, with a w that attains it."""
    found = min_disagreements([(vector(enumerate(x)), label) for x, label in sample])
    return found.errors, coordinates(found.w, len(sample[0][0]))


@dataclass(frozen=True, slots=True)
class Loop:
    """A run of the printed loop: w before each update and at the end, the examples (from 0) that caused the updates,
    how many examples were read, and whether γ(w) > 0 ended it.
    """  # noqa: D205 - one sentence

    states: tuple[Point, ...]
    causes: tuple[int, ...]
    reads: int
    halted: bool

    @property
    def updates(self) -> int:
        """How often w changed, M."""
        return len(self.causes)


@cache
def loop(sample: Sample, most_reads: int) -> Loop:
    """Read the examples in order, over and over; update on y⟨w, x⟩ ≤ 0; stop after a read that leaves γ(w) > 0."""
    states: list[Point] = [(0,) * len(sample[0][0])]
    causes: list[int] = []
    for read in range(most_reads):
        x, label = sample[place := read % len(sample)]
        if label * dot(states[-1], x) <= 0:
            states.append(ls.moved(states[-1], (x, label)))
            causes.append(place)
        if margin(states[-1], sample) > 0:
            return Loop(tuple(states), tuple(causes), read + 1, halted=True)
    return Loop(tuple(states), tuple(causes), most_reads, halted=False)


@dataclass(frozen=True, slots=True)
class Separated:
    """A separable sample with ‖U⋆‖², the shortest U with γ(U) = 1, R² = max ‖x‖², and the printed loop on it."""

    sample: Sample
    shortest: Point
    norm_squared: Fraction
    longest: Rational
    run: Loop

    @property
    def bound(self) -> Fraction:
        """‖U⋆‖²R²."""
        return self.norm_squared * self.longest


def sample_of(candidate: Candidate) -> Sample:
    """Read a candidate's sample. Raises InputError if it is none, or empty."""
    if not (examples := ls.read_examples(candidate)):
        raise InputError("the sample is empty; a margin needs at least one example")
    return tuple(examples)


def separated(candidate: Candidate) -> Separated | None:
    """Read a candidate's sample, and run the loop on it, if it is separable."""
    sample = sample_of(candidate)
    if isinstance(found := best(sample), Inseparable):
        return None
    longest = ls.longest_squared(sample)
    # One read more than the theorem and the cyclic order allow, so that a run that is too long shows.
    run = loop(sample, len(sample) * (int(found.norm_squared * longest) + 1) + 1)
    shortest = coordinates(found.w, len(sample[0][0]))
    return Separated(sample, shortest, found.norm_squared, longest, run)


def on_separable(finds: Callable[[Separated], str | None]) -> Check:
    """Make a check of what is stated of separable samples alone."""

    def violated(candidate: Candidate) -> str | None:
        found = separated(candidate)
        return None if found is None else finds(found)

    return violated


def with_w(finds: Callable[[Sample, Point], str | None]) -> Check:
    """Make a check of what is stated of a sample and any w."""

    def violated(candidate: Candidate) -> str | None:
        sample = sample_of(candidate)
        return finds(sample, weights(candidate, "w", len(sample[0][0])))

    return violated


def weights(candidate: Candidate, name: str, dimension: int) -> Point:
    """Read a vector of that name. Raises InputError if it has not as many coordinates as the points."""
    w = ls.read_point(candidate[name])
    if len(w) != dimension:
        raise InputError(f"{name} has {len(w)} coordinates, the points have {dimension}")
    return w


# ---------------------------------------------------------------------------------------------------------- what to try


def of_points(*points: Iterable[Rational]) -> Candidate:
    """Write points as a sample whose labels are all 1."""
    return {"examples": ls.write_examples([(tuple(x), 1) for x in points])}


def samples() -> Iterator[Candidate]:
    """Yield samples of up to three examples on small grids of the line and the plane."""
    yield from pairs()
    for points in combinations([x for x in product((0, 1, -1), repeat=2) if any(x)], 3):
        yield of_points(*points)


def pairs() -> Iterator[Candidate]:
    """Yield the samples of one or two examples on such grids, zero vectors included."""
    return ({"examples": ls.write_examples(sample)} for sample in _pairs())


def _pairs() -> Iterator[Sample]:
    for dimension, values in ((1, (0, 1, -1, 2, -2)), (2, (0, 1, -1))):
        points = sorted(product(values, repeat=dimension), key=lambda x: sum(map(abs, x)))
        examples: list[Example] = [(x, label) for x in points for label in (1, -1)]
        for size in (1, 2):
            yield from combinations(examples, size)


def samples_with_w() -> Iterator[Candidate]:
    """Yield samples of one or two examples, each with all w of a small grid."""
    for sample in _pairs():
        for w in product((1, -1, 0), repeat=len(sample[0][0])):
            yield {"examples": ls.write_examples(sample), "w": ls.write_point(w)}


def pairs_with_factor() -> Iterator[Candidate]:
    """Yield small samples, each with some C ≥ 1; those on which an ERM errs, and with C > 1, are what matters."""
    return ({**candidate, "C": times} for candidate in pairs() for times in ("1", "2"))


def samples_with_half_w() -> Iterator[Candidate]:
    """Yield the samples with a short w, too."""
    yield {**of_points((1,)), "w": ["1/2"]}
    yield from samples_with_w()


def binary_instances() -> Iterator[Candidate]:
    """Yield the printed instances of one or two examples on the line and in the plane, each with w of a small grid."""
    for dimension in (1, 2):
        entries: list[Any] = [[ls.write_point(x), y] for x in product((0, 1), repeat=dimension) for y in (0, 1)]
        for size in (1, 2):
            for chosen in combinations(entries, size):
                for w in product((0, 1, -1, 2), repeat=dimension):
                    yield {"binary": list(chosen), "w": ls.write_point(w)}


def two_points(k: int) -> Candidate:
    """Return (1, 0) and (−k, 1), both labeled 1: (k + 1)² + 1 updates, in any order."""
    return of_points((1, 0), (-k, 1))


def heavy() -> Iterator[Candidate]:
    """Yield samples in which one example outweighs the others."""
    for k in (2, 3):
        yield of_points((1, 0), (1, 0), (-k, 1))
    yield of_points((1, 0), (1, 0), (0, 2))
    yield of_points((1, 0), (1, 0), (0, 1))


def mirrored() -> Iterator[Candidate]:
    """Yield (k, 1) and (−k, 1): two points of one length that nearly face each other."""
    return (of_points((k, 1), (-k, 1)) for k in range(1, 9))


def small_and_heavy() -> Iterator[Candidate]:
    """Yield small samples, and some in which one example outweighs the others."""
    yield from samples()
    yield from heavy()
    yield from (two_points(k) for k in range(1, 6))


def single_steps() -> Iterator[Candidate]:
    """Yield one example and a w, on small grids of the line and the plane."""
    for dimension in (1, 2):
        grid = list(product((0, 1, -1, 2, -2), repeat=dimension))
        for x, w in product(grid, repeat=2):
            yield {**of_points(x), "w": ls.write_point(w)}
