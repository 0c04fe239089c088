"""Labeled examples as plain JSON, the two printed Perceptrons on them, and small samples to try.

Points are tuples of rationals; in JSON an example is ``[["1", "-1/2"], 1]``, the coordinates and the label, 1 or -1.
The algorithms are those of Hsu, COMS 4771, Perceptron and Online Perceptron, and of Shalev-Shwartz and Ben-David,
Understanding Machine Learning, 9.1.2. They are part of the statements, and so written out here once more.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

from proofs.claims.claim import Candidate
from proofs.exact.errors import InputError
from proofs.exact.margins import Inseparable, Separable, best_margin
from proofs.exact.rationals import Rational, read_rational, simplest
from proofs.exact.vectors import Vector, vector

HSU = "Hsu, COMS 4771, Perceptron and Online Perceptron"
UML = "Shalev-Shwartz and Ben-David, Understanding Machine Learning, 9.1.2"

FINITE = "S is finite and not empty"

Point = tuple[Rational, ...]
Example = tuple[Point, int]


# ----------------------------------------------------------------------------------------------------------- arithmetic


def dot(a: Point, b: Point) -> Rational:
    """Return ⟨a, b⟩."""
    return sum([p * q for p, q in zip(a, b, strict=True)])


def sign(value: Rational, of_zero: int) -> int:
    """Return 1, -1, or what is given as the sign of 0."""
    return (value > 0) - (value < 0) or of_zero


def moved(w: Point, example: Example) -> Point:
    """Return w + y·x."""
    x, label = example
    return tuple([p + label * q for p, q in zip(w, x, strict=True)])


def margin(w: Point, examples: Sequence[Example]) -> Rational:
    """Return the smallest y⟨w, x⟩ of one example or more."""
    return min([label * dot(w, x) for x, label in examples])


def longest_squared(examples: Sequence[Example]) -> Rational:
    """Return L² = R², the largest ‖x‖² of one example or more."""
    return max([dot(x, x) for x, _ in examples])


def at_most_root(value: Rational, square: Rational) -> bool:
    """Whether value ≤ √square, decided without a root; ``square`` is not negative."""
    return value <= 0 or value * value <= square


def shortest(examples: Sequence[Example]) -> Separable | Inseparable:
    """Return the shortest w with y⟨w, x⟩ ≥ 1, or that nothing separates the examples, with its certificate."""
    return _shortest(tuple(examples))


@cache
def _shortest(examples: tuple[Example, ...]) -> Separable | Inseparable:
    return best_margin([(vector(enumerate(x)), label) for x, label in examples])


def coordinates(w: Vector, dimension: int) -> Point:
    """Return all coordinates of a sparse vector."""
    return w.coordinates(dimension)


# ----------------------------------------------------------------------------------------------------------------- JSON


def read_point(written: Any) -> Point:
    """Read coordinates.

    Raises:
        InputError: this is no list of rationals as strings.

    """
    if not isinstance(written, list) or not all(isinstance(text, str) for text in written):
        raise InputError(f'{written!r} is no point; write its coordinates like ["1", "-1/2"]')
    return tuple([simplest(read_rational(text)) for text in written])


def read_examples(candidate: Candidate) -> list[Example]:
    """Read what stands under ``examples``.

    Raises:
        InputError: this is no list of examples whose points have one dimension, and whose labels are 1 or -1.

    """
    examples = []
    for entry in candidate["examples"]:
        if not isinstance(entry, list) or len(entry) != 2 or type(entry[1]) is not int or entry[1] not in (1, -1):  # noqa: PLR2004 - point and label
            raise InputError(f'{entry!r} is no example; write it like [["1", "-1/2"], 1], with a label 1 or -1')
        examples.append((read_point(entry[0]), entry[1]))
    if len({len(x) for x, _ in examples}) > 1:
        raise InputError("the points have different dimensions; all should have as many coordinates")
    return examples


def write_point(point: Iterable[Rational]) -> list[str]:
    """Write coordinates as JSON has them."""
    return [str(value) for value in point]


def write_examples(examples: Iterable[Example]) -> list[list[Any]]:
    """Write examples as JSON has them."""
    return [[write_point(x), label] for x, label in examples]


# ----------------------------------------------------------------------------------------------------------- algorithms


def mislabeled(w: Point, examples: Sequence[Example], sign_of_zero: int = 0) -> list[Example]:
    """Return the examples with sign⟨w, x⟩ ≠ y; where sign(0) = 0, these are the ones with y⟨w, x⟩ ≤ 0."""
    products = [((x, label), label * dot(w, x)) for x, label in examples]
    return [example for example, value in products if value < 0 or (value == 0 and sign_of_zero * example[1] != 1)]


def batch_states(examples: Sequence[Example], most: int, sign_of_zero: int = 0) -> Iterator[set[Point]]:
    """Yield, for 0, 1, 2, … up to ``most`` updates, every w that Perceptron can have then.

    Neither source says which of the mislabeled examples is taken, so all of them are; it ends where every run halted.
    """
    states: set[Point] = {tuple([0] * len(examples[0][0]) if examples else [])}
    for _ in range(most + 1):
        if not states:
            return
        yield states
        states = {moved(w, example) for w in states for example in mislabeled(w, examples, sign_of_zero)}


def most_updates(examples: Sequence[Example], most: int, sign_of_zero: int = 0) -> int:
    """Return how many updates the longest run makes before it halts, or ``most`` if that is as far as it was run."""
    return sum([1 for _ in batch_states(examples, most, sign_of_zero)]) - 1


def halted(examples: Sequence[Example], most: int, sign_of_zero: int = 0) -> list[Point]:
    """Return every w that Perceptron can return within so many updates, the early ones first."""
    levels = batch_states(examples, most, sign_of_zero)
    return [w for states in levels for w in sorted(states) if not mislabeled(w, examples, sign_of_zero)]


def online_run(examples: Sequence[Example]) -> list[tuple[Point, bool]]:
    """Return ŵₜ₊₁ and whether round t was a mistake, y⟨ŵₜ, x⟩ ≤ 0, for every round of Online Perceptron."""
    run: list[tuple[Point, bool]] = []
    w: Point = tuple([0] * len(examples[0][0])) if examples else ()
    for x, label in examples:
        mistake = label * dot(w, x) <= 0
        w = moved(w, (x, label)) if mistake else w
        run.append((w, mistake))
    return run


# --------------------------------------------------------------------------------------------------------- what to try


@cache
def small_samples() -> tuple[tuple[Example, ...], ...]:
    """Return samples on small integer grids of the line and the plane, zero vectors included, small ones first."""
    line = _examples(1, 2)
    plane = _examples(2, 1)
    random = Random(1)  # noqa: S311 - reproducible, not secret
    wide = [((a, b), label) for (a, b), label in _examples(2, 2) if (a, b) != (0, 0)]
    return (
        *[sample for size in (1, 2) for sample in combinations(line, size)],
        *[(example,) for example in plane],
        *[sample for sample in combinations(plane, 2) if sample[0][1] == 1],
        *combinations([example for example in plane if example[1] == 1 and any(example[0])], 3),
        *[tuple(random.sample(wide, 3)) for _ in range(40)],
    )


def _examples(dimension: int, reach: int) -> list[Example]:
    """Return all examples with coordinates 0, 1, -1, … up to ``reach`` in size."""
    values = sorted(range(-reach, reach + 1), key=lambda value: (abs(value), -value))
    points = sorted(product(values, repeat=dimension), key=lambda point: sum(map(abs, point)))
    return [(point, label) for point in points for label in (1, -1)]


def sample_candidates() -> Iterator[Candidate]:
    """Yield the small samples."""
    for sample in small_samples():
        yield {"examples": write_examples(sample)}


def with_empty() -> Iterator[Candidate]:
    """Yield no examples at all, and then the small samples."""
    yield {"examples": []}
    yield from sample_candidates()


def nonempty(test: Callable[[Candidate], str | None]) -> Callable[[Candidate], str | None]:
    """Return the test without the empty sample."""
    return lambda candidate: test(candidate) if candidate["examples"] else None


@cache
def separated_samples() -> tuple[tuple[tuple[Example, ...], Point], ...]:
    """Return the separable small samples, each with the shortest w and with others that have the margin 1, too."""
    found = []
    for sample in small_samples():
        best = shortest(sample)
        if isinstance(best, Separable):
            dimension = len(sample[0][0])
            found.append((sample, coordinates(best.w, dimension)))
            others = [w for w in product((1, -1, 2, 0), repeat=dimension) if margin(w, sample) > 0]
            found.extend((sample, scaled(w, sample)) for w in others[:1])
    return tuple(found)


def scaled(w: Point, examples: Sequence[Example]) -> Point:
    """Return the positive multiple of a linear separator that has the margin 1."""
    least = Fraction(margin(w, examples))
    return tuple([simplest(value / least) for value in w])


def separated_candidates() -> Iterator[Candidate]:
    """Yield separable samples with a w⋆ whose margin on them is 1."""
    for sample, w in separated_samples():
        yield {"examples": write_examples(sample), "w_star": write_point(w)}


@cache
def small_sequences() -> tuple[tuple[Example, ...], ...]:
    """Return sequences of examples, separable or not, short ones first: all short ones on the line, some in the plane.

    Every other one of those in the plane is labeled by a halfspace, and goes through its points more than once.
    """
    line = [example for example in _examples(1, 2) if any(example[0]) or example[1] == 1]
    random = Random(2)  # noqa: S311 - reproducible, not secret
    wide = _examples(2, 3)
    long: list[tuple[Example, ...]] = []
    for number in range(80):
        drawn = random.choices(wide, k=random.randint(2, 9))
        if number % 2:
            w = (random.randint(1, 3), random.randint(-3, 3))
            drawn = [(x, 1 if dot(w, x) > 0 else -1) for x, _ in drawn if dot(w, x)] * 2
        if drawn:
            long.append(tuple(drawn))
    return (*[sequence for size in (1, 2) for sequence in product(line, repeat=size)], *long)


def sequence_candidates() -> Iterator[Candidate]:
    """Yield short sequences, each with several w⋆, 0 among them."""
    for sequence in small_sequences():
        dimension = len(sequence[0][0])
        for value in ("0", "1", "1/2", "-1"):
            yield {"examples": write_examples(sequence), "w_star": [value] * dimension}


def separated_sequences() -> Iterator[Candidate]:
    """Yield separable sequences with a w⋆ of margin 1: small samples read twice, in both orders, and longer ones."""
    for sample, w in separated_samples():
        yield {"examples": write_examples([*sample, *reversed(sample)]), "w_star": write_point(w)}
    for sequence in small_sequences():
        best = shortest(sequence)
        if isinstance(best, Separable):
            w = coordinates(best.w, len(sequence[0][0]))
            yield {"examples": write_examples(sequence), "w_star": write_point(w)}
