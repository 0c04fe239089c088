"""More named classes on the points {0,1}ⁿ: by what functions are like, what they depend on, and how they are written.

Monotone and symmetric functions, parities with a constant, juntas, DNF, decision trees, and polynomials over GF(2). As
in ``catalog_boolean``, points count up as binary numbers whose first digit is x1.
"""

from collections.abc import Iterable
from functools import cache, reduce
from itertools import combinations, product
from operator import and_, or_

from proofs.classes.catalog_boolean import (
    ALWAYS,
    NEVER,
    all_points,
    bit_names,
    bit_vectors,
    joined_literals,
    literal,
    variable,
)
from proofs.classes.concepts import ConceptClass, class_of_rows

MONOTONE = (2, 3, 6, 20, 168, 7_581, 7_828_354)
"""How many functions of 0, 1, … variables are monotone: the numbers of Dedekind (OEIS A000372)."""

FULL_SUPPORT = (2, 2, 10, 218, 64_594)
"""How many functions of 0, 1, … variables depend on each of these (OEIS A000371)."""

DNF_SIZES = {
    2: (10, 16),
    3: (28, 158, 246, 256),
    4: (82, 1_886, 15_358, 44_262, 61_294, 64_998, 65_510, 65_536),
    5: (244, 20_920),
}
"""For n how many functions have a DNF of at most 1, 2, … terms: what the enumeration finds."""

DEEP_TREES = {(3, 3): 256, (4, 3): 8_406, (5, 3): 98_292, (4, 4): 65_536}
"""For (n, d) how many functions a decision tree of depth at most d computes: what the enumeration finds."""


def monotone(n: int) -> ConceptClass:
    """Make the functions on {0,1}ⁿ that do not fall where a bit rises, constants too; they have no names."""
    rows = [0, 1]
    for i in range(n):  # the half of a function without x1 is nowhere above the half with it
        rows = [low | high << (1 << i) for high in rows for low in rows if low & high == low]
    return _on_cube(f"monotone:{n}", n, sorted(rows))


def symmetric(n: int) -> ConceptClass:
    """Make the 2ⁿ⁺¹ functions on {0,1}ⁿ of the number of ones, |x|."""
    ones = [x.bit_count() for x in range(1 << n)]
    layers = [sum([1 << x for x, count in enumerate(ones) if count == wanted]) for wanted in range(n + 1)]
    names = {
        reduce(or_, [layers[count] for count in chosen], 0): f"|x| ∈ {{{', '.join(map(str, chosen))}}}"
        for size in range(n + 2)
        for chosen in combinations(range(n + 1), size)
    }
    return _on_cube(f"symmetric:{n}", n, names | {0: NEVER, all_points(n): ALWAYS})


def affine_parities(n: int) -> ConceptClass:
    """Make the 2ⁿ parities on {0,1}ⁿ, and their negations."""
    names = joined_literals(n, "⊕")
    negated = {all_points(n) ^ row: f"1 ⊕ {name}" for row, name in names.items()}
    return _on_cube(f"affine-parities:{n}", n, names | negated | {all_points(n): ALWAYS})


def juntas(n: int, k: int) -> ConceptClass:
    """Make the functions on {0,1}ⁿ that depend on at most k variables; they have no names."""
    rows: dict[int, None] = {}
    for chosen in combinations(range(n), k):
        unions = [0]  # of the cells, each of which is where the chosen variables have certain values
        for signs in product((-1, 1), repeat=k):
            cell = reduce(and_, [literal(n, i, sign) for i, sign in zip(chosen, signs, strict=True)])
            unions += [union | cell for union in unions]
        rows |= dict.fromkeys(unions)
    return _on_cube(f"juntas:{n}?k={k}", n, rows)


def dnf(n: int, k: int) -> ConceptClass:
    """Make the disjunctions of at most k conjunctions of literals on {0,1}ⁿ.

    That of none is nowhere positive, and the conjunction of no literal is positive everywhere. Each function has the
    name of one of its shortest formulas.
    """
    terms = {term: name for term, name in joined_literals(n, "∧", (1, -1)).items() if name != ALWAYS}
    rows = {0: NEVER, all_points(n): ALWAYS}
    new = {0: ""}
    for _ in range(k):
        longer: dict[int, str] = {}
        for row, name in new.items():
            for term, its in terms.items():
                if (union := row | term) not in rows:
                    rows[union] = longer[union] = f"{name} ∨ {its}" if name else its
        new = longer
    return _on_cube(f"dnf:{n}?k={k}", n, rows)


def decision_trees(n: int, d: int) -> ConceptClass:
    """Make the functions on {0,1}ⁿ that a decision tree of depth at most d computes; they have no names."""
    return _on_cube(f"decision-trees:{n}?d={d}", n, sorted(_trees(n, d)))


@cache
def _trees(n: int, d: int) -> frozenset[int]:
    """Return the rows of decision trees: one of the next depth asks a variable, and then is a tree of the others."""
    found = {0, all_points(n)}
    if 0 in (n, d):
        return frozenset(found)
    shorter = _trees(n - 1, d - 1)
    for i in range(n):
        without = [_spread(n, i, row) for row in shorter]
        run = 1 << n - 1 - i
        found |= {low | high << run for low in without for high in without}
    return frozenset(found)


def _spread(n: int, i: int, row: int) -> int:
    """Return a function of the other n − 1 variables as one on {0,1}ⁿ that is positive only where xᵢ = 0 (i from 0)."""
    run = 1 << n - 1 - i
    block = (1 << run) - 1
    return sum([(row >> at * run & block) << 2 * at * run for at in range(1 << i)])


def polynomials(n: int, d: int) -> ConceptClass:
    """Make the polynomials over GF(2) of degree at most d in n variables, as functions on {0,1}ⁿ."""
    sums = [(0, "0")]
    for degree in range(d + 1):
        for chosen in combinations(range(n), degree):
            monomial = reduce(and_, [variable(n, i) for i in chosen], all_points(n))
            name = "".join([f"x{i + 1}" for i in chosen]) or "1"
            sums += [(row ^ monomial, f"{its} ⊕ {name}" if row else name) for row, its in sums]
    return _on_cube(f"polynomials:{n}?d={d}", n, dict(sums))


def _on_cube(name: str, n: int, rows: Iterable[int]) -> ConceptClass:
    """Make a class on {0,1}ⁿ; rows that are a mapping have the concepts' names."""
    names = list(rows.values()) if isinstance(rows, dict) and None not in rows.values() else None
    return class_of_rows(name, rows, bit_names(n), names, bit_vectors(n))
