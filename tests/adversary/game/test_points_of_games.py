"""What the points of a game force on every learner: as a plain recursion says, and judged by the trusted checker."""

from fractions import Fraction
from itertools import product as labelings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.play import play
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_texts
from proofs.exact.vectors import basis_vector, vector
from proofs.finite_checker import CERTIFICATE
from proofs.settings import Finite, Halfspaces, Hinge
from proofs.solvers.certificates import certify

LINE, SIDE = basis_vector(0), basis_vector(1)
TILTED = vector([(0, Fraction(3, 5)), (1, Fraction(4, 5))]), vector([(0, Fraction(4, 5)), (1, Fraction(-3, 5))])


@pytest.mark.parametrize(
    ("setting", "points", "mistakes", "reason"),
    [
        (Halfspaces(3, Fraction(1, 3)), (LINE, SIDE), 2, ""),
        (Halfspaces(2, Fraction(1, 2)), TILTED, 2, ""),
        (Halfspaces(3, Fraction(2, 3)), (LINE, SIDE), 1, ""),  # v of norm 1 has no such margin on both
        (Halfspaces(2, Fraction(1, 9)), (LINE, SIDE, LINE), None, "3 points cannot be orthogonal in dimension 2"),
        (Halfspaces(3, Fraction(1, 9)), (LINE, SIDE, LINE), None, "the points of rounds 1 and 3 are not orthogonal"),
        (Halfspaces(2, Fraction(1, 9)), (vector([(0, 2)]),), None, "the point of round 1 does not have norm 1"),
        (Halfspaces(2, Fraction(1, 9), unit_norm=False), (LINE, SIDE), None, "its setting has points of any norm"),
        (Hinge(2, Fraction(1), Fraction(1)), (LINE, SIDE), 2, ""),
        (Finite(find_class("thresholds:3"), lies=1), (0, 1), None, "with lies, a bound needs a tree"),
        (Finite(find_class("singletons:3"), order=(0, 1, 2)), (0,), 1, ""),
    ],
)
def test_what_points_force_or_why_it_is_not_known(
    setting: Any, points: tuple[Any, ...], mistakes: int | None, reason: str
) -> None:
    found = setting.forced_by(points)
    assert (found.mistakes, found.tree) == (mistakes, None)
    assert found.reason.startswith(reason)
    assert bool(found.reason) == (mistakes is None)


def forced(rows: list[tuple[int, ...]], points: tuple[int, ...]) -> int:
    """Return what points force in this order, from the definition: the learner predicts what is worth more."""
    if not points:
        return 0
    sides = [[row for row in rows if row[points[0]] == label] for label in (-1, 1)]
    worth = [forced(side, points[1:]) for side in sides if side]
    return max(*worth, min(worth) + 1) if len(worth) > 1 else worth[0]


@given(st.sets(st.sampled_from(list(labelings((-1, 1), repeat=4))), min_size=1), st.permutations(range(4)))
def test_on_a_class_the_tree_is_judged(chosen: set[tuple[int, ...]], order: list[int]) -> None:
    rows = sorted(chosen)
    table = class_of_texts("some", ["".join("+" if label == 1 else "-" for label in row) for row in rows])
    found = Finite(table).forced_by([*order, order[0]])
    worth = forced(rows, tuple(order))
    assert (found.mistakes or 0) == worth
    if worth:
        concepts = [table.row_text(concept) for concept in range(table.size)]
        named = {"format": CERTIFICATE, "class": "some", "points": 4, "concepts": concepts}
        assert certify(named | {"at_least": worth, "tree": found.tree}).statements
    else:
        assert found.reason == "no point of it splits the class"


class Shows:
    """Shows points one after the other, and gives each the label +1."""

    def __init__(self, points: Any, target: Any) -> None:
        self.points, self.offered = list(points), target

    def next_point(self) -> Any:
        return self.points.pop(0) if self.points else None

    def label(self, *_: object) -> int:
        return 1

    def target(self) -> Any:
        return self.offered


UNIVERSAL = {"statement": "universal bound", "mistakes": 2}


def test_a_game_without_a_plan_gets_the_bound_of_its_points() -> None:
    both = {"margin_squared": Fraction(1, 4), "dimension": 2}
    apart = play("perceptron", against=Shows([[1, 0], [0, 1]], [Fraction(1, 2)] * 2), **both)  # type: ignore[arg-type]
    assert UNIVERSAL in apart.statements
    assert (apart.mistakes, apart.bounds["lower"]) == (0, 2)  # it says +1 at ties: others err for other labels
    # a mistake in every round, and a legal target: but this learner is a poor one
    same = play("always-minus", against=Shows([[1, 0], [1, 0]], [1, 0]), **both)  # type: ignore[arg-type]
    assert (same.mistakes, same.realizable, same.bounds["lower"]) == (2, True, None)
    assert same.note == (
        "its game shows no bound for every learner: the points of rounds 1 and 2 are not orthogonal, "
        "and only of orthonormal points it is known"
    )
    on_class = play("halving", against=Shows([1, 0, 2], 3), concept_class="thresholds:3")  # type: ignore[arg-type]
    assert UNIVERSAL in on_class.statements
