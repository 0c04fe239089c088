"""Violations of statements about Halving and Randomized Halving: on finite classes, sequences, and bare numbers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from proofs.claims.candidates import FiniteClass
from proofs.claims.predicates.perceptron import counted
from proofs.classes.catalog import find_class
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


def removes_less_than_half(one: FiniteClass) -> str | None:
    """Test that a mistake in the first round removes at least half of the class, whichever way ties go."""
    for tie in "+-":
        for point, vote in enumerate(majority(one.concepts, tie)):
            gone, size = sum([text[point] == vote for text in one.concepts]), len(one.concepts)
            if 2 * gone < size:
                return f"a mistake at point {point} removes {gone} of {size} concepts"
    return None


def votes_for_a_concept(one: FiniteClass) -> str | None:
    """Test that, for some way in which all ties go, the majority of all concepts is none of them."""
    plus, minus = majority(one.concepts, "+"), majority(one.concepts, "-")
    both = plus if plus == minus else f"{plus}, or {minus} if ties go to -1"
    found = f"the majority of {', '.join(one.concepts)} is {both}: one of them"
    return found if {plus, minus} <= {*one.concepts} else None


# --------------------------------------------------------------------------------------------------- Randomized Halving


def exceeds_ln(one: FiniteClass) -> str | None:
    """Test that Randomized Halving is expected to make at most ln|C| mistakes."""
    from flint import arb, fmpq

    value = Fraction(expectation(one))
    above = arb(fmpq(value.numerator, value.denominator)) > arb(len(one.concepts)).log()  # where that is certain
    return f"{written(one)}: {value} expected on {counted(len(one.concepts), 'concept')}" if above else None


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


def grows_too_fast(one: FiniteClass) -> str | None:
    """Test that 0 ≤ r(M_r − M_{r−1}) ≤ 1."""
    found = next(((r, gap) for r, gap in gaps(of_last(one)) if not 0 <= gap <= 1), None)
    return f"{written(one)}: {found[0]}(M_{found[0]} − M_{found[0] - 1}) = {found[1]}" if found else None


def gaps(m: Sequence[Rational]) -> Iterator[tuple[int, Rational]]:
    """Yield r and r(M_r − M_{r−1}), for r = 2, 3, …."""
    return ((r, r * (m[r - 1] - m[r - 2])) for r in range(2, len(m) + 1))


# -------------------------------------------------------------------------------------------------------------- numbers


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


# ----------------------------------------------------------------------------------------------------------- candidates


NAMED = ("singletons:4", "singletons:12", "thresholds:3", "thresholds:10", "cube:4", "intervals:4", "conjunctions:2")


@cache
def classes() -> tuple[FiniteClass, ...]:
    """Return all classes on up to two points, every other one on three, and some from the catalog."""
    found = []
    for points, every in ((1, 1), (2, 1), (3, 2)):
        labelings = ["".join(signs) for signs in product("+-", repeat=points)]
        chosen = [rows for size in range(1, len(labelings) + 1) for rows in combinations(labelings, size)]
        found += [FiniteClass(rows) for rows in chosen[::every]]
    return (*found, *map(named, NAMED))


def named(name: str) -> FiniteClass:
    """Return a class of the catalog."""
    found = find_class(name)
    return FiniteClass(tuple([found.row_text(concept) for concept in range(found.size)]))


def singletons() -> Iterator[FiniteClass]:
    """Yield the classes of 2, …, 12 singletons."""
    return (named(f"singletons:{n}") for n in range(2, 13))


def cubes() -> Iterator[FiniteClass]:
    """Yield the classes of all labelings of up to five points."""
    return (named(f"cube:{n}") for n in range(1, 6))


@cache
def sequences() -> tuple[FiniteClass, ...]:
    """Return these classes, the small ones, with all points shown in their order, labeled by each of the concepts."""
    return tuple(
        [
            FiniteClass(one.concepts, tuple([(x, 1 if sign == "+" else -1) for x, sign in enumerate(text)]))
            for one in classes()
            if len(one.concepts[0]) <= 3  # noqa: PLR2004 - as many as all classes have
            for text in one.concepts
        ]
    )
