"""The algorithms of the notes beside each other: primal and dual, batch, kernels, averages, reductions."""

import math
from fractions import Fraction
from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from conftest import ROOT, batch_run
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.play import play
from learners.adapters.reductions import Reduced, normalize
from learners.algorithms.baselines import LastLabel, Memorizer, NearestNeighbor
from learners.algorithms.dense import (
    DensePerceptron,
    HardMarginSVM,
    PNormPerceptron,
    SecondOrderPerceptron,
)
from learners.algorithms.kernel import DualPerceptron, KernelPerceptron, gaussian
from learners.algorithms.perceptron import (
    AveragedPerceptron,
    Perceptron,
    Rule,
    VotedPerceptron,
    half_step_minus,
    half_step_plus,
    hinge_descent,
    online_perceptron,
    passive_aggressive,
)
from proofs.exact.vectors import Vector, basis_vector, vector
from proofs.settings import Halfspaces

Rounds = list[tuple[Vector, Any]]

points = st.dictionaries(st.integers(0, 3), st.fractions(-2, 2, max_denominator=4), max_size=4).map(vector)
games = st.lists(st.tuples(points, st.sampled_from([1, -1])), max_size=14)


def transcript(learner: Any, rounds: Rounds) -> list[int]:
    said = []
    for x, y in rounds:
        said.append(learner.predict(x))
        learner.update(x, y)
    return said


@given(games)
def test_primal_dual_and_linear_kernel_agree(rounds: Rounds) -> None:
    primal, dual = Perceptron(), DualPerceptron()
    assert transcript(primal, rounds) == transcript(dual, rounds) == transcript(KernelPerceptron(), rounds)
    assert {i: v for i, v in primal.weights.items() if v} == {i: v for i, v in dual.weights.items() if v}


@given(games)
def test_livnis_signs_of_zero_are_the_perceptron_and_its_mirror(rounds: Rounds) -> None:
    assert transcript(half_step_plus(), rounds) == transcript(Perceptron(), rounds)
    mirrored = [-label for label in transcript(Perceptron(), [(x, -y) for x, y in rounds])]
    assert transcript(half_step_minus(), rounds) == mirrored


# ------------------------------------------------------------------------------------------------ batch


def sample(random: Random, target: Vector, size: int = 12) -> Rounds:
    points = [vector({i: random.randint(-3, 3) for i in range(3)}) for _ in range(size)]
    return [(x, 1 if target.dot(x) > 0 else -1) for x in points if target.dot(x)]


@pytest.mark.parametrize("rule", get_args(Rule))
def test_the_batch_perceptron_stops_with_a_separator_within_its_bound(rule: Any) -> None:
    random, target = Random(3), vector({0: 2, 1: -1, 2: 3})
    for _ in range(50):
        examples = sample(random, target)
        w, updates, separates = batch_run(examples, rule)
        assert separates
        assert all(y * vector(w).dot(x) > 0 for x, y in examples)
        least = min((Fraction(target.dot(x)) ** 2 for x, _ in examples), default=Fraction(1))
        longest = max((x.norm_squared() for x, _ in examples), default=0)
        assert updates <= target.norm_squared() * longest / least  # ‖w*‖²L², w* = target/√least


def test_the_rules_pick_different_examples() -> None:
    random = Random(4)
    examples = sample(random, vector({0: 1, 1: 1, 2: -2}), 30)
    assert len({batch_run(examples, rule)[1] for rule in get_args(Rule)}) > 1
    assert batch_run(examples, "seeded", seed=1) == batch_run(examples, "seeded", seed=1)


@pytest.mark.parametrize("rule", get_args(Rule))
def test_without_a_separator_the_budget_runs_out_and_nothing_is_said(rule: Any) -> None:
    x = basis_vector(0)
    assert batch_run([(x, 1), (x, -1)], rule, budget=50)[1:] == (50, False)
    assert batch_run([], rule) == ({}, 0, True)


# ------------------------------------------------------------------------------------------------ kernels


@pytest.mark.long
@given(games)
def test_a_gram_matrix_of_inner_products_is_the_linear_kernel(rounds: Rounds) -> None:
    seen = list(dict.fromkeys(x for x, _ in rounds))
    gram = {(a, b): a.dot(b) for a in seen for b in seen}
    assert transcript(KernelPerceptron(lambda a, b: gram[a, b]), rounds) == transcript(Perceptron(), rounds)


@given(games)
def test_the_quadratic_kernel_is_the_perceptron_in_feature_space(rounds: Rounds) -> None:
    def features(x: Vector) -> Vector:  # (⟨a, b⟩ + 1)² = ⟨features(a), features(b)⟩, up to √2, so twice the pairs
        lifted = [*x.entries, (4, Fraction(1))]
        return vector({5 * i + j: Fraction(v) * w for i, v in lifted for j, w in lifted})

    lifted = [(features(x), y) for x, y in rounds]
    assert transcript(KernelPerceptron("polynomial", degree=2), rounds) == transcript(Perceptron(), lifted)


def test_the_gaussian_kernel_is_a_kernel_of_distance() -> None:
    kernel = gaussian(Fraction(1, 2))
    assert kernel(basis_vector(0), basis_vector(0)) == 1
    assert kernel(basis_vector(0), basis_vector(1)) == math.exp(-1.0)


# ------------------------------------------------------------------------------------------------ averages


