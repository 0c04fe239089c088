"""The named classes, against definitions of their own, counts of their own and dimensions of their own."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product
from math import comb, prod
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.classes import concepts_of

from proofs.classes.catalog import FAMILIES, cards, find_class
from proofs.classes.catalog_boolean import DECISION_LISTS, HALFSPACES
from proofs.classes.concepts import ConceptClass
from proofs.classes.family import MAX_CONCEPTS, MAX_LABELS, MAX_POINTS
from proofs.exact.errors import InputError

Labels = tuple[int, ...]

OF_ONE_NUMBER = [name for name, family in FAMILIES.items() if not family.letter]


def subsets(n: int) -> list[tuple[int, ...]]:
    return [chosen for size in range(n + 1) for chosen in combinations(range(n), size)]


def functions(n: int, holds: Callable[[Labels, Labels], object], chosen: list[tuple[int, ...]]) -> set[Labels]:
    """Return the functions on {0,1}ⁿ that are positive where something holds for the chosen bits, all of them."""
    cube = list(product((0, 1), repeat=n))
    return {tuple(1 if holds(s, x) else -1 for x in cube) for s in chosen}


def odd(s: Labels, x: Labels) -> bool:
    return sum(x[i] for i in s) % 2 == 1


def conjunction(s: Labels, x: Labels) -> bool:
    return all((*x, *(1 - bit for bit in x))[i] for i in s)  # literal n + i is the negation of i


# ------------------------------------------------------------------------------------------------ definitions


@pytest.mark.parametrize("n", range(1, 9))
def test_classes_on_a_line(n: int) -> None:
    line = range(1, n + 1)
    assert concepts_of(find_class(f"thresholds:{n}")) == [
        tuple(1 if x <= t else -1 for x in line) for t in range(n + 1)
    ]
    ends = [(a, b) for a in range(1, n + 2) for b in range(n + 1)]
    intervals = concepts_of(find_class(f"intervals:{n}"))
    assert set(intervals) == {tuple(1 if a <= x <= b else -1 for x in line) for a, b in ends}
    assert len(intervals) == [2, 4, 7, 11, 16, 22, 29, 37][n - 1]
    assert sorted(concepts_of(find_class(f"cube:{n}"))) == sorted(product((1, -1), repeat=n))
    if n > 1:
        assert concepts_of(find_class(f"singletons:{n}")) == [tuple(1 if x == a else -1 for x in line) for a in line]


@pytest.mark.parametrize("n", range(1, 7))
def test_experts_say_what_an_advice_says(n: int) -> None:
    found = find_class(f"experts:{n}")
    assert list(found.point_names) == ["".join(advice) for advice in product("-+", repeat=n)]
    assert concepts_of(found) == [tuple(1 if name[i] == "+" else -1 for name in found.point_names) for i in range(n)]


@pytest.mark.parametrize("n", range(1, 5))
def test_classes_of_boolean_functions(n: int) -> None:
    assert concepts_of(find_class(f"dictators:{n}")) == [
        tuple(2 * x[i] - 1 for x in product((0, 1), repeat=n)) for i in range(n)
    ]
    assert set(concepts_of(find_class(f"parities:{n}"))) == functions(n, odd, subsets(n))
    assert set(concepts_of(find_class(f"monotone-conjunctions:{n}"))) == functions(n, conjunction, subsets(n))
    contradictions_too = functions(n, conjunction, subsets(2 * n))
    assert set(concepts_of(find_class(f"conjunctions:{n}"))) == contradictions_too
    for name, size in (("parities", 2**n), ("monotone-conjunctions", 2**n), ("conjunctions", 3**n + 1)):
        assert find_class(f"{name}:{n}").size == size


def lists_by_brute_force(n: int) -> set[Labels]:
    """Write down all lists that ask each variable once: to ask again, or less, is no other function."""
    points = list(product((0, 1), repeat=n))
    found = set()
    for order, signs, outs in product(
        permutations(range(n)), product((0, 1), repeat=n), product((1, -1), repeat=n + 1)
    ):
        asked = list(zip(order, signs, outs[:n], strict=True))
        found.add(tuple(next((out for i, sign, out in asked if x[i] == sign), outs[n]) for x in points))
    return found


def lists_by_counting(n: int) -> int:
    """Count the functions by their layers: literals that give the same label; the last layer has two at least.

    Of m > 1 variables that all matter: an ordered partition, a sign for each variable, and the first label.
    """

    @cache
    def layers(m: int) -> int:
        return (m >= 2) + sum(comb(m, first) * layers(m - first) for first in range(1, m - 1))

    return sum(comb(n, m) * (2 if m < 2 else 2 * 2**m * layers(m)) for m in range(n + 1))


@pytest.mark.parametrize("n", range(1, 5))
def test_decision_lists(n: int) -> None:
    assert set(concepts_of(find_class(f"decision-lists:{n}"))) == lists_by_brute_force(n)


def test_how_many_decision_lists_there_are() -> None:
    assert tuple(lists_by_counting(n) for n in range(len(DECISION_LISTS))) == DECISION_LISTS
    assert find_class("decision-lists:5").size == 15_036


def test_a_decision_list_is_what_its_name_says() -> None:
    found = find_class("decision-lists:3")
    for concept in range(found.size):
        *rules, last = found.concept_name(concept).replace("always", "else").split(", ")
        for x, vector in enumerate(product((0, 1), repeat=3)):
            out = last.removeprefix("else ")
            for rule in reversed(rules):
                literal, label = rule.split(" → ")
                if vector[int(literal[-1]) - 1] == (literal[0] != "¬"):
                    out = label
            assert found.label(concept, x) == {"+": 1, "−": -1}[out]


def is_threshold(row: int, n: int) -> bool:
    """Tell whether no two positive points have the sum of two negative ones: enough for n ≤ 8 (Muroga, 1971)."""
    sums: list[set[tuple[int, ...]]] = [set(), set()]
    points = list(product((0, 1), repeat=n))
    for x, y in product(range(2**n), repeat=2):
        if row >> x & 1 == row >> y & 1:
            sums[row >> x & 1].add(tuple(a + b for a, b in zip(points[x], points[y], strict=True)))
    return sums[0].isdisjoint(sums[1])


@pytest.mark.parametrize("n", range(1, 4))
def test_halfspaces(n: int) -> None:
    assert set(find_class(f"halfspaces:{n}").rows) == {row for row in range(1 << (1 << n)) if is_threshold(row, n)}


@given(st.integers(0, 2**16 - 1))
def test_halfspaces_of_four_variables(row: int) -> None:
    assert (row in find_class("halfspaces:4").rows) == is_threshold(row, 4)


weights = st.integers(-9, 9)


@given(st.tuples(weights, weights, weights, weights), weights)
def test_every_weighted_vote_is_a_halfspace(w: tuple[int, ...], least: int) -> None:
    votes = [sum(a * b for a, b in zip(w, x, strict=True)) for x in product((0, 1), repeat=4)]
    assert sum(1 << x for x, vote in enumerate(votes) if vote >= least) in find_class("halfspaces:4").rows


def test_there_are_as_many_halfspaces_as_are_published() -> None:
    assert [find_class(f"halfspaces:{n}").size for n in range(1, 6)] == list(HALFSPACES[1:6])


@pytest.mark.parametrize("q", [2, 3, 5, 7])
def test_projective_planes(q: int) -> None:
    found = find_class(f"projective-plane:{q}")
    assert found.size == found.points == q * q + q + 1
    assert {row.bit_count() for row in found.rows} == {column.bit_count() for column in found.columns} == {q + 1}
    assert all((a & b).bit_count() == 1 for a, b in combinations(found.rows, 2))
    assert all((a & b).bit_count() == 1 for a, b in combinations(found.columns, 2))
    for line, x in product(range(found.size), range(found.points)):
        a, p = (list(map(int, name[1:-1].split(":"))) for name in (found.concept_name(line), found.point_names[x]))
        assert (found.label(line, x) == 1) == (sum(map(prod, zip(a, p, strict=True))) % q == 0)


# ------------------------------------------------------------------------------------------------ names and vectors


@pytest.mark.parametrize(
    ("spec", "points", "concepts"),
    [
        ("thresholds:2", ["1", "2"], ["x ≤ 0", "x ≤ 1", "x ≤ 2"]),
        ("intervals:2", ["1", "2"], ["∅", "[1, 1]", "[1, 2]", "[2, 2]"]),
        ("singletons:2", ["1", "2"], ["x = 1", "x = 2"]),
        ("cube:1", ["1"], ["-", "+"]),
        ("dictators:2", ["00", "01", "10", "11"], ["x1", "x2"]),
        ("experts:2", ["--", "-+", "+-", "++"], ["expert 1", "expert 2"]),
        ("parities:2", ["00", "01", "10", "11"], ["always −", "x1", "x2", "x1 ⊕ x2"]),
        ("monotone-conjunctions:2", ["00", "01", "10", "11"], ["always +", "x1", "x2", "x1 ∧ x2"]),
        ("conjunctions:1", ["0", "1"], ["always +", "x1", "¬x1", "always −"]),
        ("decision-lists:1", ["0", "1"], ["always −", "always +", "x1 → +, else −", "¬x1 → +, else −"]),
    ],
)
def test_names(spec: str, points: list[str], concepts: list[str]) -> None:
    found = find_class(f" {spec} ")
    assert found.name == spec
    assert list(found.point_names) == points
    assert [found.concept_name(concept) for concept in range(found.size)] == concepts


def test_a_conjunction_is_what_its_name_says() -> None:
    found = find_class("conjunctions:3")
    at = found.concept_names.index("x1 ∧ ¬x3") if found.concept_names else -1
    assert [found.point_names[x] for x in range(8) if found.label(at, x) == 1] == ["100", "110"]


@pytest.mark.parametrize("name", OF_ONE_NUMBER)
def test_vectors_are_exact_and_named_after(name: str) -> None:
    found = find_class(f"{name}:3")
    if name in ("singletons", "projective-plane", "cube"):
        assert found.vectors is None
        return
    assert found.vectors is not None
    assert all(type(value) in (int, Fraction) for value in chain.from_iterable(found.vectors))
    words: dict[int | Fraction, str] = {-1: "-", 1: "+"} if name == "experts" else {}
    called = ["".join(str(words.get(value, value)) for value in vector) for vector in found.vectors]
    assert called == list(found.point_names)


# ------------------------------------------------------------------------------------------------ limits and errors


@pytest.mark.parametrize("name", OF_ONE_NUMBER)
def test_the_largest_is_within_the_limits_and_the_next_is_not(name: str) -> None:
    family = FAMILIES[name]
    _, largest = family.ranges[0]

    def feasible(n: int) -> bool:
        concepts, points = family.size(n)
        return concepts <= MAX_CONCEPTS and points <= MAX_POINTS and concepts * points <= MAX_LABELS

    assert feasible(largest)
    following = 59 if name == "projective-plane" else largest + 1  # the prime after 53
    assert not feasible(following)
    message = rf"^{name}:{following} is too large: the largest feasible is {name}:{largest} \("
    with pytest.raises(InputError, match=message):
        find_class(f"{name}:{following}")


@pytest.mark.full
@pytest.mark.parametrize("name", OF_ONE_NUMBER)
def test_the_largest_can_be_made(name: str) -> None:
    family = FAMILIES[name]
    found = find_class(f"{name}:{family.ranges[0][1]}")
    assert (found.size, found.points) == family.size(family.ranges[0][1])


@pytest.mark.parametrize("name", OF_ONE_NUMBER)
def test_the_smallest_can_be_made_and_none_below(name: str) -> None:
    family = FAMILIES[name]
    smallest, _ = family.ranges[0]
    for n in (smallest, int(family.example)):
        assert find_class(f"{name}:{n}").size == family.size(n)[0]
    with pytest.raises(InputError, match=f"^{name}:{smallest - 1}: . should be from {smallest} to "):
        find_class(f"{name}:{smallest - 1}")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("treshold:3", "unknown class 'treshold'; did you mean 'thresholds'?"),
        ("", "unknown class ''; known: affine-parities, conjunctions, cube, "),
        ("thresholds", "thresholds needs n, from 1 to 3,161: write thresholds:n, for instance thresholds:7"),
        ("thresholds:x", "thresholds:x: n should be a whole number from 1 to 3,161"),
        ("thresholds:٣", "thresholds:٣: n should be a whole number"),
        ("thresholds:-1", "thresholds:-1: n should be from 1 to 3,161"),
        ("singletons:1", "singletons:1: n should be from 2 to 3,162"),
        (
            "halfspaces:9",
            "halfspaces:9 is too large: the largest feasible is halfspaces:5 (94,572 concepts on 32 points; the limit is 200,000 concepts, and halfspaces:6 has 15,028,134)",
        ),
        (
            "parities:" + "9" * 10**5,
            "parities:999999999999999999… is too large: the largest feasible is parities:11 ",
        ),
        ("parities:-" + "9" * 10**5, "parities:-99999999999999999…: n should be from 1 to 11"),
        ("projective-plane:4", "projective-plane:4: q should be a prime (2, 3, 5, 7, 11, …); prime powers are not"),
        ("projective-plane:1", "projective-plane:1: q should be from 2 to 53"),
        ("juntas", "juntas needs n and k: write juntas:n?k=…, for instance juntas:4?k=2"),
        ("juntas:4", "juntas needs n and k: "),
        ("juntas:4?d=2", "juntas needs n and k: "),
        ("juntas:4,", "juntas needs n and k: "),
        ("k-disjunctions:4,two", "k-disjunctions:…?k=two: k should be a whole number from 1 to 11"),
        ("juntas:4?k=", "juntas needs n and k: "),
        ("juntas:4?k=two", "juntas:…?k=two: k should be a whole number from 1 to 4"),
        ("juntas:4?k=0", "juntas:…?k=0: k should be from 1 to 4"),
        ("juntas:x?k=2", "juntas:x: n should be a whole number from 2 to 13 where k = 2"),
        ("juntas:1?k=2", "juntas:1?k=2: n should be from 2 to 13 where k = 2"),
        ("decision-trees:3?d=4", "decision-trees:3?d=4: n should be 4 where d = 4"),
        ("polynomials:" + "9" * 10**5 + "?d=1", "polynomials:999999999999999999…?d=1 is too large: the largest "),
        ("dnf:3?k=" + "9" * 10**5, "dnf:…?k=999999999999999999…: k should be from 1 to 8"),
        ("monotone:6", "monotone:6 is too large: the largest feasible is monotone:5 (7,581 concepts on 32 points; "),
    ],
)
def test_what_is_refused(spec: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}") as caught:
        find_class(spec)
    assert str(caught.value).isprintable()


@given(st.text(max_size=20), st.sampled_from(["", *(f"{name}:" for name in FAMILIES)]))
def test_any_text_is_a_class_or_one_line(text: str, name: str) -> None:
    if text.strip().isdecimal():
        text += "x"  # the large ones are made elsewhere
    try:
        found = find_class(name + text)
    except InputError as error:
        outcome = str(error)
    else:
        outcome = found.name
        assert outcome.startswith(name)
    assert outcome.isprintable()


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: find_class(cast("Any", 5)), "a class is named by a text, like 'thresholds:7', not by 5"),
        (lambda: find_class("thresholds:3").label(0, 99), "thresholds:3 has no point 99; its points are 0 to 2"),
        (
            lambda: ConceptClass("a", (1, 2), ("x",)),
            "the class a has a concept with a bit for a point that does not exist",
        ),
        (
            lambda: ConceptClass("a", (0, 1), ("x",), undefined=(1,)),
            "the class a has 2 rows, and 1 of undefined points",
        ),
    ],
)
def test_what_python_gives_is_checked(mistake: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        mistake()


def test_cards() -> None:
    found = cards()
    assert [card["name"] for card in found] == list(FAMILIES)
    for card in found:
        assert {"name", "summary", "definition", "source", "example", "largest"} == card.keys()
        assert all(text.isprintable() and text for text in card.values())
        assert find_class(card["example"]).name == card["example"]
        if card["name"] in OF_ONE_NUMBER:
            _, largest = FAMILIES[card["name"]].ranges[0]
            assert card["largest"].startswith(f"{card['name']}:{largest} (")
