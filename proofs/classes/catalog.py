"""Concept classes with a name and one or two numbers, like ``thresholds:7`` and ``juntas:4?k=2``.

In a file that has a class as a table of labels, the catalog's classes keep the catalog's names of points and concepts.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

from proofs.classes import catalog_boolean as boolean
from proofs.classes.concepts import ConceptClass, bitsets, class_of_rows, class_of_texts, default_names
from proofs.classes.family import MAX_CONCEPTS, MAX_POINTS, ClassFamily
from proofs.exact.errors import InputError, one_line, unknown


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


def _decision_trees(n: int, d: int) -> tuple[int, int]:
    sizes = {1: 2 * n + 2, 2: 4 * n**3 - 7 * n**2 + 5 * n + 2}
    return sizes.get(d) or boolean.DEEP_TREES[n, d], 1 << n


FAMILIES = {
    "thresholds": ClassFamily(
        "initial segments of a line",
        "on the points 1, …, n: x ↦ +1 iff x ≤ t, for t = 0, …, n; n + 1 concepts",
        "Littlestone (1988): the textbook class of VC dimension 1 whose Littlestone dimension grows, as log₂(n + 1)",
        lambda n: (n + 1, n),
        thresholds,
        {0: (1, 3_161)},
        example="7",
    ),
    "singletons": ClassFamily(
        "exactly one positive point",
        "on the points 1, …, n (n ≥ 2): x ↦ +1 iff x = a, for each a; n concepts",
        "the textbook class of Littlestone dimension 1, however many concepts there are",
        lambda n: (n, n),
        singletons,
        {0: (2, 3_162)},
        example="8",
    ),
    "dictators": ClassFamily(
        "single variables",
        "on the points {0,1}ⁿ: x ↦ xᵢ, for i = 1, …, n; n concepts",
        "Littlestone (1988): learning which one of n experts is right",
        lambda n: (n, 1 << n),
        boolean.dictators,
        {0: (1, 17)},
        why=f"{MAX_POINTS:,} points",
    ),
    "experts": ClassFamily(
        "prediction with expert advice",
        "on the 2ⁿ advices, what each of n experts says: x ↦ what expert i says, for i = 1, …, n; n concepts",
        "Cesa-Bianchi, Freund, Helmbold, Warmuth (1996): with k lies, the game in which the best expert errs k times",
        lambda n: (n, 1 << n),
        boolean.experts,
        {0: (1, 17)},
        why=f"{MAX_POINTS:,} points",
    ),
    "parities": ClassFamily(
        "sums of variables modulo 2",
        "on the points {0,1}ⁿ: +1 iff an odd number of the variables in S is 1, for each set S, "
        "with no constant added; 2ⁿ concepts",
        "linear algebra over the field of two elements: learned with at most n mistakes",
        lambda n: (1 << n, 1 << n),
        boolean.parities,
        {0: (1, 11)},
    ),
    "monotone-conjunctions": ClassFamily(
        "conjunctions of variables",
        "on the points {0,1}ⁿ: +1 iff all variables in S are 1, for each set S, the empty one too; 2ⁿ concepts",
        "Valiant (1984); Littlestone (1988)",
        lambda n: (1 << n, 1 << n),
        boolean.monotone_conjunctions,
        {0: (1, 11)},
    ),
    "conjunctions": ClassFamily(
        "conjunctions of literals",
        "on the points {0,1}ⁿ: +1 iff all literals of a set hold, for each set of variables or negated variables; "
        "3ⁿ concepts, and the one that is nowhere positive",
        "Valiant (1984); Littlestone (1988)",
        lambda n: (3**n + 1, 1 << n),
        boolean.conjunctions,
        {0: (1, 8)},
    ),
    "intervals": ClassFamily(
        "intervals of a line",
        "on the points 1, …, n: x ↦ +1 iff a ≤ x ≤ b, for 1 ≤ a ≤ b ≤ n, and the empty interval; "
        "n(n + 1)/2 + 1 concepts",
        "the textbook class of VC dimension 2",
        lambda n: (n * (n + 1) // 2 + 1, n),
        intervals,
        {0: (1, 271)},
        example="8",
    ),
    "decision-lists": ClassFamily(
        "1-decision lists",
        "on the points {0,1}ⁿ: if literal then label, else if literal then label, …, else label; "
        "4, 14, 96, 1,050 and 15,036 concepts for n = 1, …, 5",
        "Rivest (1987)",
        lambda n: (boolean.DECISION_LISTS[n], 1 << n),
        boolean.decision_lists,
        {0: (1, 5)},
        why=f"{MAX_CONCEPTS:,} concepts, and decision-lists:6 has {boolean.DECISION_LISTS[6]:,}",
    ),
    "halfspaces": ClassFamily(
        "threshold functions",
        "on the points {0,1}ⁿ: x ↦ +1 iff w₁x₁ + … + wₙxₙ ≥ t, for all real w and t; "
        "4, 14, 104, 1,882 and 94,572 concepts for n = 1, …, 5",
        "Muroga (1971), Threshold Logic and Its Applications; the counts are OEIS A000609",
        lambda n: (boolean.HALFSPACES[n], 1 << n),
        boolean.halfspaces,
        {0: (1, 5)},
        why=f"{MAX_CONCEPTS:,} concepts, and halfspaces:6 has {boolean.HALFSPACES[6]:,}",
    ),
    "projective-plane": ClassFamily(
        "lines of a finite plane",
        "on the q² + q + 1 points of PG(2, q), q a prime: each line is positive on its q + 1 points; "
        "q² + q + 1 concepts",
        "any two points are on one line, and any two lines share one point",
        lambda q: (q * q + q + 1, q * q + q + 1),
        projective_plane,
        {0: (2, 53)},
        parameter="q",
    ),
    "monotone": ClassFamily(
        "monotone functions",
        "on the points {0,1}ⁿ: functions that never fall from +1 to −1 where a bit rises from 0 to 1, both constants "
        "too; 3, 6, 20, 168 and 7,581 concepts for n = 1, …, 5",
        "Dedekind (1897), whose numbers (OEIS A000372) count them",
        lambda n: (boolean.MONOTONE[n], 1 << n),
        boolean.monotone,
        {0: (1, 5)},
        why=f"{MAX_CONCEPTS:,} concepts, and monotone:6 has {boolean.MONOTONE[6]:,}",
    ),
    "symmetric": ClassFamily(
        "symmetric functions",
        "on the points {0,1}ⁿ: +1 iff the number of ones is in S, for each set S of numbers from 0 to n; 2ⁿ⁺¹ concepts",
        "Shannon (1938); parities of all variables and majorities are among them",
        lambda n: (2 << n, 1 << n),
        boolean.symmetric,
        {0: (1, 11)},
    ),
    "affine-parities": ClassFamily(
        "sums of variables modulo 2, with a constant",
        "on the points {0,1}ⁿ: +1 iff an odd number of the variables in S is 1, or iff an even number is, for each "
        "set S; 2ⁿ⁺¹ concepts, those of polynomials:n?d=1",
        "affine functions over the field of two elements: learned with at most n + 1 mistakes",
        lambda n: (2 << n, 1 << n),
        boolean.affine_parities,
        {0: (1, 11)},
    ),
    "cube": ClassFamily(
        "all labelings",
        "on the points 1, …, n: every function to ±1; 2ⁿ concepts",
        "the class that shatters everything: every learner can be made to err on every point",
        lambda n: (1 << n, n),
        all_labelings,
        {0: (1, 17)},
        why=f"{MAX_CONCEPTS:,} concepts",
    ),
    "juntas": ClassFamily(
        "functions of few variables",
        "on the points {0,1}ⁿ: functions that depend on at most k of the variables, for 1 ≤ k ≤ n; "
        "for k = 2 there are 2 + 2n + 5n(n − 1)",
        "Blum, Langley (1997); how many depend on all of their variables is OEIS A000371",
        lambda n, k: (sum([comb(n, j) * boolean.FULL_SUPPORT[j] for j in range(k + 1)]), 1 << n),
        boolean.juntas,
        {1: (1, 17), 2: (2, 13), 3: (3, 9), 4: (4, 4)},
        example="4?k=2",
        letter="k",
    ),
    "k-disjunctions": ClassFamily(
        "disjunctions of few variables",
        "on the points {0,1}ⁿ: +1 iff one of at most k chosen variables is 1, for 1 ≤ k ≤ n; that of none is nowhere "
        "+1; also written k-disjunctions:n,k",
        "Littlestone (1988)",
        lambda n, k: (sum(comb(n, size) for size in range(k + 1)), 1 << n),
        boolean.k_disjunctions,
        {1: (1, 17), 2: (2, 16), 3: (3, 14), 4: (4, 13), 5: (5, 12), **{k: (k, 11) for k in range(6, 12)}},
        example="6?k=2",
        letter="k",
    ),
    "dnf": ClassFamily(
        "disjunctions of few conjunctions of literals",
        "on the points {0,1}ⁿ: +1 iff one of at most k terms holds, for 1 ≤ k ≤ 2ⁿ⁻¹; a term is a set of literals that "
        "must all hold; no term (nowhere +1) and the empty term (everywhere +1) are allowed; "
        "dnf:n?k=1 has the concepts of conjunctions:n",
        "Valiant (1984): k-term DNF",
        lambda n, k: (3**n + 1 if k == 1 else boolean.DNF_SIZES[n][k - 1], 1 << n),
        boolean.dnf,
        {1: (1, 8), 2: (2, 5), 3: (3, 4), 4: (3, 4), **dict.fromkeys(range(5, 9), (4, 4))},
        example="3?k=2",
        letter="k",
    ),
    "decision-trees": ClassFamily(
        "decision trees of small depth",
        "on the points {0,1}ⁿ: functions that can be told by asking at most d variables, each chosen by the answers "
        "before, for 1 ≤ d ≤ n; constants are trees of depth 0",
        "Ehrenfeucht, Haussler (1989)",
        _decision_trees,
        boolean.decision_trees,
        {1: (1, 17), 2: (2, 11), 3: (3, 5), 4: (4, 4)},
        example="3?d=2",
        letter="d",
    ),
    "polynomials": ClassFamily(
        "polynomials over the field of two elements",
        "on the points {0,1}ⁿ: +1 iff a polynomial of degree at most d over GF(2) has the value 1, for 1 ≤ d ≤ n; "
        "2 to the power (n choose 0) + … + (n choose d) concepts",
        "Muller (1954), Reed (1954): the codewords of the Reed–Muller code RM(d, n)",
        lambda n, d: (1 << sum([comb(n, degree) for degree in range(d + 1)]), 1 << n),
        boolean.polynomials,
        {1: (1, 11), 2: (2, 5), 3: (3, 4), 4: (4, 4)},
        example="3?d=2",
        letter="d",
    ),
}
"""Every named class. (The margin classes of halfspaces are not finite by definition, and are made elsewhere.)"""

MARGIN_CLASSES = "margin-halfspaces"
"""How the name of one of these begins; a file of points follows."""

MAX_OF_NAME = 200
"""Characters of a name of a point or a concept that are kept."""


@lru_cache(maxsize=4)
def find_class(spec: str) -> ConceptClass:
    """Make a named class: ``name:n``, or ``name:n?k=2`` if the family has a second number.

    Raises:
        InputError: there is no such class, or a number is missing, is not a whole number, or is too small or too
            large. A class has at most ``MAX_CONCEPTS`` concepts, ``MAX_POINTS`` points and ``MAX_LABELS`` labels.

    """
    if not isinstance(spec, str):
        raise InputError(f"a class is named by a text, like 'thresholds:7', not by {spec!r}")
    name, _, text = spec.strip().partition(":")
    if name not in FAMILIES:
        raise unknown("class", name, [*FAMILIES, MARGIN_CLASSES])
    family = FAMILIES[name]
    numbers = family.numbers(name, text)
    table = family.build(*numbers)
    if (table.size, table.points) != family.size(*numbers):
        raise RuntimeError(f"{table.name} has {table.size} concepts on {table.points} points: this is a bug")
    return table


def cards() -> list[dict[str, str]]:
    """Describe every named class.

    The keys are ``name``, ``summary``, ``definition``, ``source``, ``example`` (a name with its numbers) and
    ``largest`` (the largest feasible ones, with their sizes and what limits them).
    """
    return [
        {
            "name": name,
            "summary": family.summary,
            "definition": family.definition,
            "source": family.source,
            "example": f"{name}:{family.example}",
            "largest": family.largest(name, family.ranges),
        }
        for name, family in FAMILIES.items()
    ]


def _numbers(n: int) -> list[str]:
    return [str(x) for x in range(1, n + 1)]


def _line(n: int) -> list[tuple[int]]:
    return [(x,) for x in range(1, n + 1)]


def known_as_named(table: ConceptClass) -> ConceptClass:
    """Return the class of the catalog that a table is by name and rows, which has names and vectors, or the table."""
    with suppress(InputError):
        named = find_class(table.name)
        return named if (named.labelings, named.points) == (table.labelings, table.points) else table
    return table


# ------------------------------------------------------------------------------------------------- names in files


def names_to_write(table: ConceptClass) -> dict[str, list[str]]:
    """Return the names that a file should have, by its keys: those that a reader would not find without them."""
    named = known_as_named(replace(table, point_names=default_names(table.points), concept_names=None, vectors=None))
    if (named.point_names, named.concept_names) == (table.point_names, table.concept_names):
        return {}
    names = {"point_names": list(table.point_names)}
    return names | ({"concept_names": list(table.concept_names)} if table.concept_names else {})


def class_of_file(
    name: str, texts: Sequence[str], point_names: object = None, concept_names: object = None
) -> ConceptClass:
    """Make the class that a file has as texts of ``+``, ``-`` and ``*``; names of anybody's are used where they can be.

    Raises:
        InputError: as for ``class_of_texts``.

    """
    table = class_of_texts(name, texts)
    if (named := known_as_named(table)) is not table:
        return named
    points, concepts = _usable(point_names, table.points), _usable(concept_names, table.size)
    return replace(table, point_names=points or table.point_names, concept_names=concepts)


def _usable(names: Any, count: int) -> tuple[str, ...] | None:
    """Return names as printable lines, if they are as many different ones as they should be."""
    if not isinstance(names, list) or len(names) != count or not all(isinstance(name, str) for name in names):
        return None
    lines = tuple([one_line(name, MAX_OF_NAME) for name in names])
    return lines if all(lines) and len(set(lines)) == count else None
