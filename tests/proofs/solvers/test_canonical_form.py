"""Canonical forms: a form is the class again under other names, and names rarely matter to it."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.classes import Labels, made, small_classes
from oracles.partial import partial_classes

from proofs.classes.catalog import find_class
from proofs.solvers.canonical_form import CanonicalForm, Table, canonical_form, packed
from proofs.solvers.spaces import Spaces

RECOGNIZED = [
    *["cube:5", "singletons:9", "projective-plane:2", "projective-plane:3", "dictators:3"],  # all concepts are alike
    *["intervals:7", "thresholds:12", "decision-lists:2", "conjunctions:2", "monotone-conjunctions:4"],
]
WITHOUT_FLIPS = ["parities:4", "halfspaces:3"]
"""Recognized as long as labels are not exchanged: all their points are balanced, so which label is + is a guess."""


def table_of(name: str) -> Table:
    return find_class(name).table().astype(np.int8)


def renamed(table: Table, seed: int, *, flips: bool) -> Table:
    """Shuffle concepts and points, and exchange labels at some points."""
    chance = random.Random(seed)
    rows, columns = list(range(table.shape[0])), list(range(table.shape[1]))
    chance.shuffle(rows)
    chance.shuffle(columns)
    flipped = np.array([flips and chance.random() < 0.5 for _ in columns])
    return table[np.ix_(rows, columns)] * (1 - 2 * flipped).astype(np.int8)


def check_form(table: Table, *, flips: bool) -> CanonicalForm:
    """Check that a form is the class, rearranged, without the points that say nothing new."""
    form = canonical_form(table, flips=flips)
    size, width = table.shape
    assert sorted(form.concepts.tolist()) == list(range(size))
    assert len(set(form.points.tolist())) == len(form.points) == len(form.flipped) == form.table.shape[1]
    assert flips or not form.flipped.any()
    back = form.table[np.argsort(form.concepts)] * (1 - 2 * form.flipped)
    assert np.array_equal(back, table[:, form.points])

    def kind(column: list[int]) -> tuple[int, ...]:
        first = next((label for label in column if label), 1)
        return tuple([label * first if flips else label for label in column])

    said = [kind(column) for column in back.T.tolist()]
    assert len(set(said)) == len(said)
    for column in table.T.tolist():
        assert (kind(column) in said) == (len(set(column)) > 1)
    rows = packed(form.table).tolist()
    assert rows == sorted(rows)
    assert width >= len(said)
    return form


@given(small_classes | partial_classes, st.booleans(), st.integers(0, 99))
def test_a_form_is_the_class_rearranged(concepts: list[Labels], flips: bool, seed: int) -> None:
    table = np.array(concepts, dtype=np.int8)
    doubled = np.hstack([table, table[:, : seed % 3], np.ones((len(table), seed % 2), dtype=np.int8)])
    check_form(doubled, flips=flips)
    check_form(renamed(doubled, seed, flips=True), flips=flips)


@pytest.mark.parametrize(
    ("name", "flips"), [*product(RECOGNIZED, (False, True)), *[(name, False) for name in WITHOUT_FLIPS]]
)
def test_names_do_not_matter(name: str, flips: bool) -> None:
    table = table_of(name)
    key = check_form(table, flips=flips).key
    assert [seed for seed in range(8) if check_form(renamed(table, seed, flips=flips), flips=flips).key != key] == []


def test_labels_matter_without_flips() -> None:
    table = table_of("singletons:6")
    assert canonical_form(-table, flips=False).key != canonical_form(table, flips=False).key
    assert canonical_form(-table, flips=True).key == canonical_form(table, flips=True).key


@given(small_classes | partial_classes, small_classes | partial_classes, st.booleans())
def test_equal_keys_are_equal_tables(first: list[Labels], second: list[Labels], flips: bool) -> None:
    forms = [canonical_form(np.array(concepts, dtype=np.int8), flips=flips) for concepts in (first, second)]
    assert (forms[0].key == forms[1].key) == np.array_equal(forms[0].table, forms[1].table)


def test_tables_of_other_shapes_have_other_keys() -> None:
    none = np.arange(0)
    forms = [
        CanonicalForm(np.ones(shape, dtype=np.int8), none, none, none > 0, none)
        for shape in ((5, 10), (5, 11), (10, 5))
    ]
    assert len({form.key for form in forms}) == 3


def test_an_undefined_label_is_packed_unlike_both_others() -> None:
    assert packed(np.array([[1, 0, -1]], dtype=np.int8)).tolist() == [[0b10000000, 0b00100000]]
    assert packed(np.array([[1, -1, -1]], dtype=np.int8)).tolist() == [[0b10000000]]


def test_a_class_of_one_concept_has_no_points_left() -> None:
    form = check_form(np.array([[1, -1, 1]], dtype=np.int8), flips=True)
    assert form.table.shape == (1, 0)


def test_many_points() -> None:
    table = np.random.default_rng(1).choice(np.array([-1, 1], dtype=np.int8), (20, 300))
    key = check_form(table, flips=True).key
    assert check_form(renamed(table, 1, flips=True), flips=True).key == key
    check_form(table_of("singletons:60"), flips=True)  # all of them look alike


def test_version_spaces_that_differ_by_names_share_a_universe() -> None:
    found = find_class("cube:6")
    spaces = Spaces(found, flips=True, ratio=2, small=4)
    sides = [side for column in found.columns for side in (column, found.everything & ~column)]
    places = [spaces.place(spaces.root, side) for side in sides]
    assert len({id(universe) for universe, _ in places}) == 1
    assert {space for _, space in places} == {(1 << 32) - 1}
    assert spaces.place(spaces.root, found.everything) == (spaces.root, found.everything)
    assert spaces.place(spaces.root, 0b111) == (spaces.root, 0b111)  # too small to be worth it


@given(small_classes, st.integers(0), st.integers(1, 4))
def test_splits_are_the_points_where_concepts_differ(concepts: list[Labels], picked: int, least: int) -> None:
    found = made(concepts)
    space = picked % found.everything + 1
    here = [i for i in range(found.size) if space >> i & 1]
    expected = []
    for x in range(found.points):
        sides = [sum(1 << i for i in here if concepts[i][x] == label) for label in (-1, 1)]
        fewer, more = sorted(side.bit_count() for side in sides)
        if fewer >= least:
            expected.append((more - fewer, x, *sides))
    root = Spaces(found, flips=True, ratio=2, small=4).root
    assert root.splits(space, least) == expected
    assert [numbers.tolist() for numbers in root.rows(space)] == [here, [0] * len(here)]
