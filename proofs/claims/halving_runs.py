"""What the claims about Halving are tried on: small classes, orders of elimination, and bounds on logarithms.

A class is ``concepts``: distinct texts of ``+`` and ``-``, one sign a point. A sequence is ``batches``: how many
concepts each sample eliminates, until one is left.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from proofs.claims.claim import Candidate
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.rationals import Rational

MOST_CONCEPTS = 40
"""Concepts of a class that is read."""

MOST_POINTS = 40
"""Points of a class that is read."""

NAMED = (
    *(f"singletons:{n}" for n in range(2, 13)),
    *(f"thresholds:{n}" for n in range(1, 11)),
    *("cube:4", "cube:5", "intervals:4", "intervals:5", "parities:3", "conjunctions:2", "halfspaces:2", "dictators:4"),
)
"""Classes to try, beside all with up to three points."""

Concepts = tuple[str, ...]


def read_concepts(candidate: Candidate) -> Concepts | None:
    """Return the concepts of a candidate, or ``None`` if they are no class of the sizes above."""
    concepts = candidate.get("concepts")
    if not isinstance(concepts, list) or not 1 <= len(concepts) <= MOST_CONCEPTS:
        return None
    if not all(
        isinstance(text, str) and 1 <= len(text) <= MOST_POINTS and set(text) <= {"+", "-"} for text in concepts
    ):
        return None
    distinct = len(set(concepts)) == len(concepts) and len({len(text) for text in concepts}) == 1
    return tuple(concepts) if distinct else None


def table(concepts: Concepts) -> ConceptClass:
    """Return the class with these concepts."""
    return class_of_texts("the class", concepts)


@cache
def halving(concepts: Concepts) -> Rational:
    """Return the most mistakes of Halving, whichever way ties go."""
    from proofs.solvers.values import halving_worst_case

    return halving_worst_case(table(concepts), "adversarial").value()


@cache
def randomized(concepts: Concepts) -> Fraction:
    """Return the largest expectation of Randomized Halving."""
    from proofs.solvers.values import randomized_halving

    return Fraction(randomized_halving(table(concepts)).value())


@cache
def harmonic_less_one(m: int) -> Fraction:
    """Return H_m − 1."""
    from proofs.solvers import values

    return values.harmonic_less_one(m)


@cache
def classes() -> tuple[Candidate, ...]:
    """Return all classes with up to three points, the smallest first, and the named ones."""
    found: list[Candidate] = []
    for points in (1, 2, 3):
        labelings = ["".join(signs) for signs in product("+-", repeat=points)]
        for size in range(1, len(labelings) + 1):
            found += [{"concepts": list(chosen)} for chosen in combinations(labelings, size)]
    for name in NAMED:
        named = find_class(name)
        found.append({"concepts": [named.row_text(concept) for concept in range(named.size)]})
    return tuple(found)


def read_batches(candidate: Candidate) -> tuple[int, ...] | None:
    """Return the sizes of the batches of a candidate, or ``None`` if they are none."""
    batches = candidate.get("batches")
    if not isinstance(batches, list) or not all(type(size) is int and size > 0 for size in batches):
        return None
    return tuple(batches) if sum(batches) < MOST_CONCEPTS else None


def orders() -> Iterator[Candidate]:
    """Yield every way in which up to ten concepts can be eliminated in batches, the fewest first."""
    for total in range(11):
        for cuts in range(max(total, 1)):
            for inner in combinations(range(1, total), cuts):
                ends = (*inner, total) if total else ()
                yield {"batches": [end - start for start, end in zip((0, *inner), ends, strict=False)]}


def expectations(batches: Sequence[int]) -> list[Fraction]:
    """Return M_1, …, M_r: what Randomized Halving is expected to err on the sequence, from the last s concepts on.

    While n concepts are consistent, a sample that eliminates a of them is answered wrongly with probability a/n. The
    last s are the one never eliminated, then those of the last batches, the last batch first.
    """
    found, after = [Fraction(0)], Fraction(0)  # M_1: only the labeling concept is left
    for size in reversed(batches):
        rest = len(found)
        found += [after + Fraction(gone, rest + gone) for gone in range(1, size + 1)]
        after = found[-1]
    return found


@cache
def ln_bounds(m: int) -> tuple[Fraction, Fraction]:
    """Return rationals below and above ln m, m ≥ 1, less than 10⁻¹⁵ apart.

    ln a = 2·Σ zʲ/j over odd j, z = (a − 1)/(a + 1), for a = 2 and for m over a power of 2.
    """
    twos = m.bit_length() - 1
    low, high = _series(Fraction(2))
    least, most = _series(Fraction(m, 1 << twos))
    return twos * low + least, twos * high + most


@cache
def _series(a: Fraction) -> tuple[Fraction, Fraction]:
    z, terms = (a - 1) / (a + 1), 20  # z ≤ 1/3 for a ≤ 2
    total = 2 * sum([z ** (2 * j + 1) / (2 * j + 1) for j in range(terms)], Fraction(0))
    return total, total + 2 * z ** (2 * terms + 1) / ((2 * terms + 1) * (1 - z * z))
