"""ROMMA and its relatives: the shortest vector of two half-spaces, and the randomized learner with half the bound."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import sizes
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles import relaxed as oracle

from adversary.game.play import play
from learners.algorithms import relaxed
from learners.algorithms.relaxed import LABELS, AggressiveRomma, HalfMargin, Romma, moved, steps
from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import Vector, basis_vectors, vector

Rounds = tuple[tuple[Vector, Label], ...]
BASIS = tuple(basis_vectors(4))
SMALL = st.fractions(-3, 3, max_denominator=9)


def unit(tangent: Fraction) -> tuple[Fraction, Fraction]:
    scale = 1 + tangent**2
    return (1 - tangent**2) / scale, 2 * tangent / scale


def on_sphere(s: Fraction, t: Fraction) -> Vector:
    """Return a unit point of R³."""
    scale = 1 + s * s + t * t
    return vector(enumerate([2 * s / scale, 2 * t / scale, (1 - s * s - t * t) / scale]))


def of(coordinates: Sequence[Fraction]) -> Vector:
    return vector(enumerate(coordinates))


X, Y = unit(Fraction(577, 1000))
ARC = [of(point) for point in ((Fraction(1), Fraction(0)), (X, Y), (X * X - Y * Y, 2 * X * Y))]
"""Points of the plane at about 0°, 60° and 120°."""


def has_margin(shown: Rounds, squared: Fraction) -> bool:
    best = best_margin([(x, y) for x, y in shown]) if shown else None
    return best is None or (isinstance(best, Separable) and best.margin_squared >= squared)


def loss_of(learner: HalfMargin, x: Vector, y: Label) -> Fraction:
    likely = learner.probability(x)
    assert 0 <= likely <= 1
    return 1 - likely if y == 1 else likely


def most_expected(points: Sequence[Vector], squared: Fraction, rounds: int) -> Fraction:
    """Return the most expected mistakes of the randomized learner on all legal sequences of some points."""

    def beyond(shown: Rounds) -> Fraction:
        most = Fraction(0)
        for x, y in product(points, LABELS) if len(shown) < rounds else ():
            if not has_margin((*shown, (x, y)), squared):
                continue
            learner = HalfMargin()
            for seen, truth in shown:
                learner.update(seen, truth)
            if loss := loss_of(learner, x, y):
                most = max(most, loss + beyond((*shown, (x, y))))
        return most

    return beyond(())


def best_expected(points: Sequence[Vector], squared: Fraction) -> Fraction:
    """Return the expected mistakes of the best learner there."""

    def explained(shown: tuple[tuple[int, int], ...]) -> bool:
        return has_margin(tuple((points[x], LABELS[y < 0]) for x, y in shown), squared)

    return oracle.value(range(len(points)), explained)


# ------------------------------------------------------------------------------------------------ how w moves


@given(st.lists(st.tuples(SMALL, SMALL, SMALL), min_size=2, max_size=2))
def test_w_becomes_the_shortest_vector_of_two_half_spaces(some: list[tuple[Fraction, Fraction, Fraction]]) -> None:
    w, x = some
    assume(any(x))
    for label in LABELS:
        expected = oracle.shortest(w, oracle.scaled(Fraction(label), x))
        step = steps(of(w), of(x)).get(label)
        assert (expected is None) == (step is None)
        if expected is not None and step is not None:
            assert moved(of(w), of(x), label) == of(expected)
            assert step.norm_squared == oracle.product(expected, expected)
    both = steps(of(w), of(x))
    if len(both) == len(LABELS):
        sums = sum(step.norm_squared for step in both.values())
        assert sums >= 2 * oracle.product(w, w) + 2 / oracle.product(x, x)


@pytest.fixture(params=[(1024, 64), (8, 4), (0, 1)])
def rounding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Round fractions as usual, often, and always."""
    monkeypatch.setattr(relaxed, "LONG", request.param[0])
    monkeypatch.setattr(relaxed, "FINE", request.param[1])
    return iter(())


def labeled(points: list[Vector], direction: Vector) -> Rounds:
    """Return the points that a target does not find next to its boundary, with its labels."""
    products = [(x, Fraction(direction.dot(x))) for x in points]
    return tuple((x, LABELS[value < 0]) for x, value in products if abs(value) > Fraction(1, 50))


@pytest.mark.usefixtures("rounding")
@given(st.lists(st.builds(on_sphere, SMALL, SMALL), min_size=1, max_size=6), st.tuples(SMALL, SMALL, SMALL), st.data())
def test_expected_mistakes_cost_half_of_what_w_grows_by(
    points: list[Vector], target: tuple[Fraction, Fraction, Fraction], data: st.DataObject
) -> None:
    shown = labeled([data.draw(st.sampled_from(points)) for _ in range(8)], of(target))
    assume(shown)
    best = best_margin([(x, y) for x, y in shown])
    assert isinstance(best, Separable)
    learner, bold, shy = HalfMargin(), AggressiveRomma(), Romma()
    expected, mistakes, errors, w = Fraction(0), 0, 0, Vector(())
    for x, y in shown:
        expected += loss_of(learner, x, y)
        mistakes += bold.predict(x) != y
        errors += shy.predict(x) != y
        before, w = w.norm_squared(), moved(w, x, y)
        assert before <= w.norm_squared() <= 1 / best.margin_squared
        assert 2 * expected <= w.norm_squared()
        assert mistakes <= w.norm_squared()
        for player in (learner, bold, shy):
            player.update(x, y)
    assert errors <= 1 / best.margin_squared


