"""Concept classes with a name and two numbers, like ``juntas:4?k=2``."""

from math import comb

from proofs.classes import catalog_functions as functions
from proofs.classes.concepts import ConceptClass
from proofs.classes.family import MAX_CONCEPTS, MAX_LABELS, MAX_POINTS, PairFamily, number_in_name
from proofs.exact.errors import InputError


def _juntas(n: int, k: int) -> tuple[int, int]:
    return sum([comb(n, j) * functions.FULL_SUPPORT[j] for j in range(k + 1)]), 1 << n


def _dnf(n: int, k: int) -> tuple[int, int]:
    return 3**n + 1 if k == 1 else functions.DNF_SIZES[n][k - 1], 1 << n


def _decision_trees(n: int, d: int) -> tuple[int, int]:
    sizes = {1: 2 * n + 2, 2: 4 * n**3 - 7 * n**2 + 5 * n + 2}
    return sizes.get(d) or functions.DEEP_TREES[n, d], 1 << n


def _polynomials(n: int, d: int) -> tuple[int, int]:
    return 1 << sum([comb(n, degree) for degree in range(d + 1)]), 1 << n


PAIR_FAMILIES = {
    "juntas": PairFamily(
        "functions of few variables",
        "on the points {0,1}ⁿ: functions that depend on at most k of the variables, for 1 ≤ k ≤ n; "
        "for k = 2 there are 2 + 2n + 5n(n − 1)",
        "Blum, Langley (1997); how many depend on all of their variables is OEIS A000371",
        _juntas,
        functions.juntas,
        "k",
        {1: (1, 17), 2: (2, 13), 3: (3, 9), 4: (4, 4)},
        (4, 2),
    ),
    "dnf": PairFamily(
        "disjunctions of few conjunctions of literals",
        "on the points {0,1}ⁿ: +1 iff one of at most k terms holds, for 1 ≤ k ≤ 2ⁿ⁻¹; a term is a set of literals that "
        "must all hold; no term (nowhere +1) and the empty term (everywhere +1) are allowed; "
        "dnf:n?k=1 has the concepts of conjunctions:n",
        "Valiant (1984): k-term DNF",
        _dnf,
        functions.dnf,
        "k",
        {1: (1, 8), 2: (2, 5), 3: (3, 4), 4: (3, 4), **dict.fromkeys(range(5, 9), (4, 4))},
        (3, 2),
    ),
    "decision-trees": PairFamily(
        "decision trees of small depth",
        "on the points {0,1}ⁿ: functions that can be told by asking at most d variables, each chosen by the answers "
        "before, for 1 ≤ d ≤ n; constants are trees of depth 0",
        "Ehrenfeucht, Haussler (1989)",
        _decision_trees,
        functions.decision_trees,
        "d",
        {1: (1, 17), 2: (2, 11), 3: (3, 5), 4: (4, 4)},
        (3, 2),
    ),
    "polynomials": PairFamily(
        "polynomials over the field of two elements",
        "on the points {0,1}ⁿ: +1 iff a polynomial of degree at most d over GF(2) has the value 1, for 1 ≤ d ≤ n; "
        "2 to the power (n choose 0) + … + (n choose d) concepts",
        "Muller (1954), Reed (1954): the codewords of the Reed–Muller code RM(d, n)",
        _polynomials,
        functions.polynomials,
        "d",
        {1: (1, 11), 2: (2, 5), 3: (3, 4), 4: (4, 4)},
        (3, 2),
    ),
}
"""Every named class that two numbers tell."""


def find_pair(name: str, text: str) -> ConceptClass:
    """Make the class of a family with two numbers, which ``text`` has as ``4?k=2``.

    Raises:
        InputError: a number is missing, no whole number, too small, or too large.

    """
    family = PAIR_FAMILIES[name]
    letter, ranges = family.letter, family.ranges
    example = _name(name, *family.example)
    first, _, second = text.strip().partition("?")
    key, equals, second = second.partition("=")
    if not first.strip() or key.strip() != letter or not equals or not second.strip():
        raise InputError(f"{name} needs n and {letter}: write {name}:n?{letter}=…, for instance {example}")
    k, shown = number_in_name(f"{name}:…?{letter}=", second.strip(), letter, f"from 1 to {max(ranges)}")
    if k not in ranges:
        raise InputError(f"{shown}: {letter} should be from 1 to {max(ranges)}")
    smallest, largest = ranges[k]
    allowed = f"from {smallest} to {largest}" if smallest < largest else f"{smallest}"
    n, shown = number_in_name(f"{name}:", first.strip(), "n", f"{allowed} where {letter} = {k}")
    if n < smallest:
        raise InputError(f"{shown}?{letter}={k}: n should be {allowed} where {letter} = {k}")
    if n > largest:
        raise InputError(
            f"{shown}?{letter}={k} is too large: the largest feasible is {_sized(name, largest, k)} ({_LIMITS})"
        )
    found = family.build(n, k)
    if (found.size, found.points) != family.size(n, k):
        raise RuntimeError(f"{found.name} has {found.size} concepts on {found.points} points: this is a bug")
    return found


def pair_cards() -> list[dict[str, str]]:
    """Describe every class of two numbers, with the keys of ``proofs.classes.catalog.cards``."""
    return [
        {
            "name": name,
            "summary": family.summary,
            "definition": family.definition,
            "source": family.source,
            "example": _name(name, *family.example),
            "largest": f"{', '.join([_sized(name, n, k) for k, (_, n) in family.ranges.items()])} ({_LIMITS})",
        }
        for name, family in PAIR_FAMILIES.items()
    ]


_LIMITS = f"the limits are {MAX_CONCEPTS:,} concepts, {MAX_POINTS:,} points and {MAX_LABELS:,} labels"


def _name(name: str, n: int, k: int) -> str:
    return f"{name}:{n}?{PAIR_FAMILIES[name].letter}={k}"


def _sized(name: str, n: int, k: int) -> str:
    concepts, points = PAIR_FAMILIES[name].size(n, k)
    return f"{_name(name, n, k)} with {concepts:,} concepts on {points:,} points"
