"""The tests of the book: they agree with plain computations, and where a hypothesis fails they see no violation."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import oracles.classes as oracle
import pytest
from book import reading
from hypothesis import example, given
from hypothesis import strategies as st
from rechecks_lecture13_perceptron import loop
from rechecks_lecture13_prediction import fewest
from rechecks_livni import play, ratio
from rechecks_notes3 import played

from learners.algorithms.perceptron import Perceptron, online_perceptron
from proofs.claims.candidates import ONE, FiniteClass, Sample, labeled, norm_squared, plain, sample
from proofs.claims.perceptron import HALF, every_run, mislabeled, mistakes, most_updates, run
from proofs.claims.predicates import dual, halving, linear, networks, passes, unit_samples
from proofs.exact.vectors import vector

BOTH = sample(((1,), 1), ((1,), -1), target=(1,))
"""Nothing separates these."""

GOOD = labeled((3, 4), [(1, 0), (Fraction(-3, 5), Fraction(4, 5))])
STUCK = {"matrix": ((1, 2), (2, 1)), "labels": (1, -1), "target": (-1, 1)}
AXES = sample(((1, 0, 0), 1), ((0, -2, 0), -1), ((0, 0, 1), 1))

FINE: dict[tuple[str, int], tuple[Any, ...]] = {
    ("hsu-1", 0): (BOTH, replace(ONE, target=(-1,))),
    ("hsu-2", 1): ({"limit": 2, "gap": 0}, {"limit": -2, "gap": 1}),  # one point, again and again; and a mirror image
    ("lecture13-display", 0): (sample(((1,), 1), ((2,), -1)),),
    ("lecture13-erm", 0): (sample(((0, 0), 1), w=(1, -1)), sample(((1, 1), 1), w=(1, 1))),  # all err on 0
    ("lecture13-error", 0): (sample(((0,), 1)), sample(((1,), 1), ((2,), 1))),  # a share of one, and of none
    ("lecture13-instance", 0): ({"x": (1,), "y": 1, "w": (1,)}, {"x": (1,), "y": 0, "w": (1,)}),  # wrong, and counted
    ("lecture13-instance", 3): (sample(((1,), 1), ((2,), -1), w=(-1, 0)),),  # no threshold
    ("lecture13-linear-time", 0): (
        {"sample": AXES, "C": 3},
        {"sample": sample(((1, 1, 1), 1)), "C": 0},
        {"sample": BOTH, "C": 0},
    ),
    ("lecture13-loss", 0): ({"product": 1, "label": -1},),
    ("lecture13-lp", 2): (sample(*BOTH.examples, w=(0,)), sample(((1, 1), 1), w=(1, 0))),
    ("lecture13-gamma", 1): (BOTH,),
    ("lecture13-update", 2): (BOTH, ONE, sample(((1, 0), 1), ((0, 1), 1), target=(1, 1))),  # γ(w) stays 0 at first
    ("lecture13-rescale", 2): (BOTH,),
    ("lecture13-proof", 3): (BOTH, ONE),
    ("lecture13-equality", 0): (BOTH, ONE),
    ("lecture13-barely", 1): (BOTH, passes.mirrored(1)),
    ("livni-8.1", 2): (ONE, sample(((2,), -1), target=(-2,))),  # w⋆ is to have length 1
    ("livni-8.1", 3): ({"sample": BOTH, "support": BOTH}, {"sample": BOTH, "support": ONE}),
    ("livni-8.1", 4): (BOTH, ONE, sample(*[((HALF * 3,), 1)] * 8, ((-HALF * 3,), -1), target=(1,))),  # just in time
    ("livni-8.1", 5): (BOTH, ONE),
    ("livni-8.1-step", 1): ({"said": -1, "label": 1}, {"said": 1, "label": 1}),
    ("livni-8.1-display", 0): (BOTH, ONE),
    ("livni-8.1-progress", 2): (BOTH, sample(((Fraction(3, 4),), 1), target=(1,))),  # margins are to be above γ
    ("livni-8.1-bound", 1): (BOTH, ONE),
    ("livni-8.3-network", 1): ({"weights": ((1,), (1,)), "biases": (0, 0)},),
    ("notes3-rescaling", 2): (sample(x=(0, 1)),),
    ("notes3-rescaling", 3): (labeled((1, 2), [(1, 1), (3, 4)]), GOOD),  # √2 is irrational
    ("notes3-unit-w", 1): (sample(target=(0, 1)),),
    ("notes3-update", 1): (labeled((1, 0), [(-1, 0)]),),
    ("notes3-1.1", 2): (
        GOOD,
        replace(GOOD, target=(-1, 0)),  # another target, another label
        labeled((-2, -2), [(-1, 0), (-1, 2)]),  # it errs again, and ends elsewhere
    ),
    ("notes3-1.1", 3): (GOOD,),
    ("notes3-dual", 2): (GOOD,),
    ("notes3-1.4-order", 0): ({"margin_squared": Fraction(1, 4), "labels": (1, 1)},),
    ("notes3-kernel", 0): (
        STUCK | {"labels": (1, 1)},
        STUCK | {"target": (1, 1)},
        STUCK | {"matrix": ((1, 2), (3, 1))},
        STUCK | {"matrix": ((2, 2), (2, 1))},
    ),
    ("notes3-4.1-factor", 2): (FiniteClass(("+", "-")),),
    ("uml-erm", 0): (ONE,),
    ("uml-mislabeled-sign", 0): (sample(((1,), -1), w=(1,)), sample(((1,), 1), w=(0,))),
    ("uml-update", 1): (sample(((1,), 1), w=(1,)), sample(((1,), 1), w=(0,))),
    ("uml-realizable", 0): (sample(((1,), 1), w=(0,)), sample(((1,), -1), ((1,), -1), w=(0,))),
    ("uml-9.1", 0): (BOTH, replace(ONE, examples=(((1, 0), 1),), target=(1, 1))),  # the bound is 2
    ("uml-9.2", 1): (BOTH, replace(ONE, target=(-1,))),
}
"""What does not contradict a reading, by its claim and number: a hypothesis fails, or it is true there."""


@pytest.mark.parametrize(("claim", "number"), FINE)
def test_what_is_no_violation(claim: str, number: int) -> None:
    violated = reading(claim, number).violated
    assert violated is not None
    assert [violated(candidate) for candidate in FINE[claim, number]] == [None] * len(FINE[claim, number])


def test_the_ceiling_is_wrong_where_it_is_not_the_floor() -> None:
    for p, q, dimension in product(range(1, 15), range(1, 8), range(1, 5)):
        setting, inverse = {"margin_squared": Fraction(p, q), "dimension": dimension}, Fraction(q, p)
        wrong = 1 <= inverse <= dimension and inverse.denominator != 1
        assert bool(unit_samples.too_many_claimed(setting)) == bool(unit_samples.too_long(setting)) == wrong
        assert bool(unit_samples.nothing_is_legal(setting)) == (inverse < 1)


# ------------------------------------------------------------------------------------------------------- the Perceptron

points = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
labels = st.sampled_from([1, -1])
examples = st.lists(st.tuples(points, labels), min_size=1, max_size=4)


@given(st.lists(st.tuples(points, labels), max_size=12))
def test_the_run_is_that_of_the_learner(chosen: list[tuple[tuple[int, int], int]]) -> None:
    learner = online_perceptron()
    for (x, label), entry in zip(chosen, run(chosen), strict=True):
        before = vector(learner.weights)
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
        assert vector(learner.weights) == vector(enumerate(entry.after))
        assert entry.mistake == (label * before.dot(vector(enumerate(x))) <= 0)


@given(st.lists(st.tuples(points, labels), min_size=1, max_size=9))
def test_the_printed_algorithm_is_what_the_learner_plays(chosen: list[tuple[tuple[int, int], int]]) -> None:
    errors, learner = mistakes(chosen, tie=1), Perceptron()
    for x, label in chosen:
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
    wrong, every = played([list(map(Fraction, x)) for x, _ in chosen], [int(label == 1) for _, label in chosen])
    assert [error.number + 1 for error in errors] == wrong
    after = errors[-1].after if errors else ()
    assert vector(enumerate(after)) == vector(learner.weights) == vector(enumerate(every[-1]))


@given(examples, st.randoms(use_true_random=False))
def test_plain_runs_agree(chosen: list[tuple[tuple[int, int], int]], random: Random) -> None:
    game = passes.best_of(sample(*chosen))
    if not game.ratio:
        return
    z = [[Fraction(label * value) for value in x] for x, label in chosen]
    ws, causes, reads = loop(z)
    updates = passes.updates_on(game)
    assert [list(entry.after) for entry in updates] == ws[1:]
    assert [entry.number for entry in updates] == causes
    assert len(causes) <= reads <= len(z) * (len(causes) - 1) + 1
    w, count = [Fraction(0), Fraction(0)], 0
    while wrong := [row for row in z if w[0] * row[0] + w[1] * row[1] <= 0]:
        step = random.choice(wrong)
        w, count = [w[0] + step[0], w[1] + step[1]], count + 1
    assert count <= most_updates(game.examples, 99) <= game.ratio


@given(st.lists(st.tuples(points, labels), min_size=1, max_size=3))
def test_runs_are_those_of_the_definition(chosen: list[tuple[tuple[int, int], int]]) -> None:
    def explore(w: tuple[int, int], left: int) -> tuple[int, set[tuple[int, int]]]:
        wrong = [(x, y) for x, y in chosen if y * (w[0] * x[0] + w[1] * x[1]) <= 0]
        if not wrong:
            return 0, {w}
        if not left:
            return 0, set()
        deeper = [explore((w[0] + y * x[0], w[1] + y * x[1]), left - 1) for x, y in wrong]
        return 1 + max(steps for steps, _ in deeper), set.union(*[ends for _, ends in deeper])

    steps, ends = explore((0, 0), 5)
    assert most_updates(chosen, 5) == steps
    assert {w for states in every_run(chosen, 5) for w in states if not mislabeled(w, chosen)} == ends


@given(st.lists(st.tuples(points, labels), min_size=1, max_size=3))
def test_no_vector_of_a_grid_is_shorter_than_b(chosen: list[tuple[tuple[int, int], int]]) -> None:
    grid = [(Fraction(a, 4), Fraction(b, 4)) for a in range(-8, 9) for b in range(-8, 9)]
    feasible = [w for w in grid if all(y * (w[0] * x[0] + w[1] * x[1]) >= 1 for x, y in chosen)]
    best = Sample(tuple(chosen)).shortest
    if best is None:
        assert feasible == []
        return
    assert not mislabeled(best, chosen)
    assert Sample(tuple(chosen), best).margin == 1
    assert all(norm_squared(w) >= norm_squared(best) for w in feasible)


signed = st.tuples(*[st.integers(-3, 3)] * 3)


@given(st.lists(signed, min_size=1, max_size=12), signed.filter(any), st.sampled_from([0, 1, -1]))
def test_the_bounds_hold_for_every_sample(xs: list[tuple[int, ...]], u: tuple[int, ...], zero: int) -> None:
    products = [(x, sum(p * q for p, q in zip(x, u, strict=True))) for x in xs]
    square = max(sum(q * q for q in x) for x, _ in products)
    game = sample(*[(x, 1 if d > 0 else -1) for x, d in products if d and sum(q * q for q in x) == square], target=u)
    if game.examples:
        assert game.ratio == ratio(plain(game))
        errors = len(play(plain(game), zero)[0])
        assert errors <= ratio(plain(game)) * (1 if zero else Fraction(9, 8))
        assert errors == len(mistakes(game.examples, tie=zero, step=HALF))


@given(st.integers(1, 50), st.integers(-50, 50), st.integers(1, 50), st.booleans())
def test_products_that_approach_a_number_from_above_have_no_least(p: int, q: int, n: int, turned: bool) -> None:
    v = (Fraction(2 * p * q, p * p + q * q), Fraction(p * p - q * q, p * p + q * q))
    a, b = v = v[::-1] if turned else v
    line = unit_samples.no_least_product({"v": v, "x_n": unit_samples.CIRCLE})
    assert bool(line) == (a > b >= 0)
    if line:
        here, then = ((2 * a * k + b * (k * k - 1)) / (k * k + 1) for k in (n, 10**6))
        assert min(here, then) > b
        assert then - b < Fraction(1, 10**5)
        assert unit_samples.no_least_product({"v": (2 * a, 2 * b), "x_n": unit_samples.CIRCLE}) is None


# -------------------------------------------------------------------------------------------------- linear classifiers


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """Small coordinates, so that zeros, doubles, opposites and collinear points are common."""
    point = st.tuples(*[st.integers(-2, 2)] * draw(st.integers(1, 4)))
    return sample(*draw(st.lists(st.tuples(point, labels), min_size=1, max_size=6)))


def separable(rows: Sequence[list[Fraction]]) -> bool:
    """Tell whether some w has ⟨w, z⟩ > 0 for all rows z, by Fourier and Motzkin's elimination."""
    if not rows or not rows[0]:
        return not rows
    level, *sides = [[row for row in rows if (row[0] > 0) - (row[0] < 0) == sign] for sign in (0, 1, -1)]
    sums = [[a / p[0] - b / q[0] for a, b in zip(p, q, strict=True)] for p, q in product(*sides)]
    return separable([list(row) for row in {tuple(row[1:]) for row in level + sums}])


