"""The Hadamard rows: what they force on span learners, exactly, and what others make of them."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from conftest import VECTOR_LEARNERS, Ran
from scipy.linalg import hadamard  # type: ignore[import-untyped]

from adversary.game.play import play
from adversary.strategies.halfspaces.hadamard import Hadamard
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector

ORDERS = (2, 4, 8, 16, 32, 64, 128)

SPAN_LEARNERS = {
    "aggressive-romma",
    "averaged-perceptron",
    "averaging",
    "batch-perceptron",
    "dense-perceptron",  # in floats, but on ±1 these are exact
    "dual-perceptron",
    "hinge-descent",
    "kernel-perceptron",
    "passive-aggressive",
    "perceptron",
    "perceptron-half-step",
    "perceptron-half-step-minus",
    "perceptron-half-step-plus",
    "perceptron-ties",
    "romma",
    "voted-perceptron",  # several such w vote, each with its own fixed answer at 0
}
"""The registered learners that a span bound is about."""

MULTIPLICATIVE = {"balanced-winnow", "exponentiated-gradient", "exact-p-norm-perceptron"}

OTHERS = {
    "always-minus",
    "always-plus",
    "hard-margin-svm",  # would be one in exact arithmetic: floats break its ties
    "last-label",
    "memorizer",
    "nearest-neighbor",
    "p-norm-perceptron",
    "second-order-perceptron",  # likewise
    "winnow",
}


def test_every_learner_of_vectors_is_one_or_the_other() -> None:
    assert {*VECTOR_LEARNERS} == SPAN_LEARNERS | MULTIPLICATIVE | OTHERS


@pytest.mark.parametrize("learner", sorted(SPAN_LEARNERS))
def test_span_learners_err_on_half_of_the_rows(learner: str) -> None:
    for order in ORDERS if learner == "perceptron" else ORDERS[:5]:
        for seed in (0, order - 2, 5) if order <= 8 else (0,):
            game = play(learner, against="hadamard", dimension=order, seed=seed, replay=False, second_opinion=False)
            assert game.mistakes == order // 2, (order, seed)
            assert {"statement": "span bound", "mistakes": order // 2} in game.statements
            assert game.ok


@pytest.mark.parametrize("learner", sorted(MULTIPLICATIVE))
def test_multiplicative_learners_err_on_as_many_as_the_order_has_bits(learner: str) -> None:
    for order in ORDERS:
        game = play(learner, against="hadamard", dimension=order, replay=False, second_opinion=False)
        assert game.mistakes == order.bit_length() - 1
        assert game.ok


def test_others_may_err_more_often_or_less() -> None:
    mistakes = {name: play(name, against="hadamard", dimension=32, replay=False).mistakes for name in sorted(OTHERS)}
    assert mistakes["last-label"] == 31  # the labels of column 1 alternate
    assert mistakes["winnow"] == 5
    assert all(mistakes[name] < 16 for name in ("winnow", "p-norm-perceptron", "second-order-perceptron"))


def rows(adversary: Hadamard) -> list[tuple[Vector, int]]:
    found: list[tuple[Vector, int]] = []
    while (x := adversary.next_point()) is not None:
        found.append((x, adversary.label(x, None)))
    return found


@pytest.mark.parametrize("order", ORDERS)
def test_the_rows_are_those_of_the_matrix(order: int) -> None:
    adversary = Hadamard(dimension=order, seed=order + 1)
    shown = rows(adversary)
    matrix = hadamard(order).tolist()
    assert [list(x.coordinates(order)) for x, _ in shown] == matrix
    assert all(a.dot(b) == 0 for (a, _), (b, _) in combinations(shown[:40], 2))
    assert [y for _, y in shown] == [row[adversary.column] for row in matrix]
    assert sum(y for _, y in shown) == 0
    target = adversary.target()
    assert target.norm_squared() == 1
    assert {target.margin_squared(x, y) for x, y in shown} == {Fraction(1)}


def test_the_seed_chooses_the_column_and_never_the_constant_one() -> None:
    assert {Hadamard(dimension=8, seed=seed).column for seed in range(-20, 20)} == set(range(1, 8))
    assert [Hadamard(dimension=128, seed=seed).column for seed in (0, 1, 126, 127)] == [1, 2, 127, 1]


def test_the_game_says_of_whom_it_is(adversary: Callable[..., Ran]) -> None:
    ran = adversary("play", "perceptron", "--against", "hadamard", "--dimension", 128, "-o", "h.jsonl", "--json")
    assert ran.code == 0
    assert ran.json["mistakes"] == 64
    assert ran.json["bounds"] == {"lower": None, "upper": None}
    assert ran.json["tight"] is None
    assert ran.json["unit_norm"] is False
    assert ran.json["statements"] == [
        {"statement": "realizable"},
        {"statement": "run bound", "mistakes": 64},
        {"statement": "span bound", "mistakes": 64},
    ]
    checked = adversary("check", "h.jsonl")
    assert checked.code == 0
    assert "w in the span of past points" in " ".join(checked.out.split())
    assert "every deterministic learner" not in checked.out


@pytest.mark.parametrize(
    ("dimension", "says"),
    [
        (1, "a power of two for its dimension, like 2, not 1"),
        (3, "like 2 or 4, not 3"),
        (100, "like 64 or 128, not 100"),
        (2048, "up to 1,024, not 2,048"),
        (10**30, "needs a power of two"),
    ],
)
def test_other_dimensions_are_refused(dimension: int, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        play("perceptron", against="hadamard", dimension=dimension, output=tmp_path / "t.jsonl")
    assert not list(tmp_path.iterdir())
