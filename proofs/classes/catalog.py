"""Concept classes with a name and a number, like ``thresholds:7``."""

from contextlib import suppress
from functools import lru_cache
from itertools import product

from proofs.classes import catalog_boolean as boolean
from proofs.classes import catalog_functions as functions
from proofs.classes.catalog_pairs import PAIR_FAMILIES, find_pair, pair_cards
from proofs.classes.concepts import ConceptClass, bitsets, class_of_rows
from proofs.classes.family import MAX_CONCEPTS, MAX_POINTS, Family, number_in_name
from proofs.exact.errors import InputError, unknown


def thresholds(n: int) -> ConceptClass:
    """Make the n + 1 functions x ≤ t, t = 0, …, n, on the points 1, …, n."""
    rows = [(1 << t) - 1 for t in range(n + 1)]
    return class_of_rows(f"thresholds:{n}", rows, _numbers(n), [f"x ≤ {t}" for t in range(n + 1)], _line(n))


def intervals(n: int) -> ConceptClass:
    """Make the intervals [a, b] of the points 1, …, n, the empty one first."""
    names = {0: "∅"}
    names |= {(1 << b) - (1 << a - 1): f"[{a}, {b}]" for a in range(1, n + 1) for b in range(a, n + 1)}
    return class_of_rows(f"intervals:{n}", names, _numbers(n), list(names.values()), _line(n))


def singletons(n: int) -> ConceptClass:
    """Make the n concepts on the points 1, …, n that are positive on one of them."""
    return class_of_rows(f"singletons:{n}", [1 << x for x in range(n)], _numbers(n), [f"x = {x}" for x in _numbers(n)])


def all_labelings(n: int) -> ConceptClass:
    """Make all 2ⁿ labelings of the points 1, …, n."""
    return class_of_rows(f"cube:{n}", range(1 << n), _numbers(n))


def projective_plane(q: int) -> ConceptClass:
    """Make the lines of PG(2, q), q a prime, each positive on its points.

    The line [a:b:c] has the points (x:y:z) with ax + by + cz = 0 modulo q; in both the first nonzero number is 1.

    Raises:
        InputError: q is not a prime. (Planes of other orders need the fields of prime powers, which are not here.)

    """
    import numpy as np
    from flint import fmpz

    if not fmpz(q).is_prime():
        raise InputError(
            f"projective-plane:{q}: q should be a prime (2, 3, 5, 7, 11, …); prime powers are not available"
        )
    triples = [(1, y, z) for y, z in product(range(q), repeat=2)] + [(0, 1, z) for z in range(q)] + [(0, 0, 1)]
    array = np.array(triples)
    names = [":".join(map(str, triple)) for triple in triples]
    points, lines = [f"({name})" for name in names], [f"[{name}]" for name in names]
    return class_of_rows(f"projective-plane:{q}", bitsets(array @ array.T % q == 0), points, lines)


