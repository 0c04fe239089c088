"""The Perceptron, once for all sources: a run in a given order, and all runs where the source leaves the order open.

Sources differ in three ways. ``tie`` is what ⟨w, x⟩ = 0 is: predicted +1 (Notes 3) or −1, or 0, a mistake whatever the
label (Hsu; Lecture 13; Understanding Machine Learning). ``step`` is the share of y·x that such a mistake adds: ½ where
the update is ½(y − ŷ)x with ŷ = 0 (Livni). ``order`` is that in which examples are read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle

from proofs.claims.candidates import Example, Point, add, dot
from proofs.exact.rationals import Rational

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Round:
    """The example's number (from 0), w before and after it, and whether it was a mistake."""

    number: int
    before: Point
    after: Point
    mistake: bool


def run(
    examples: Sequence[Example],
    *,
    tie: int = 0,
    step: Rational = 1,
    order: Iterable[int] | None = None,
    start: Point | None = None,
) -> Iterator[Round]:
    """Yield the rounds of the Perceptron: each example once, or the examples of these numbers; from w = 0, or else."""
    w = start or (0,) * (len(examples[0][0]) if examples else 0)
    for number in range(len(examples)) if order is None else order:
        x, label = examples[number]
        product = label * dot(w, x)
        mistake = product < 0 or (product == 0 and tie != label)
        after = add(w, x, label * (step if product == 0 and tie == 0 else 1)) if mistake else w
        yield Round(number, w, after, mistake)
        w = after


def mistakes(examples: Sequence[Example], *, tie: int = 0, step: Rational = 1) -> list[Round]:
    """Return the rounds with a mistake."""
    return [played for played in run(examples, tie=tie, step=step) if played.mistake]


def until_right(examples: Sequence[Example]) -> list[Round]:
    """Read the examples, which some w separates, again and again; return the rounds up to the last mistake."""
    rounds: list[Round] = []
    last = 0
    for played in run(examples, order=cycle(range(len(examples)))):
        rounds.append(played)
        last = len(rounds) if played.mistake else last
        if len(rounds) - last == len(examples):
            break
    return rounds[:last]


def mislabeled(w: Point, examples: Sequence[Example], tie: int = 0) -> list[Example]:
    """Return the examples that w gets wrong; with ``tie`` 0, the ones with y⟨w, x⟩ ≤ 0."""
    products = [((x, label), label * dot(w, x)) for x, label in examples]
    return [example for example, value in products if value < 0 or (value == 0 and tie != example[1])]


def every_run(examples: Sequence[Example], most: int) -> Iterator[set[Point]]:
    """Yield, for 0, 1, 2, … up to ``most`` updates, every w that the Perceptron can have then, in whatever order.

    Any mislabeled example may be next. It ends where every run has halted.
    """
    states: set[Point] = {(0,) * (len(examples[0][0]) if examples else 0)}
    for _ in range(most + 1):
        if not states:
            return
        yield states
        states = {add(w, x, label) for w in states for x, label in mislabeled(w, examples)}


def most_updates(examples: Sequence[Example], most: int) -> int:
    """Return how many updates the longest run makes before it halts, or ``most`` if that is as far as it was run."""
    return sum([1 for _ in every_run(examples, most)]) - 1
