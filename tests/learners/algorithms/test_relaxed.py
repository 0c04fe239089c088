"""ROMMA's relatives: the randomized learner with half the Perceptron's bound, on all sequences of few points."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.play import play
from learners.algorithms.relaxed import AggressiveRomma, HalfMargin, shortest
from learners.protocol import Label
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import Vector, basis_vectors, vector

Rounds = tuple[tuple[Vector, Label], ...]
BASIS = tuple(basis_vectors(3))


def unit(tangent: Fraction) -> tuple[Fraction, Fraction]:
    scale = 1 + tangent**2
    return (1 - tangent**2) / scale, 2 * tangent / scale


def most_expected(points: Sequence[Vector], squared: Fraction, rounds: int) -> Fraction:
    """Return the most expected mistakes of the randomized learner on all legal sequences of some points."""

    def margin(shown: Rounds) -> bool:
        best = best_margin([(x, y) for x, y in shown])
        return isinstance(best, Separable) and best.margin_squared >= squared

    def beyond(shown: Rounds) -> Fraction:
        most = Fraction(0)
        for x, y in product(points, (1, -1)) if len(shown) < rounds else ():
            label: Label = 1 if y > 0 else -1
            if not margin((*shown, (x, label))):
                continue
            learner = HalfMargin()
            for seen, truth in shown:
                learner.update(seen, truth)
            share = learner.probability(x)
            loss = 1 - share if label == 1 else share
            assert 0 <= loss <= 1
            if loss:
                most = max(most, loss + beyond((*shown, (x, label))))
        return most

    return beyond(())


def test_three_points_of_the_plane() -> None:
    x, y = unit(Fraction(577, 1000))
    points = [vector(enumerate(point)) for point in ((Fraction(1), Fraction(0)), (x, y), (x * x - y * y, 2 * x * y))]
    assert most_expected(points, Fraction(100, 401), 4) == Fraction(5667071, 4000000) <= Fraction(401, 200)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_orthonormal_points_force_half_of_them(count: int) -> None:
    assert most_expected(BASIS[:count], Fraction(1, count), count + 1) == Fraction(count, 2)


@given(st.lists(st.fractions(-3, 3, max_denominator=9), min_size=2, max_size=3, unique=True), st.integers(2, 9))
def test_no_sequence_costs_more_than_half_the_bound(tangents: list[Fraction], inverse: int) -> None:
    points = [vector(enumerate(unit(tangent))) for tangent in tangents]
    assert most_expected(points, Fraction(1, inverse), 3) <= Fraction(inverse, 2)


def test_the_label_with_the_longer_vector_has_no_bound() -> None:
    """On (1, 0) and then (4/5, 3/5) again and again, labeled +1, it errs for ever, though 1/δ² is below 10/9."""
    points = [vector({0: Fraction(1)}), *[vector({0: Fraction(4, 5), 1: Fraction(3, 5)})] * 6]
    good, p, errors = AggressiveRomma(), Vector(()), 0
    for number, x in enumerate(points):
        lengths = {
            label: 1 / Fraction(shortest(p, vector((i, label * v) for i, v in x.entries)).norm_squared())
            for label in (1, -1)
        }
        if number > 1:
            assert lengths == {1: Fraction(10, 9), -1: Fraction(370, 9)}
        errors += max(lengths, key=lengths.__getitem__) == -1 or number == 0
        assert good.predict(x) == 1
        good.update(x, 1)
        p = shortest(p, x)
    assert errors == len(points)


def test_it_is_judged_by_its_expectation(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    lines: list[object] = [{"dimension": 3, "margin_squared": "1/3"}]
    lines += [{"x": [[index, "1"]], "label": 1} for index in range(3)]
    lines.append({"target": {"direction": [[index, "1"] for index in range(3)], "scale_squared": "1/3"}})
    script.write_text("\n".join(map(json.dumps, lines)) + "\n")
    game = play("half-margin", against=f"scripted:{script}", second_opinion=False)
    assert (game.mistakes, game.upper) == (Fraction(3, 2), Fraction(3, 2))
    assert {"statement": "expected mistakes", "mistakes": "3/2"} in game.statements
    assert {"statement": "worst case", "mistakes": "3/2"} in game.statements
    deterministic = play("aggressive-romma", margin="1/3", second_opinion=False, replay=False)
    assert (deterministic.mistakes, deterministic.upper) == (9, 9)