@pytest.mark.parametrize("rounds", sizes(40, 300))
def test_fractions_stay_short_in_long_games(rounds: int) -> None:
    """New coordinates, where nothing may be rounded, and points that make long fractions, in turn."""
    w, points = Vector(()), [on_sphere(Fraction(k, 7), Fraction(k * k % 11, 5)) for k in range(1, 12)]
    for number in range(rounds):
        x = BASIS[3] if number == rounds // 2 else points[number % len(points)]
        y: Label = 1 if x.dot(of([Fraction(3), Fraction(5), Fraction(7), Fraction(1, 3)])) > 0 else -1
        w = moved(w, x, y)
    longest = max(Fraction(value).denominator.bit_length() for _, value in w.entries)
    assert longest < 300 * rounds + 2_000


# ------------------------------------------------------------------------------------------------ all sequences


def test_three_points_of_the_plane() -> None:
    squared = Fraction(100, 401)
    assert most_expected(ARC, squared, 4) == Fraction(5667071, 4000000) <= Fraction(401, 200)
    assert best_expected(ARC, squared) == Fraction(5, 4)


@pytest.mark.parametrize("count", [1, 2, 3, pytest.param(4, marks=pytest.mark.full)])
def test_orthonormal_points_force_half_of_them(count: int) -> None:
    assert most_expected(BASIS[:count], Fraction(1, count), count + 1) == Fraction(count, 2)
    assert best_expected(BASIS[:count], Fraction(1, count)) == Fraction(count, 2)


@pytest.mark.long
@given(st.lists(st.builds(on_sphere, SMALL, SMALL), min_size=2, max_size=3, unique=True), st.integers(2, 9))
def test_no_sequence_costs_more_than_half_the_bound(points: list[Vector], inverse: int) -> None:
    expected = most_expected(points, Fraction(1, inverse), 3)
    assert best_expected(points, Fraction(1, inverse)) <= expected <= Fraction(inverse, 2)


def test_the_label_after_which_w_is_longer_has_no_bound() -> None:
    """On (1, 0) and then (4/5, 3/5) again and again, labeled +1, it errs for ever, though 1/δ² is 10/9."""
    points = [of([Fraction(1)]), *[of([Fraction(4, 5), Fraction(3, 5)])] * 6]
    good, w, errors = AggressiveRomma(), Vector(()), 0
    for number, x in enumerate(points):
        lengths = {label: step.norm_squared for label, step in steps(w, x).items()}
        if number > 1:
            assert lengths == {1: Fraction(10, 9), -1: Fraction(370, 9)}
        errors += number == 0 or max(lengths, key=lengths.__getitem__) == -1  # the first round is a tie
        assert good.predict(x) == 1
        good.update(x, 1)
        w = moved(w, x, 1)
    assert errors == len(points)


# ------------------------------------------------------------------------------------------------ games


@pytest.mark.parametrize("against", ["standard-basis", "orthonormal"])
@pytest.mark.parametrize("inverse", [1, 2, 5, 9])
def test_half_of_the_orthonormal_points_are_forced_and_enough(inverse: int, against: str) -> None:
    game = play("half-margin", against=against, margin_squared=Fraction(1, inverse), second_opinion=False)
    assert (game.mistakes, game.lower, game.upper, game.tight) == (*[Fraction(inverse, 2)] * 3, True)
    assert {"statement": "expected mistakes", "mistakes": str(Fraction(inverse, 2))} in game.statements
    assert {"statement": "universal bound", "mistakes": inverse} in game.statements
    assert all(entry.predicted == Fraction(1, 2) and entry.label == -1 for entry in game.rounds)


@pytest.mark.parametrize("against", ["standard-basis", "three-dimensions", "mistake-tree", "plane", "hadamard"])
def test_it_plays_against_everybody(against: str) -> None:
    options: dict[str, Any] = {"dimension": 4} if against == "hadamard" else {"margin": "2/5"}
    options |= {"dimension": 3} if against == "mistake-tree" else {}
    game = play("half-margin", against=against, second_opinion=False, **options)
    assert game.ok
    assert game.replayed
    assert game.upper is None or game.mistakes <= game.upper
    deterministic = play("aggressive-romma", against=against, second_opinion=False, **options)
    assert deterministic.ok


def test_it_is_judged_by_its_expectation(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    lines: list[object] = [{"dimension": 3, "margin_squared": "1/3"}]
    lines += [{"x": [[index, "1"]], "label": 1} for index in range(3)]
    lines.append({"target": {"direction": [[index, "1"] for index in range(3)], "scale_squared": "1/3"}})
    script.write_text("\n".join(map(json.dumps, lines)) + "\n")
    for margin, upper in ((None, Fraction(3, 2)), ("1/3", Fraction(9, 2))):  # it is not told δ: only its bound changes
        game = play("half-margin", against=f"scripted:{script}", margin=margin, second_opinion=False)
        assert (game.mistakes, game.upper) == (Fraction(3, 2), upper)
        assert {"statement": "expected mistakes", "mistakes": "3/2"} in game.statements
    deterministic = play("aggressive-romma", margin="1/3", second_opinion=False, replay=False)
    assert (deterministic.mistakes, deterministic.upper) == (9, 9)


@pytest.mark.usefixtures("two_replays")
@pytest.mark.parametrize("reduction", ["homogeneous", "normalized"])
def test_in_a_reduction_it_tosses_its_coins(reduction: str) -> None:
    game = play(f"{reduction}:half-margin", margin="1/2", second_opinion=False)
    assert (game.ok, game.randomized, game.lower) == (True, True, 2)
    assert game.mistakes == 2 if reduction == "normalized" else game.mistakes > 2
    assert type(game.mistakes) is Fraction


def test_an_attack_names_what_computes_its_value() -> None:
    from adversary.search.attack import attack

    with pytest.raises(
        InputError, match=r"attack counts mistakes .* `adversary value -d 2` those of the best one in the"
    ):
        attack("half-margin", "1/delta2")