@given(samples())
@example(sample(((0, 0, -1, 1), 1), ((-1, 0, 0, 1), 1), ((-1, 0, -1, -1), 1), ((0, -1, 1, 0), 1)))  # needs every edge
def test_opt_is_what_all_subsets_say(case: Sample) -> None:
    least, w = linear.optimum(case.examples)
    rows = [[Fraction(y * value) for value in x] for x, y in case.examples]
    sizes = range(len(rows), -1, -1)
    most = next(size for size in sizes if any(map(separable, combinations(rows, size))))
    assert least == len(rows) - most == linear.errors(w, case.examples)
    assert case.dimension > 2 or fewest(rows) == least
    assert (least == 0) == (case.shortest is not None)


def test_a_real_w_that_errs_less_than_all_rational_ones_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right, cases = linear.optimum, [*linear.binary_samples()]
    assert len(cases) == 106
    assert not any(map(linear.separated_beyond_optimum, cases))
    some_right = [case for case in cases if right(case.examples)[0] < len(case.examples)]
    monkeypatch.setattr(linear, "optimum", lambda chosen: (right(chosen)[0] + 1, right(chosen)[1]))
    assert all(map(linear.separated_beyond_optimum, some_right))
    assert len(some_right) > 80


def test_a_point_without_coordinates_has_more_bits_than_its_size() -> None:
    assert linear.size_is_not_bits(sample(((1, 0), 1), ((0, 0), -1))) is None
    assert linear.size_is_not_bits(sample(((), 1))) == "1 bits, and md = 0"


