"""Compare a submission's w with the textbook's, and find the first update that differs. No verdict uses it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from adversary.game.ending import MAX_SHOWN
from adversary.search.counterexample import Counterexample, Weighed
from adversary.search.grader import Grader
from adversary.search.record import Record, own_weights, replay
from learners.checks.replayer import OTHER_SEED
from learners.protocol import Fault, opposite
from learners.runner.clock import CutShort
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, frozen, vector
from proofs.formats.trace import Round

NEARLY_A_TIE = Fraction(1, 10**6)
"""The part of ‖w‖‖x‖ up to which a learner on floats may round ⟨w, x⟩ to either side."""

ROUNDING, OF_W = Fraction(1, 10**6), Fraction(1, 10**12)
"""What may be rounding in an update: parts of the update and of w."""


def with_weights(grader: Grader, counterexample: Counterexample, game: Record) -> Counterexample:
    """Return a counterexample with the learner's w and the textbook's, if it shows one and the game is not too long.

    It is played again for that, in a process of its own: no game that is judged asks for w.
    """
    rounds = counterexample.rounds
    too_long = len(rounds) * counterexample.setting.dimension > MAX_SHOWN
    if counterexample.lifted or counterexample.again or counterexample.fault or too_long:
        return counterexample
    with suppress(Fault, CutShort), grader.another(OTHER_SEED) as runner:
        if counterexample.before:
            replay(runner, game.on(counterexample.before))
        if own := own_weights(runner, game.of(counterexample)):
            return replace(counterexample, weights=compared(rounds, own))
    return counterexample


def compared(rounds: Sequence[Round], own: Sequence[Vector]) -> Weighed:
    """Return the weights with those of a Perceptron whose rule for ties agrees with them for the longest time."""
    ways = [_beside(own, textbook) for textbook in textbooks(rounds)]
    return max(ways, key=lambda weighed: len(rounds) + 1 if weighed.differs is None else weighed.differs)


def textbooks(rounds: Sequence[Round]) -> list[tuple[Vector, ...]]:
    """Return the Perceptron's w before the first round and after each, in its two ways to treat ties.

    At a tie, or nearly one, it answers as the submission. It learns from mistakes, or also from every tie.
    """
    return [tuple(_taught(rounds, ties_count=ties_count)) for ties_count in (False, True)]


def sure_sign(w: Vector, x: Vector) -> Literal[1, -1, 0]:
    """Return the sign of ⟨w, x⟩, or 0 if rounding could decide it."""
    value = Fraction(w.dot(x))
    if value**2 <= NEARLY_A_TIE**2 * w.norm_squared() * x.norm_squared():
        return 0
    return 1 if value > 0 else -1


def _taught(rounds: Sequence[Round], *, ties_count: bool) -> Iterator[Vector]:
    w: Weights = {}
    yield frozen(w)
    for entry in rounds:
        assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
        at_ties = opposite(entry.label) if ties_count or entry.mistake else entry.label
        if (sure_sign(frozen(w), entry.x) or at_ties) != entry.label:
            add(w, entry.x, entry.label)
        yield frozen(w)


def _beside(own: Sequence[Vector], textbook: tuple[Vector, ...]) -> Weighed:
    steps = list(zip(own, own[1:], textbook, textbook[1:], strict=False))
    rate: Rational | None = None
    differs = 0 if own[0].entries else None
    for number, (before, after, right_before, right_after) in enumerate(steps, 1):
        update, right = _difference(after, before), _difference(right_after, right_before)
        if rate is None and right.entries and update.dot(right) > 0:
            rate = Fraction(update.dot(right)) / right.norm_squared()  # a constant rate changes no answer
            short = rate.limit_denominator(1000)
            rate = short if abs(short - rate) <= ROUNDING * rate else rate
        right = vector((index, (1 if rate is None else rate) * value) for index, value in right.entries)
        allowed = ROUNDING * max(_size(update), _size(right)) + OF_W * max(_size(before), _size(after))
        if differs is None and _size(_difference(update, right)) > allowed:
            differs = number
    return Weighed(tuple(own), textbook, differs, 1 if rate is None or differs in (0, 1) else rate)


def _difference(after: Vector, before: Vector) -> Vector:
    update: Weights = dict(after.entries)
    add(update, before, -1)
    return frozen(update)


def _size(x: Vector) -> Rational:
    """Return the largest |coordinate|."""
    return max([Fraction(0), *[abs(Fraction(value)) for _, value in x.entries]])
