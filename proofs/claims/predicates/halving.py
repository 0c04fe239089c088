"""Violations of statements about Halving and Randomized Halving: on finite classes, and on sequences."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from proofs.claims.candidates import FiniteClass
from proofs.claims.predicates.perceptron import counted
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.rationals import Rational
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import (
    TieRule,
    halving_worst_case,
    harmonic_less_one,
    randomized_halving,
    randomized_littlestone,
)

Labeled = Sequence[tuple[int, int]]
Concepts = tuple[str, ...]

ORDINALS = {1: "st", 2: "nd", 3: "rd"}
POWERS = "¹²³⁴⁵⁶⁷⁸⁹"


def table(one: FiniteClass) -> ConceptClass:
    """Return the class as the solvers take it."""
    return class_of_texts("the class", one.concepts)


@cache
def forced(one: FiniteClass, ties: TieRule = "adversarial") -> Rational:
    """Return the most mistakes that Halving can be made to make."""
    return halving_worst_case(table(one), ties).value()


@cache
def expectation(one: FiniteClass) -> Rational:
    """Return the largest expectation of Randomized Halving on a sequence."""
    return randomized_halving(table(one)).value()


@cache
def dimension(one: FiniteClass) -> int:
    """Return the optimal number of mistakes, Littlestone's dimension."""
    return Littlestone(table(one)).dimension()


def kept(concepts: Concepts, point: int, label: int) -> Concepts:
    """Return the concepts that give a point its label."""
    return tuple([text for text in concepts if (text[point] == "+") == (label == 1)])


def shown(pair: tuple[int, int]) -> str:
    """Write a sample for people: the 2nd point labeled +1."""
    point, label = pair
    return f"the {point + 1}{ORDINALS.get(point + 1, 'th')} point labeled {label:+d}"


def written(one: FiniteClass) -> str:
    """Write the concepts, and the sequence, if there is one, for people."""
    samples = f"; {', then '.join(map(shown, one.sequence))}" if one.sequence else ""
    return f"C is {', '.join(one.concepts)}{samples}"


# -------------------------------------------------------------------------------------------------------------- Halving


def exceeds_log(one: FiniteClass, *, base: Rational = 2, named: str = "2") -> str | None:
    """Test that Halving makes at most log|C| mistakes, whichever way ties go; ``named`` is no less than base."""
    made, size = int(forced(one)), len(one.concepts)
    text = f"{written(one)}: {counted(made, 'mistake')} on {counted(size, 'concept')}, but {named}^{made} > {size}"
    return text if base**made > size else None


def exceeds_log_on(one: FiniteClass) -> str | None:
    """Test that Halving, ties +1, makes at most log₂|C| mistakes on the sequence; no concept need explain it."""
    left, made, size = one.concepts, 0, len(one.concepts)
    for point, label in one.sequence or ():
        made += bool(left) and majority(left)[point] != "-+"[label > 0]
        left = kept(left, point, label)
    log = f"log₂ {size} = {size.bit_length() - 1}" if size.bit_count() == 1 else f"2^{made} > {size}"
    text = f"{written(one)}: {counted(made, 'mistake')} with {counted(size, 'concept')}, but {log}"
    return text if 2**made > size else None


def majority(concepts: Concepts, tie: str = "+") -> str:
    """Return the majority vote of all, and how ties go."""
    sums = [sum([1 if text[point] == "+" else -1 for text in concepts]) for point in range(len(concepts[0]))]
    return "".join([tie if total == 0 else "+" if total > 0 else "-" for total in sums])


# --------------------------------------------------------------------------------------------------- Randomized Halving


def is_worse_than_halving(one: FiniteClass) -> str | None:
    """Test that Randomized Halving is not expected to make more mistakes, at worst, than Halving does."""
    once, value = forced(one), expectation(one)
    made = f"Halving makes {counted(once, 'mistake')} at most, and of Randomized Halving {value} can be expected"
    return f"{written(one)}: {made}" if value > once else None


def has_no_ratio(one: FiniteClass) -> str | None:
    """Test that log₂|C| / ln|C| is a number."""
    return f"{written(one)}: log₂|C| = 0 and ln|C| = 0, and 0/0 is no number" if len(one.concepts) == 1 else None


# ---------------------------------------------------------------------------------------- randomized, on a sequence