# ------------------------------------------------------------------------------------- networks, kernels, finite classes

number = st.integers(-3, 3)


@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_networks_are_intersections_by_definition(n: int, k: int, data: st.DataObject) -> None:
    weights = tuple([tuple(data.draw(st.lists(number, min_size=n, max_size=n))) for _ in range(k)])
    biases = tuple(data.draw(st.lists(number, min_size=k, max_size=k)))
    for x in product((-1, 1), repeat=n):
        sums = [sum(p * q for p, q in zip(w, x, strict=True)) for w in weights]
        each = [total - b - Fraction(1, 2) > 0 for total, b in zip(sums, biases, strict=True)]
        assert networks.values({"weights": weights, "biases": biases}, x) == each
        assert (sum(1 if value else -1 for value in each) - k + Fraction(1, 2) > 0) == all(each)
    assert networks.needs_its_biases({"weights": weights, "biases": biases[:1] * k}) is None


@given(st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=2, max_size=2))
def test_what_is_never_learned_is_not_learned_in_twenty_passes(off: list[list[int]]) -> None:
    matrix, target = ((1, off[0][0]), (off[0][0], 1)), tuple(off[1])
    values = [sum(a * b for a, b in zip(target, row, strict=True)) for row in matrix]
    ys, f = [1 if value > 0 else -1 for value in values], [0, 0]
    if dual.never_learned({"matrix": matrix, "labels": tuple(ys), "target": target}):
        for _ in range(20):
            wrong = [i for i in (0, 1) if (f[i] >= 0) != (ys[i] == 1)]
            assert wrong
            f = [value + ys[wrong[0]] * matrix[wrong[0]][j] for j, value in enumerate(f)]