FAMILIES = {
    "thresholds": Family(
        "initial segments of a line",
        "on the points 1, …, n: x ↦ +1 iff x ≤ t, for t = 0, …, n; n + 1 concepts",
        "Littlestone (1988): the textbook class of VC dimension 1 whose Littlestone dimension grows, as log₂(n + 1)",
        lambda n: (n + 1, n),
        thresholds,
        3_161,
        example=7,
    ),
    "singletons": Family(
        "exactly one positive point",
        "on the points 1, …, n (n ≥ 2): x ↦ +1 iff x = a, for each a; n concepts",
        "the textbook class of Littlestone dimension 1, however many concepts there are",
        lambda n: (n, n),
        singletons,
        3_162,
        smallest=2,
        example=8,
    ),
    "dictators": Family(
        "single variables",
        "on the points {0,1}ⁿ: x ↦ xᵢ, for i = 1, …, n; n concepts",
        "Littlestone (1988): learning which one of n experts is right",
        lambda n: (n, 1 << n),
        boolean.dictators,
        17,
        f"{MAX_POINTS:,} points",
    ),
    "experts": Family(
        "prediction with expert advice",
        "on the 2ⁿ advices, what each of n experts says: x ↦ what expert i says, for i = 1, …, n; n concepts",
        "Cesa-Bianchi, Freund, Helmbold, Warmuth (1996): with k lies, the game in which the best expert errs k times",
        lambda n: (n, 1 << n),
        boolean.experts,
        17,
        f"{MAX_POINTS:,} points",
    ),
    "parities": Family(
        "sums of variables modulo 2",
        "on the points {0,1}ⁿ: +1 iff an odd number of the variables in S is 1, for each set S, "
        "with no constant added; 2ⁿ concepts",
        "linear algebra over the field of two elements: learned with at most n mistakes",
        lambda n: (1 << n, 1 << n),
        boolean.parities,
        11,
    ),
    "monotone-conjunctions": Family(
        "conjunctions of variables",
        "on the points {0,1}ⁿ: +1 iff all variables in S are 1, for each set S, the empty one too; 2ⁿ concepts",
        "Valiant (1984); Littlestone (1988)",
        lambda n: (1 << n, 1 << n),
        boolean.monotone_conjunctions,
        11,
    ),
    "conjunctions": Family(
        "conjunctions of literals",
        "on the points {0,1}ⁿ: +1 iff all literals of a set hold, for each set of variables or negated variables; "
        "3ⁿ concepts, and the one that is nowhere positive",
        "Valiant (1984); Littlestone (1988)",
        lambda n: (3**n + 1, 1 << n),
        boolean.conjunctions,
        8,
    ),
    "intervals": Family(
        "intervals of a line",
        "on the points 1, …, n: x ↦ +1 iff a ≤ x ≤ b, for 1 ≤ a ≤ b ≤ n, and the empty interval; "
        "n(n + 1)/2 + 1 concepts",
        "the textbook class of VC dimension 2",
        lambda n: (n * (n + 1) // 2 + 1, n),
        intervals,
        271,
        example=8,
    ),
    "decision-lists": Family(
        "1-decision lists",
        "on the points {0,1}ⁿ: if literal then label, else if literal then label, …, else label; "
        "4, 14, 96, 1,050 and 15,036 concepts for n = 1, …, 5",
        "Rivest (1987)",
        lambda n: (boolean.DECISION_LISTS[n], 1 << n),
        boolean.decision_lists,
        5,
        f"{MAX_CONCEPTS:,} concepts, and decision-lists:6 has {boolean.DECISION_LISTS[6]:,}",
    ),
    "halfspaces": Family(
        "threshold functions",
        "on the points {0,1}ⁿ: x ↦ +1 iff w₁x₁ + … + wₙxₙ ≥ t, for all real w and t; "
        "4, 14, 104, 1,882 and 94,572 concepts for n = 1, …, 5",
        "Muroga (1971), Threshold Logic and Its Applications; the counts are OEIS A000609",
        lambda n: (boolean.HALFSPACES[n], 1 << n),
        boolean.halfspaces,
        5,
        f"{MAX_CONCEPTS:,} concepts, and halfspaces:6 has {boolean.HALFSPACES[6]:,}",
    ),
    "projective-plane": Family(
        "lines of a finite plane",
        "on the q² + q + 1 points of PG(2, q), q a prime: each line is positive on its q + 1 points; "
        "q² + q + 1 concepts",
        "any two points are on one line, and any two lines share one point",
        lambda q: (q * q + q + 1, q * q + q + 1),
        projective_plane,
        53,
        smallest=2,
        parameter="q",
    ),
    "monotone": Family(
        "monotone functions",
        "on the points {0,1}ⁿ: functions that never fall from +1 to −1 where a bit rises from 0 to 1, both constants "
        "too; 3, 6, 20, 168 and 7,581 concepts for n = 1, …, 5",
        "Dedekind (1897), whose numbers (OEIS A000372) count them",
        lambda n: (functions.MONOTONE[n], 1 << n),
        functions.monotone,
        5,
        f"{MAX_CONCEPTS:,} concepts, and monotone:6 has {functions.MONOTONE[6]:,}",
    ),
    "symmetric": Family(
        "symmetric functions",
        "on the points {0,1}ⁿ: +1 iff the number of ones is in S, for each set S of numbers from 0 to n; 2ⁿ⁺¹ concepts",
        "Shannon (1938); parities of all variables and majorities are among them",
        lambda n: (2 << n, 1 << n),
        functions.symmetric,
        11,
    ),
    "affine-parities": Family(
        "sums of variables modulo 2, with a constant",
        "on the points {0,1}ⁿ: +1 iff an odd number of the variables in S is 1, or iff an even number is, for each "
        "set S; 2ⁿ⁺¹ concepts, those of polynomials:n?d=1",
        "affine functions over the field of two elements: learned with at most n + 1 mistakes",
        lambda n: (2 << n, 1 << n),
        functions.affine_parities,
        11,
    ),
    "cube": Family(
        "all labelings",
        "on the points 1, …, n: every function to ±1; 2ⁿ concepts",
        "the class that shatters everything: every learner can be made to err on every point",
        lambda n: (1 << n, n),
        all_labelings,
        17,
        f"{MAX_CONCEPTS:,} concepts",
    ),
}
"""Every named class of one number; ``PAIR_FAMILIES`` has those of two. (The margin classes of halfspaces are not finite
by definition, and stand elsewhere.)"""

MARGIN_CLASSES = "margin-halfspaces"
"""How the name of one of these begins; a file of points follows."""


@lru_cache(maxsize=4)
def find_class(spec: str) -> ConceptClass:
    """Make the class that ``spec`` names, as ``name:n``, or ``name:n?k=2`` where a family has a second number.

    Raises:
        InputError: no such class; a number is missing, no whole number, too small, or so large that the class has more
            than ``MAX_CONCEPTS`` concepts, ``MAX_POINTS`` points or ``MAX_LABELS`` labels.

    """
    name, colon, text = spec.strip().partition(":")
    if name in PAIR_FAMILIES:
        return find_pair(name, text)
    if name not in FAMILIES:
        raise unknown("class", name, [*FAMILIES, *PAIR_FAMILIES, MARGIN_CLASSES])
    family = FAMILIES[name]
    letter, text = family.parameter, text.strip()
    allowed = f"from {family.smallest} to {family.largest:,}"
    if not colon or not text:
        raise InputError(
            f"{name} needs {letter}, {allowed}: write {name}:{letter}, for instance {name}:{family.example}"
        )
    n, shown = number_in_name(f"{name}:", text, letter, allowed)
    if n < family.smallest:
        raise InputError(f"{shown}: {letter} should be {allowed}")
    if n > family.largest:
        raise InputError(f"{shown} is too large: the largest feasible is {_largest(name)}")
    found = family.build(n)
    if (found.size, found.points) != family.size(n):
        raise RuntimeError(f"{found.name} has {found.size} concepts on {found.points} points: this is a bug")
    return found


def cards() -> list[dict[str, str]]:
    """Describe every named class.

    The keys are ``name``, ``summary``, ``definition``, ``source``, ``example`` (a name with a parameter) and
    ``largest`` (the largest feasible one, with its size and what limits it).
    """
    found = [
        {
            "name": name,
            "summary": family.summary,
            "definition": family.definition,
            "source": family.source,
            "example": f"{name}:{family.example}",
            "largest": _largest(name),
        }
        for name, family in FAMILIES.items()
    ]
    return found + pair_cards()


def _largest(name: str) -> str:
    family = FAMILIES[name]
    concepts, points = family.size(family.largest)
    return f"{name}:{family.largest} ({concepts:,} concepts on {points:,} points; the limit is {family.why})"


def _numbers(n: int) -> list[str]:
    return [str(x) for x in range(1, n + 1)]


def _line(n: int) -> list[tuple[int]]:
    return [(x,) for x in range(1, n + 1)]


def known_as_named(table: ConceptClass) -> ConceptClass:
    """Return the class of the catalog that a table is by name and rows, which has names and vectors, or the table."""
    with suppress(InputError):
        named = find_class(table.name)
        return named if (named.rows, named.points) == (table.rows, table.points) else table
    return table