def expected(concepts: Concepts, sequence: Labeled) -> Fraction:
    """Return the expected mistakes on the sequence: the share of those left that err, round by round."""
    total, left = Fraction(0), concepts
    for point, label in sequence:
        right = kept(left, point, label)
        total += 1 - Fraction(len(right), len(left))
        left = right
    return total


def lifetime(concept: str, sequence: Labeled) -> int:
    """Return how many samples pass before a concept errs."""
    return next((n for n, pair in enumerate(sequence) if not kept((concept,), *pair)), len(sequence))


def of_last(one: FiniteClass) -> list[Fraction]:
    """Return M_1, …, M_r: what is expected from the last s concepts in the order of their elimination."""
    sequence = one.sequence or ()
    order = tuple(sorted(one.concepts, key=lambda concept: lifetime(concept, sequence)))
    return [expected(order[-s:], sequence) for s in range(1, len(order) + 1)]


def sizes(one: FiniteClass) -> list[int]:
    """Return how many concepts are left at the start and after each sample."""
    left, found = one.concepts, [len(one.concepts)]
    for point, label in one.sequence or ():
        left = kept(left, point, label)
        found.append(len(left))
    return found


def leaves_several(one: FiniteClass) -> str | None:
    """Test that the sequence eliminates all concepts but one."""
    left = sizes(one)[-1]
    return f"{written(one)}: {left} concepts are right on it all, and never eliminated" if left > 1 else None


def is_right_at_first(one: FiniteClass) -> str | None:
    """Test that each concept which the sequence eliminates errs on the first sample."""
    for number, concept in enumerate(one.concepts, 1):
        life, samples = lifetime(concept, one.sequence or ()), one.sequence or ()
        if 0 < life < len(samples):
            named = ", ".join([f"x{POWERS[i]} is {shown(samples[i])}" for i in (0, life)])
            right = f"c_{number} = {concept} is right on x¹, and only x{POWERS[life]} eliminates it"
            return f"C is {', '.join(one.concepts)}; {named}: {right}"
    return None


def breaks_recurrence(one: FiniteClass, *, equal: bool) -> str | None:
    """Test that r·M_r ≤ r − 1 + M_1 + … + M_{r−1} for the last r concepts; or, for r − 1, that both are ``equal``."""
    m = of_last(one)[: -1 if equal else None]
    if not m:
        return None
    r, right = len(m), len(m) - 1 + sum(m[:-1])
    wrong = r * m[-1] != right if equal else r * m[-1] > right
    values = ", ".join([f"M_{s} = {value}" for s, value in enumerate(m, 1)])
    sums = f"{r}·M_{r} = {r * m[-1]}, but {' + '.join([str(r - 1), *[f'M_{s}' for s in range(1, r)]])} = {right}"
    return f"{written(one)}: {values}; {f'r − 1 = {r}: ' if equal else ''}{sums}" if wrong else None


# ------------------------------------------------------------------------------------------------------------ tightness


def misses_log(one: FiniteClass) -> str | None:
    """Test that Halving can be made to make ⌊log₂|C|⌋ mistakes."""
    made, most = forced(one), len(one.concepts).bit_length() - 1
    text = f"{written(one)}: ⌊log₂|C|⌋ = {most}, but Halving makes at most {counted(made, 'mistake')}"
    return text if made < most else None


def is_not_optimal(one: FiniteClass, *, ties: TieRule) -> str | None:
    """Test that Halving can be made to make no more mistakes than the best learner."""
    made, best = forced(one, ties), dimension(one)
    text = f"{written(one)}: Halving can be forced to {counted(made, 'mistake')}, the best learner to {best}"
    return text if made > best else None


def misses_harmonic(one: FiniteClass) -> str | None:
    """Test that H_m − 1 mistakes of Randomized Halving can be expected."""
    value, most = expectation(one), harmonic_less_one(len(one.concepts))
    text = f"{written(one)}: H_m − 1 = {most}, but at most {value} can be expected on any sequence"
    return text if value < most else None


def is_not_half(one: FiniteClass) -> str | None:
    """Test that the best randomized learner is expected to make half as many mistakes as the best deterministic one."""
    best, half = randomized_littlestone(table(one)).value(), Fraction(dimension(one), 2)
    return f"{written(one)}: RL = {best}, but L/2 = {half}" if best != half else None