SMALL = [
    FiniteClass(rows)
    for points in (1, 2, 3)
    for size in range(1, 2**points + 1)
    for rows in [*combinations(["".join(signs) for signs in product("+-", repeat=points)], size)][:: points**2]
]


def space(one: FiniteClass) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(1 if sign == "+" else -1 for sign in text) for text in one.concepts)


def test_the_values_are_those_of_brute_force() -> None:
    for one in SMALL:
        best, size = oracle.littlestone(space(one)), len(one.concepts)
        adversarial, randomized = oracle.halving(space(one), "adversarial"), oracle.randomized_littlestone(space(one))
        assert halving.forced(one) == adversarial
        assert halving.expectation(one) == oracle.randomized_halving(space(one))
        assert (size > 1) <= best <= halving.forced(one, "optimal") <= adversarial < size.bit_length()
        assert Fraction(best, 2) <= randomized <= best
        assert bool(halving.misses_log(one)) == (adversarial < size.bit_length() - 1)
        assert bool(halving.is_not_half(one)) == (randomized != Fraction(best, 2))
        assert halving.is_not_optimal(one) is None, "more than eight concepts are needed, or more points"


def drawn(concepts: tuple[str, ...], sequence: Any) -> Fraction:
    """Follow every draw of every round."""
    if not sequence:
        return Fraction(0)
    (point, label), rest = sequence[0], sequence[1:]
    right = tuple([text for text in concepts if text[point] == "-+"[label > 0]])
    return sum([(text not in right) + drawn(right, rest) for text in concepts], Fraction(0)) / len(concepts)