@given(games)
def test_the_averaged_perceptron_is_the_sum_of_all_weights(rounds: Rounds) -> None:
    fast, slow = AveragedPerceptron(), online_perceptron()
    total: dict[int, Fraction] = {}
    for x, y in rounds:
        product = sum((total.get(i, Fraction(0)) * v for i, v in x.entries), Fraction(0))
        assert fast.predict(x) == (1 if product >= 0 else -1)
        fast.update(x, y)
        slow.update(x, y)
        for i, v in slow.weights.items():
            total[i] = total.get(i, Fraction(0)) + v


@given(games)
def test_the_voted_perceptron_counts_how_long_each_lasted(rounds: Rounds) -> None:
    voted, current = VotedPerceptron(), Perceptron()
    voters: list[dict[int, Any]] = []
    for x, y in rounds:
        votes = sum(1 if sum(w.get(i, 0) * v for i, v in x.entries) >= 0 else -1 for w in [*voters, current.weights])
        assert voted.predict(x) == (1 if votes >= 0 else -1)
        before = dict(current.weights)
        voted.update(x, y)
        wrong = current.predict(x) != y
        current.update(x, y)
        # A w votes once for having been there, and once more for each round that it was right on.
        voters.append(before)
        if wrong:
            assert voted.lasted == 1
    assert sum(count for _, count in voted.voters) + voted.lasted == len(rounds) + 1


def test_the_averaging_heuristic_breaks_the_perceptrons_bound() -> None:
    script = f"scripted:{ROOT / 'examples' / 'averaging.jsonl'}"
    game = play("averaging", against=script)
    assert game.ok
    assert game.target == {"norm_squared": 1, "margin_squared": Fraction(1, 10)}
    assert isinstance(game.setting, Halfspaces)
    assert (game.played, game.mistakes, game.setting.most_mistakes) == (24, 11, 10)
    assert play("perceptron", against=script).mistakes <= 10


# ------------------------------------------------------------------------------------------------ others


def test_baselines_do_what_they_say() -> None:
    a, b, near = basis_vector(0), basis_vector(1), vector({1: Fraction(9, 10)})
    rounds: Rounds = [(a, -1), (b, -1), (near, 1), (a, 1), (near, -1)]
    assert transcript(LastLabel(), rounds) == [1, -1, -1, 1, 1]
    assert transcript(Memorizer(), rounds) == [1, 1, 1, -1, 1]
    assert transcript(NearestNeighbor(), rounds) == [1, -1, -1, -1, 1]
    hinge = hinge_descent(Fraction(1, 2))
    transcript(hinge, [(a, 1), (a, 1), (a, 1)])
    assert hinge.weights == {0: 1}  # two steps of a half, and then the margin is there


@given(games)
def test_passive_aggressive_reaches_the_margin_with_the_least_change(rounds: Rounds) -> None:
    learner = passive_aggressive()
    for x, y in rounds:
        before = dict(learner.weights)
        learner.update(x, y)
        after = y * sum(learner.weights.get(i, 0) * v for i, v in x.entries)
        if x.entries:
            assert after >= 1
            changed = any(learner.weights.get(i, 0) != before.get(i, 0) for i in learner.weights)
            assert not changed or after == 1


def test_the_svm_keeps_the_largest_margin() -> None:
    svm = HardMarginSVM(2)
    for x, y in [([3.0, 0.0], 1), ([0.0, 1.0], 1), ([-1.0, -1.0], -1)]:
        svm.update(np.array(x), y)  # type: ignore[arg-type]
    assert np.abs(svm.weights - np.array([1 / 3, 1.0])).max() < 1e-9


def test_second_order_inverts_its_matrix() -> None:
    random = np.random.default_rng(1)
    learner = SecondOrderPerceptron(3, a=2)
    matrix = 2 * np.eye(3)
    for _ in range(30):
        x = random.normal(size=3)
        y: Any = 1 if random.random() < 0.5 else -1
        if learner.predict(x) != y:
            matrix += np.outer(x, x)
        learner.update(x, y)
    assert np.abs(learner.inverse @ matrix - np.eye(3)).max() < 1e-9


def test_the_2_norm_perceptron_is_the_perceptron() -> None:
    random = np.random.default_rng(2)
    one, other = PNormPerceptron(4, p=2), DensePerceptron(4)
    for _ in range(300):
        x = random.integers(-3, 4, size=4).astype(float)
        y: Any = 1 if random.random() < 0.5 else -1
        assert one.predict(x) == other.predict(x)
        one.update(x, y)
        other.update(x, y)


# ------------------------------------------------------------------------------------------------ reductions


def test_a_threshold_can_be_learned_with_one_more_coordinate(tmp_path: Any) -> None:
    # x > 3/2 on the line, through the origin: the plain Perceptron cannot tell 1 from 2, the lifted one can.
    lines = ['{"dimension": 1, "margin_squared": "1/100", "unit_norm": false}']
    lines += ['{"x": [[0, "1"]], "label": -1}', '{"x": [[0, "2"]], "label": 1}'] * 60
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, '{"target": null}']))
    script = f"scripted:{tmp_path / 's.jsonl'}"
    assert play("perceptron", against=script, replay=False).mistakes >= 60
    for name in ("homogeneous:perceptron", "homogeneous:dense-perceptron"):
        assert play(name, against=script, replay=False).mistakes <= 30


def test_normalized_points_have_unit_length() -> None:
    inner = Memorizer()
    learner = Reduced(inner, normalize)
    for x in (vector({0: 3, 1: 4}), basis_vector(2), vector({})):
        learner.update(x, 1)
    assert list(inner.seen) == [vector({0: Fraction(3, 5), 1: Fraction(4, 5)}), basis_vector(2), vector({})]
    with pytest.raises(ValueError, match="irrational"):
        learner.predict(vector({0: 1, 1: 1}))
