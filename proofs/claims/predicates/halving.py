"""Violations of statements about Halving and Randomized Halving: on finite classes, and on sequences."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from proofs.claims.candidates import FiniteClass, sign
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import counted
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


def table(finite: FiniteClass) -> ConceptClass:
    """Return the class as the solvers take it."""
    return class_of_texts("the class", finite.concepts)


def forced(finite: FiniteClass, ties: TieRule = "adversarial") -> int:
    """Return the most mistakes that Halving can be made to make."""
    return int(halving_worst_case(table(finite), ties).value())


def expectation(finite: FiniteClass) -> Rational:
    """Return the largest expectation of Randomized Halving on a sequence."""
    return randomized_halving(table(finite)).value()


def kept(concepts: Concepts, point: int, label: int) -> Concepts:
    """Return the concepts that give a point its label."""
    return tuple([text for text in concepts if (text[point] == "+") == (label == 1)])


def shown(pair: tuple[int, int]) -> str:
    """Write a sample for people: the 2nd point labeled +1."""
    point, label = pair
    return f"the {point + 1}{ORDINALS.get(point + 1, 'th')} point labeled {label:+d}"


def written(finite: FiniteClass) -> str:
    """Write the concepts, and the sequence, if there is one, for people."""
    samples = f"; {', then '.join(map(shown, finite.sequence))}" if finite.sequence else ""
    return f"C is {', '.join(finite.concepts)}{samples}"


# -------------------------------------------------------------------------------------------------------------- Halving


def exceeds_ln(finite: FiniteClass) -> str | None:
    """Test that Halving makes at most ln|C| mistakes, whichever way ties go; e is more than 27/10."""
    most, size = forced(finite), len(finite.concepts)
    text = f"{written(finite)}: {counted(most, 'mistake')} on {counted(size, 'concept')}, but e^{most} > {size}"
    return text if Fraction(27, 10) ** most > size else None


def exceeds_log_on(finite: FiniteClass) -> str | None:
    """Test that Halving, ties +1, makes at most log₂|C| mistakes on the sequence; no concept need explain it."""
    remaining, errors, size = finite.concepts, 0, len(finite.concepts)
    for point, label in finite.sequence or ():
        right = kept(remaining, point, label)
        votes = 2 * len(right) - len(remaining)
        errors += bool(remaining) and (votes < 0 or (votes == 0 and label < 0))
        remaining = right
    log = f"log₂ {size} = {size.bit_length() - 1}" if size.bit_count() == 1 else f"2^{errors} > {size}"
    text = f"{written(finite)}: {counted(errors, 'mistake')} with {counted(size, 'concept')}, but {log}"
    return text if 2**errors > size else None


# --------------------------------------------------------------------------------------------------- Randomized Halving


def votes_needed(left: int, lead: int, tie: int) -> int:
    """Return how many of the votes that are left have to be asked in the worst case; +1 leads by ``lead`` so far."""
    if sign(lead - left, tie) == sign(lead + left, tie):
        return 0
    return 1 + max([votes_needed(left - 1, lead + vote, tie) for vote in (1, -1)])


def needs_other_votes(case: dict[str, int]) -> str | None:
    """Test that the majority of K needs |K| votes in the worst case, one after the other, with ties of a given sign."""
    votes = votes_needed(case["size"], 0, case["tie"])
    return f"{counted(votes, 'vote')} of {case['size']}, ties {case['tie']:+d}" if votes != case["size"] else None


def rounds() -> Iterator[dict[str, int]]:
    """Yield sizes of K, with both signs of a tie."""
    for size, tie in product(range(1, 9), (1, -1)):
        yield {"size": size, "tie": tie}


def is_worse_than_halving(finite: FiniteClass) -> str | None:
    """Test that Randomized Halving is not expected to make more mistakes, at worst, than Halving does."""
    once, value = forced(finite), expectation(finite)
    numbers = f"Halving makes {counted(once, 'mistake')} at most, and of Randomized Halving {value} can be expected"
    return f"{written(finite)}: {numbers}" if value > once else None


def has_no_ratio(finite: FiniteClass) -> str | None:
    """Test that log₂|C| / ln|C| is a number."""
    return f"{written(finite)}: log₂|C| = 0 and ln|C| = 0, and 0/0 is no number" if len(finite.concepts) == 1 else None


# ---------------------------------------------------------------------------------------- randomized, on a sequence


def expected(concepts: Concepts, sequence: Labeled) -> Fraction:
    """Return the expected mistakes on the sequence: the share of those left that err, round by round."""
    total, remaining = Fraction(0), concepts
    for point, label in sequence:
        right = kept(remaining, point, label)
        total += 1 - Fraction(len(right), len(remaining))
        remaining = right
    return total


def lifetime(concept: str, sequence: Labeled) -> int:
    """Return how many samples pass before a concept errs."""
    return next((n for n, pair in enumerate(sequence) if not kept((concept,), *pair)), len(sequence))


def of_last(finite: FiniteClass) -> list[Fraction]:
    """Return M_1, …, M_r: what is expected from the last s concepts in the order of their elimination."""
    sequence = finite.sequence or ()
    order = tuple(sorted(finite.concepts, key=lambda concept: lifetime(concept, sequence)))
    return [expected(order[-s:], sequence) for s in range(1, len(order) + 1)]


def sizes(finite: FiniteClass) -> list[int]:
    """Return how many concepts are left at the start and after each sample."""
    remaining, counts = finite.concepts, [len(finite.concepts)]
    for point, label in finite.sequence or ():
        remaining = kept(remaining, point, label)
        counts.append(len(remaining))
    return counts


def leaves_several(finite: FiniteClass) -> str | None:
    """Test that the sequence eliminates all concepts but one."""
    remaining = sizes(finite)[-1]
    return (
        f"{written(finite)}: {remaining} concepts are right on it all, and never eliminated" if remaining > 1 else None
    )


def is_right_at_first(finite: FiniteClass) -> str | None:
    """Test that each concept which the sequence eliminates errs on the first sample."""
    for number, concept in enumerate(finite.concepts, 1):
        life, samples = lifetime(concept, finite.sequence or ()), finite.sequence or ()
        if 0 < life < len(samples):
            named = ", ".join([f"x{POWERS[i]} is {shown(samples[i])}" for i in (0, life)])
            right = f"c_{number} = {concept} is right on x¹, and only x{POWERS[life]} eliminates it"
            return f"C is {', '.join(finite.concepts)}; {named}: {right}"
    return None


def breaks_equation(finite: FiniteClass) -> str | None:
    """Test that r·M_r = r − 1 + M_1 + … + M_{r−1} for the last r concepts, where one is left out."""
    m = of_last(finite)[:-1]
    if not m:
        return None
    r, right = len(m), len(m) - 1 + sum(m[:-1])
    values = ", ".join([f"M_{s} = {value}" for s, value in enumerate(m, 1)])
    sums = f"{r}·M_{r} = {r * m[-1]} and {' + '.join([str(r - 1), *[f'M_{s}' for s in range(1, r)]])} = {right}"
    return f"{written(finite)}: {values}; for r = {r + 1} the two sides are {sums}" if r * m[-1] != right else None


# ------------------------------------------------------------------------------------------------------------ tightness


def misses_log(finite: FiniteClass) -> str | None:
    """Test that Halving can be made to make ⌊log₂|C|⌋ mistakes."""
    forced_mistakes, most = forced(finite), len(finite.concepts).bit_length() - 1
    text = f"{written(finite)}: ⌊log₂|C|⌋ = {most}, but Halving makes at most {counted(forced_mistakes, 'mistake')}"
    return text if forced_mistakes < most else None


def is_not_optimal(finite: FiniteClass) -> str | None:
    """Test that Halving, whose ties fall as well as they can, makes no more mistakes than the best learner."""
    forced_mistakes, best = forced(finite, "optimal"), Littlestone(table(finite)).dimension()
    text = (
        f"{written(finite)}: Halving can be forced to {counted(forced_mistakes, 'mistake')}, the best learner to {best}"
    )
    return text if forced_mistakes > best else None


def misses_harmonic(finite: FiniteClass) -> str | None:
    """Test that H_m − 1 mistakes of Randomized Halving can be expected."""
    value, most = expectation(finite), harmonic_less_one(len(finite.concepts))
    text = f"{written(finite)}: H_m − 1 = {most}, but at most {value} can be expected on any sequence"
    return text if value < most else None


def is_not_half(finite: FiniteClass) -> str | None:
    """Test that the best randomized learner is expected to make half as many mistakes as the best deterministic one."""
    best, half = randomized_littlestone(table(finite)).value(), Fraction(Littlestone(table(finite)).dimension(), 2)
    return f"{written(finite)}: RL = {best}, but L/2 = {half}" if best != half else None
