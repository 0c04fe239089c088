"""The star number, against its definition tried on all sets of points and all concepts."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows, default_names
from proofs.solvers.budget import Budget
from proofs.solvers.star import Star, star_number


def is_star(rows: tuple[int, ...], center: int, points: tuple[int, ...]) -> bool:
    mask = sum(1 << x for x in points)
    return all(any((row ^ center) & mask == 1 << x for row in rows) for x in points)


def by_definition(found: ConceptClass) -> int:
    return max(
        count
        for count in range(found.points + 1)
        for points in combinations(range(found.points), count)
        if any(is_star(found.rows, center, points) for center in found.rows)
    )


def holds(found: ConceptClass, star: Star) -> bool:
    """Tell whether what was found is a star, label by label."""
    return len(star.points) == len(star.concepts) == star.number.at_least and all(
        (found.label(concept, x) != found.label(star.center, x)) == (x == at)
        for (at, concept), x in product(zip(star.points, star.concepts, strict=True), star.points)
    )


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.integers(0, 2**n - 1), min_size=1))))
def test_any_class(drawn: tuple[int, set[int]]) -> None:
    points, rows = drawn
    found = class_of_rows("some", sorted(rows), default_names(points))
    star = star_number(found)
    assert star.number.value == by_definition(found)
    assert holds(found, star)


@pytest.mark.parametrize(
    ("spec", "number"),
    [  # the first three: Combinatorial Parameters of O. Bousquet, github.com/obousquet/Combinatorial-Parameters
        *((f"singletons:{n}", n - 1) for n in range(2, 12)),
        *((f"cube:{n}", n) for n in range(1, 9)),
        *((f"thresholds:{n}", min(n, 2)) for n in range(1, 9)),
        ("halfspaces:2", 4),
    ],
)
def test_known_values(spec: str, number: int) -> None:
    found = find_class(spec)
    star = star_number(found)
    assert star.number.value == number
    assert holds(found, star)


def test_a_budget_that_runs_out_leaves_bounds() -> None:
    found = find_class("conjunctions:3")
    star = star_number(found, Budget(states=4))
    assert star.number.value is None
    assert star.number.ran_out == "4 states"
    assert holds(found, star)
    value = star_number(found).number.value
    assert value is not None
    assert star.number.at_least <= value <= star.number.at_most


def test_one_concept_has_no_star() -> None:
    star = star_number(class_of_rows("one", [5], default_names(3)))
    assert (star.number.value, star.points, star.concepts) == (0, (), ())
