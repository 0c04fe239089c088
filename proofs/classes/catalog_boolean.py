"""Named classes of functions on the points {0,1}ⁿ, such as monotone functions, juntas and decision trees.

Points count up as binary numbers whose first digit is x1, so point 1 of {0,1}³ is called 001. Their vectors are the
same digits, without a constant coordinate. (In classes of experts a 0 is a −1, and point 1 is called --+.)
"""

from collections import deque
from collections.abc import Iterable
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, permutations, product, repeat
from operator import and_, or_, xor

from proofs.classes.concepts import ConceptClass, bitsets, class_of_rows

NEVER = "always −"
"""The name of the concept that is nowhere positive."""

ALWAYS = "always +"
"""The name of the concept that is positive everywhere."""

DECISION_LISTS = (2, 4, 14, 96, 1_050, 15_036, 260_134)
"""How many functions of 0, 1, … variables are 1-decision lists; the tests count them in two other ways."""

HALFSPACES = (2, 4, 14, 104, 1_882, 94_572, 15_028_134)
"""How many functions of 0, 1, … variables are threshold functions (OEIS A000609, where it is known up to 9)."""

_MAX_WEIGHT = (0, 1, 2, 2, 3, 5)
"""Integer weights up to this realize all threshold functions of 0, 1, … variables: as many as there are, above."""


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


def dictators(n: int) -> ConceptClass:
    """Make the n functions x ↦ xᵢ on {0,1}ⁿ."""
    return _on_cube(f"dictators:{n}", n, {variable(n, i): f"x{i + 1}" for i in range(n)})


def experts(n: int) -> ConceptClass:
    """Make n experts: a point is an advice, what each of them says, the first one's word first; a concept is an expert.

    It is the class of dictators by other names, with vectors of ±1.
    """
    words = ["".join(advice) for advice in product("-+", repeat=n)]
    rows, names = [variable(n, i) for i in range(n)], [f"expert {i}" for i in range(1, n + 1)]
    return class_of_rows(f"experts:{n}", rows, words, names, list(product((-1, 1), repeat=n)))


def parities(n: int) -> ConceptClass:
    """Make the 2ⁿ parities on {0,1}ⁿ: positive where an odd number of the chosen variables is 1."""
    return _on_cube(f"parities:{n}", n, joined_literals(n, "⊕"))


def monotone_conjunctions(n: int) -> ConceptClass:
    """Make the 2ⁿ conjunctions of variables on {0,1}ⁿ; that of none is positive everywhere."""
    return _on_cube(f"monotone-conjunctions:{n}", n, joined_literals(n, "∧"))


def conjunctions(n: int) -> ConceptClass:
    """Make the 3ⁿ conjunctions of literals on {0,1}ⁿ and, last, the one that contradicts itself."""
    return _on_cube(f"conjunctions:{n}", n, {**joined_literals(n, "∧", (1, -1)), 0: NEVER})


def decision_lists(n: int) -> ConceptClass:
    """Make the 1-decision lists on {0,1}ⁿ: if literal then label, else if …, else label (Rivest, 1987).

    Each function appears once, under the name of one of its shortest lists.
    """
    literals = [(literal(n, i, sign), _literal_name(i, sign)) for i in range(n) for sign in (1, -1)]
    rows = {0: NEVER, all_points(n): ALWAYS}
    waiting = deque(rows)
    while waiting:  # every list is a literal and a label put before a shorter list
        rest = waiting.popleft()
        ending = rows[rest].replace("always", "else")
        for where, name in literals:
            for row, label in ((rest | where, "+"), (rest & ~where, "−")):
                if row not in rows:
                    rows[row] = f"{name} → {label}, {ending}"
                    waiting.append(row)
    return _on_cube(f"decision-lists:{n}", n, rows)


