"""The classes of Boolean functions, against definitions that ask of every function whether it belongs.

The definitions here know nothing of how the classes are made: a function is a tuple of labels ±1 of the points {0,1}ⁿ,
and belongs if something can be said of these.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from math import comb

import pytest
from conftest import sizes
from oracles.classes import concepts_of

from proofs.classes.catalog import FAMILIES, find_class
from proofs.classes.catalog_boolean import MONOTONE
from proofs.classes.concepts import ConceptClass
from proofs.classes.family import MAX_CONCEPTS, MAX_LABELS, MAX_POINTS
from proofs.exact.errors import InputError

Labels = tuple[int, ...]


@cache
def cube(n: int) -> list[Labels]:
    return list(product((0, 1), repeat=n))


def labels(found: ConceptClass) -> set[Labels]:
    return set(concepts_of(found))


def flips(n: int) -> list[list[tuple[int, int]]]:
    """Return for each variable the pairs of points that differ in it alone, the one with 0 first."""
    return [[(x, cube(n).index((*p[:i], 1, *p[i + 1 :]))) for x, p in enumerate(cube(n)) if not p[i]] for i in range(n)]


@cache
def relevant(f: Labels, n: int) -> int:
    return sum(any(f[x] != f[y] for x, y in pairs) for pairs in flips(n))


def is_monotone(f: Labels, n: int) -> bool:
    return all(
        f[x] <= f[y]
        for x, p in enumerate(cube(n))
        for y, q in enumerate(cube(n))
        if all(a <= b for a, b in zip(p, q, strict=True))
    )


def is_symmetric(f: Labels, n: int) -> bool:
    return all(f[x] == f[y] for x, p in enumerate(cube(n)) for y, q in enumerate(cube(n)) if sorted(p) == sorted(q))


def is_affine(f: Labels, n: int) -> bool:
    """A variable changes the label everywhere or nowhere."""
    return all(len({f[x] * f[y] for x, y in pairs}) == 1 for pairs in flips(n))


@cache
def degree(f: Labels, n: int) -> int:
    """Return the degree over GF(2): the largest subcube through 0 with an odd number of points labeled +1, or 0."""
    below = {
        q: [f[x] for x, p in enumerate(cube(n)) if all(a <= b for a, b in zip(p, q, strict=True))] for q in cube(n)
    }
    return max((sum(q) for q, seen in below.items() if seen.count(1) % 2), default=0)


@cache
def depth(f: Labels, n: int) -> int:
    """Return the least depth of a decision tree: nothing to ask, or the best variable to ask first."""
    if len(set(f)) == 1:
        return 0
    halves = [[tuple(f[x] for x, p in enumerate(cube(n)) if p[i] == bit) for bit in (0, 1)] for i in range(n)]
    return 1 + min(max(depth(half, n - 1) for half in both) for both in halves)


@cache
def subcubes(n: int) -> list[frozenset[int]]:
    return [
        frozenset(x for x, p in enumerate(cube(n)) if all(want in (2, bit) for want, bit in zip(term, p, strict=True)))
        for term in product((0, 1, 2), repeat=n)
    ]


def terms(f: Labels, n: int) -> int:
    """Return how many subcubes of positive points cover these: the least number, by trying more and more."""
    positive = frozenset(x for x, label in enumerate(f) if label == 1)
    inside = [term for term in subcubes(n) if term <= positive]
    largest = [term for term in inside if not any(term < other for other in inside)]
    return next(
        count
        for count in range(len(f) + 1)
        if any(frozenset[int]().union(*some) == positive for some in combinations(largest, count))
    )


def variables(f: Labels, n: int) -> int:
    """Return how many variables have f for their disjunction, by trying all sets; more than there are if none has."""
    sets = [some for size in range(n + 1) for some in combinations(range(n), size)]
    made = (len(some) for some in sets if f == tuple(1 if any(x[i] for i in some) else -1 for x in cube(n)))
    return next(made, n + 1)


Least = Callable[[Labels, int], int]
"""What a function needs, of so many variables: the least second number of the classes that it belongs to."""

NEEDS: list[tuple[str, Least, int, range]] = [
    *((f"juntas:{{n}}?k={k}", relevant, k, range(k, 4)) for k in (1, 2, 3)),
    *((f"k-disjunctions:{{n}}?k={k}", variables, k, range(k, 4)) for k in (1, 2, 3)),
    *((f"k-disjunctions:{{n}},{k}", variables, k, range(k, 4)) for k in (1, 2, 3)),
    *((f"polynomials:{{n}}?d={d}", degree, d, range(d, 4)) for d in (1, 2, 3)),
    *((f"decision-trees:{{n}}?d={d}", depth, d, range(d, 4)) for d in (1, 2, 3)),
    *((f"dnf:{{n}}?k={k}", terms, k, range(n, 4)) for k, n in ((1, 1), (2, 2), (3, 3), (4, 3))),
]


@pytest.mark.parametrize(
    ("spec", "least", "number", "n"),
    [(spec.format(n=n), least, number, n) for spec, least, number, ns in NEEDS for n in ns],
)
def test_the_functions_are_those_that_need_no_more(spec: str, least: Least, number: int, n: int) -> None:
    assert labels(find_class(spec)) == {f for f in product((1, -1), repeat=1 << n) if least(f, n) <= number}


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "belongs"), [("monotone", is_monotone), ("symmetric", is_symmetric), ("affine-parities", is_affine)]
)
def test_the_functions_are_those_of_the_definition(name: str, belongs: Callable[[Labels, int], bool], n: int) -> None:
    assert labels(find_class(f"{name}:{n}")) == {f for f in product((1, -1), repeat=1 << n) if belongs(f, n)}


@pytest.mark.parametrize(
    ("spec", "number", "least"),
    [
        pytest.param("decision-trees:4?d=3", 3, depth, marks=pytest.mark.full),
        ("decision-trees:4?d=2", 2, depth),
        ("polynomials:4?d=2", 2, degree),
        ("juntas:4?k=3", 3, relevant),
        ("dnf:4?k=2", 2, terms),
    ],
)
def test_the_functions_of_four_variables_need_no_more(spec: str, number: int, least: Least) -> None:
    assert {least(f, 4) for f in labels(find_class(spec))} == set(range(number + 1))


@pytest.mark.parametrize("most", sizes(4, 5))
def test_classes_that_are_the_same_functions(most: int) -> None:
    for n in range(1, most + 1):
        assert labels(find_class(f"dnf:{n}?k=1")) == labels(find_class(f"conjunctions:{n}"))
        assert labels(find_class(f"polynomials:{n}?d=1")) == labels(find_class(f"affine-parities:{n}"))
        assert labels(find_class(f"decision-trees:{n}?d=1")) == labels(find_class(f"juntas:{n}?k=1"))
        parities = set(find_class(f"parities:{n}").rows)
        assert set(find_class(f"affine-parities:{n}").rows) == parities | {(1 << 2**n) - 1 ^ row for row in parities}


@pytest.mark.full  # for up to three variables they are compared above
def test_enough_terms_or_variables_make_all_functions() -> None:
    everything = set(range(1 << 16))
    for spec in ("juntas:4?k=4", "dnf:4?k=8", "decision-trees:4?d=4", "polynomials:4?d=4"):
        assert set(find_class(spec).rows) == everything


# ------------------------------------------------------------------------------------------------ counts


@pytest.mark.parametrize("most", sizes(5, 13))
def test_known_counts(most: int) -> None:
    assert [find_class(f"monotone:{n}").size for n in range(1, 6)] == [3, 6, 20, 168, 7_581] == list(MONOTONE[1:6])
    for n in range(1, min(most, 11) + 1):
        assert find_class(f"symmetric:{n}").size == find_class(f"affine-parities:{n}").size == 2 ** (n + 1)
    for d, (first, last) in FAMILIES["polynomials"].ranges.items():
        for n in range(first, min(last, most) + 1):
            assert find_class(f"polynomials:{n}?d={d}").size == 2 ** sum(comb(n, i) for i in range(d + 1))
    for n in range(2, most + 1):  # constants, literals, and ten functions of each two variables
        assert find_class(f"juntas:{n}?k=2").size == 2 + 2 * n + 10 * comb(n, 2) == 2 + 2 * n + 5 * n * (n - 1)


def test_monotone_functions_are_closed_under_and_and_or() -> None:
    rows = set(find_class("monotone:4").rows)
    assert all({a & b, a | b} <= rows for a, b in product(rows, repeat=2))


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name, family in FAMILIES.items() if family.letter])
def test_the_largest_are_within_the_limits_and_the_next_are_not(name: str) -> None:
    family = FAMILIES[name]
    for k, (smallest, largest) in family.ranges.items():
        for n in range(smallest, largest + 1):
            found = find_class(f"{name}:{n}?{family.letter}={k}")
            assert (found.size, found.points) == family.size(n, k)
            assert found.size <= MAX_CONCEPTS
            assert found.points <= MAX_POINTS
            assert found.size * found.points <= MAX_LABELS
        concepts, points = at_least(name, largest + 1, k), 2 ** (largest + 1)
        assert concepts > MAX_CONCEPTS or points > MAX_POINTS or concepts * points > MAX_LABELS
        with pytest.raises(InputError, match=rf"^{name}:{largest + 1}\?{family.letter}={k} is too large: the largest"):
            find_class(f"{name}:{largest + 1}?{family.letter}={k}")


@cache
def at_least(name: str, n: int, k: int) -> int:
    """Return how many functions there are at least; with a larger k there are no fewer."""
    if name in {"polynomials", "k-disjunctions"}:  # the monomials and the disjunctions of at most k variables
        short = sum(comb(n, i) for i in range(k + 1))
        return short if name == "k-disjunctions" else 1 << short
    if name == "juntas" or (name, k) == ("decision-trees", 1):
        return comb(n, k) * (2**2**k - k * 2**2 ** (k - 1)) if k > 1 else 2 * n + 2  # all but those of k − 1
    if (name, k) == ("decision-trees", 2):  # one variable says which literal of two others is asked next
        return n * (n - 1) * (n - 2) * 4
    if name == "decision-trees":  # that ask x1 first, or x2: any two trees of the others
        half, quarter = 1 << n - 1, 1 << n - 2
        some = find_class(f"decision-trees:{n - 1}?d={k - 1}").rows[:400]
        ask_first = {low | high << half for low in some for high in some}
        block = (1 << quarter) - 1
        inner = block << quarter | block << 2 * quarter
        exchanged = {
            row & ~inner | row << quarter & block << 2 * quarter | row >> quarter & block << quarter
            for row in ask_first
        }
        return len(ask_first | exchanged)
    terms_of_all = [1]  # the points of each subcube, as bits: where the next variable is 0, 1, or anything
    for half in (1 << i for i in range(n)):
        terms_of_all = [
            row << shift | row << more for row in terms_of_all for shift, more in ((0, 0), (half, half), (0, half))
        ]
    rows = {0}
    for _ in range(k):
        shorter = tuple(rows)
        for term in terms_of_all:
            rows.update(row | term for row in shorter)
            if len(rows) > MAX_CONCEPTS:
                return len(rows)
    return len(rows)


# ------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("spec", "names"),
    [
        ("symmetric:1", ["always −", "|x| ∈ {0}", "|x| ∈ {1}", "always +"]),
        ("affine-parities:1", ["always −", "x1", "always +", "1 ⊕ x1"]),
        ("polynomials:2?d=1", ["0", "1", "x1", "1 ⊕ x1", "x2", "1 ⊕ x2", "x1 ⊕ x2", "1 ⊕ x1 ⊕ x2"]),
        ("dnf:1?k=1", ["always −", "always +", "x1", "¬x1"]),
        ("k-disjunctions:2?k=2", ["always −", "x1", "x2", "x1 ∨ x2"]),
        ("juntas:1?k=1", ["--", "-+", "+-", "++"]),
    ],
)
def test_names_of_concepts(spec: str, names: list[str]) -> None:
    found = find_class(f" {spec} ")
    assert found.name == spec
    assert sorted(found.concept_name(concept) for concept in range(found.size)) == sorted(names)
    assert found.vectors == tuple(cube(found.points.bit_length() - 1))


@pytest.mark.parametrize("spec", ["dnf:3?k=3", "polynomials:3?d=3", "affine-parities:3", "symmetric:3"])
def test_a_function_is_what_its_name_says(spec: str) -> None:
    found = find_class(spec)
    for concept in range(found.size):
        name = found.concept_name(concept)
        for x, p in enumerate(cube(3)):
            text = name
            for i, bit in enumerate(p, 1):
                text = text.replace(f"x{i}", f" {bit} ")
            value = {"always −": 0, "always +": 1}.get(name)
            if value is None and spec.startswith("symmetric"):
                value = sum(p) in map(int, re.findall(r"\d+", name))
            elif value is None and spec.startswith("dnf"):
                holds = [
                    all(int(word.strip(" ¬")) != ("¬" in word) for word in term.split("∧")) for term in text.split("∨")
                ]
                value = any(holds)
            elif value is None:
                value = sum(all(map(int, term.split())) for term in text.split("⊕")) % 2
            assert found.label(concept, x) == (1 if value else -1), (name, p)