def test_what_is_expected_is_the_mean_over_all_draws() -> None:
    for one, text in [(small, text) for small in SMALL[::3] for text in small.concepts]:
        sequence = tuple([(x, 1 if sign == "+" else -1) for x, sign in enumerate(text)])
        m = halving.of_last(replace(one, sequence=sequence))
        assert halving.expected(one.concepts, sequence) == m[-1] == drawn(one.concepts, sequence)
        assert m[-1] <= halving.expectation(one)
        assert halving.exceeds_log_on(replace(one, sequence=sequence)) is None


def test_the_last_vote_may_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    for case in halving.rounds():
        size, tie = case["size"], case["tie"]
        wins = {votes: (sum(votes) or tie) > 0 for votes in product((1, -1), repeat=size)}
        decides = [votes for votes in wins if wins[votes] != wins[*votes[:-1], -votes[-1]]]
        assert decides
        assert halving.needs_other_votes(case) is None
    assert (halving.votes_needed(1, 1, 1), halving.votes_needed(1, 1, -1)) == (0, 1)
    monkeypatch.setattr(halving, "votes_needed", lambda left, *_: left - 1)
    assert halving.needs_other_votes({"size": 2, "tie": 1}) == "1 vote of 2, ties +1"


def test_a_tie_is_predicted_plus_one() -> None:
    for first, second, exceeds in ((-1, 1, True), (1, -1, False)):
        assert bool(halving.exceeds_log_on(FiniteClass(("+", "-"), ((0, first), (0, second))))) == exceeds


def test_no_smaller_class_shows_that_randomized_halving_can_be_worse() -> None:
    for points in (1, 2, 3):
        labelings = ["".join(signs) for signs in product("+-", repeat=points)]
        for size in (1, 2, 3):
            for rows in combinations(labelings, size):
                assert halving.is_worse_than_halving(FiniteClass(rows)) is None