def halfspaces(n: int) -> ConceptClass:
    """Make the threshold functions on {0,1}ⁿ, n from 1 to 5; they have no names.

    With the points written as ±1 they are x ↦ sign(w₀ + w·x) with small integer weights. Those with weights
    0 ≤ w₀ ≤ w₁ ≤ … are written down, and the others follow by permuting all weights and changing their signs.
    """
    rows = _with_sorted_weights(n)
    full = all_points(n)
    for i in range(n):  # changing the sign of a weight is changing that of its variable: two halves swap places
        ones, step = variable(n, i), 1 << n - 1 - i
        rows |= {(row & ones) >> step | (row & ~ones) << step for row in rows}
    rows |= {full ^ row for row in rows}  # with these, also the sign of w₀
    return _on_cube(f"halfspaces:{n}", n, sorted(rows))


def _with_sorted_weights(n: int) -> set[int]:
    """Return the rows of all permutations of nonnegative weights."""
    import numpy as np

    # The first row is the constant that w₀ goes with.
    points = np.array([(1, *(2 * digit - 1 for digit in vector)) for vector in bit_vectors(n)]).T

    def rows(weights: list[tuple[int, ...]]) -> list[int | None]:
        values = np.array(weights) @ points
        # A product of 0 has no sign: such weights are left out here, and others realize the function.
        return [row if signed else None for row, signed in zip(bitsets(values > 0), values.all(axis=1), strict=True)]

    sorted_weights = list(combinations_with_replacement(range(_MAX_WEIGHT[n] + 1), n + 1))
    different = dict(zip(rows(sorted_weights), sorted_weights, strict=True))
    different.pop(None, None)
    permuted = [order for weights in different.values() for order in set(permutations(weights))]
    return {row for row in rows(permuted) if row is not None}


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


def k_disjunctions(n: int, k: int) -> ConceptClass:
    """Make the disjunctions of at most k variables on {0,1}ⁿ; that of none is nowhere positive."""
    chosen = [some for size in range(k + 1) for some in combinations(range(n), size)]
    rows = [reduce(or_, [variable(n, i) for i in some], 0) for some in chosen]
    names = [" ∨ ".join([f"x{i + 1}" for i in some]) or NEVER for some in chosen]
    return _on_cube(f"k-disjunctions:{n}?k={k}", n, dict(zip(rows, names, strict=True)))


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
    rows = {0, all_points(n)}
    if 0 in (n, d):
        return frozenset(rows)
    shorter = _trees(n - 1, d - 1)
    for i in range(n):
        without = [_spread(n, i, row) for row in shorter]
        run = 1 << n - 1 - i
        rows |= {low | high << run for low in without for high in without}
    return frozenset(rows)


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
    return class_of_rows(name, rows, [f"{point:0{n}b}" for point in range(1 << n)], names, bit_vectors(n))


def bit_vectors(n: int) -> list[tuple[int, ...]]:
    """Return the points of {0,1}ⁿ, the digits of each."""
    return list(product((0, 1), repeat=n))


def joined_literals(n: int, symbol: str, signs: tuple[int, ...] = (1,)) -> dict[int, str]:
    """Return the rows, and their names, of all sets of literals with these signs, joined by ⊕ or ∧."""
    join, empty, empty_name = (xor, 0, NEVER) if symbol == "⊕" else (and_, all_points(n), ALWAYS)
    names = {}
    for size in range(n + 1):
        for chosen, some in product(combinations(range(n), size), product(signs, repeat=size)):
            row = reduce(join, map(literal, repeat(n), chosen, some), empty)
            names[row] = f" {symbol} ".join(map(_literal_name, chosen, some)) or empty_name
    return names


def all_points(n: int) -> int:
    """Return the row that is positive on all of {0,1}ⁿ."""
    return (1 << (1 << n)) - 1


def variable(n: int, i: int) -> int:
    """Return the points with xᵢ = 1 (i from 0): runs of 2ⁿ⁻¹⁻ⁱ points without and with it, by turns."""
    run = 1 << n - 1 - i
    return all_points(n) // ((1 << 2 * run) - 1) * (((1 << run) - 1) << run)


def literal(n: int, i: int, sign: int) -> int:
    """Return the points with xᵢ = 1, or for the sign −1 with xᵢ = 0 (i from 0)."""
    return variable(n, i) if sign == 1 else all_points(n) ^ variable(n, i)


def _literal_name(i: int, sign: int) -> str:
    return f"x{i + 1}" if sign == 1 else f"¬x{i + 1}"
