"""Exact margins: certificates checked by plain Fractions, and a brute-force oracle over all supports."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from conftest import sizes
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls  # type: ignore[import-untyped]

from proofs.exact import margins
from proofs.exact.errors import InputError
from proofs.exact.margins import Inseparable, Separable, best_margin
from proofs.exact.vectors import Target, Vector, basis_vector, vector

Sample = list[tuple[Vector, int]]
DIMENSION = 3


# ------------------------------------------------------------------------------------------------ what to compare with


def weighted_sum(weights: Sequence[Fraction], sample: Sample) -> Vector:
    sums: Counter[int] = Counter()
    for weight, (x, label) in zip(weights, sample, strict=True):
        for index, value in x.entries:
            sums[index] += weight * label * value  # type: ignore[assignment]
    return vector({index: Fraction(value) for index, value in sums.items()})


def is_shown(found: Separable | Inseparable, sample: Sample) -> bool:
    """Judge a certificate by its definition, in a few lines and slowly."""
    weights = found.weights if isinstance(found, Inseparable) else found.alphas
    if min(weights) < 0 or found.support != tuple(i for i, weight in enumerate(weights) if weight > 0):
        return False
    if isinstance(found, Inseparable):
        return sum(weights) == 1 and weighted_sum(weights, sample) == Vector(())
    return (
        found.w == weighted_sum(weights, sample)
        and sum(weights) == found.norm_squared == found.w.norm_squared() == 1 / found.margin_squared
        and all(label * found.w.dot(x) >= 1 for x, label in sample)
    )


def solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """Solve a square system by Gauss and Jordan, or return ``None`` where it is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(column, [value / pivot[column] for value in pivot])
        for number, row in enumerate(rows):
            if number != column:
                rows[number] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]


def oracle(sample: Sample, dimension: int) -> Vector | None:
    """Return the shortest w with y⟨w,x⟩ ≥ 1, if there is one: some independent support of it satisfies KKT."""
    for size in range(1, dimension + 1):
        for numbers in combinations(range(len(sample)), size):
            chosen = [sample[i] for i in numbers]
            gram = [[Fraction(y * z * a.dot(b)) for b, z in chosen] for a, y in chosen]
            alphas = solved(gram, [Fraction(1)] * size)
            if alphas and min(alphas) >= 0:
                w = weighted_sum(alphas, chosen)
                if all(label * w.dot(x) >= 1 for x, label in sample):
                    return w
    return None


coordinates = st.one_of(
    st.integers(-2, 2).map(Fraction),
    st.fractions(-3, 3, max_denominator=5),
    st.sampled_from([Fraction(10**30), Fraction(-(10**30)), Fraction(1, 10**30), Fraction(-1, 10**30)]),
)
vectors = st.dictionaries(st.integers(0, DIMENSION - 1), coordinates, max_size=DIMENSION).map(vector)
labels = st.sampled_from([1, -1])


def by(w: Vector) -> Callable[[list[Vector]], Sample]:
    return lambda points: [(x, 1 if w.dot(x) > 0 else -1) for x in points if w.dot(x)]


samples = st.one_of(
    st.lists(st.tuples(vectors, labels), min_size=1, max_size=7),
    vectors.flatmap(lambda w: st.lists(vectors, min_size=1, max_size=7).map(by(w))).filter(bool),
)


@given(samples)
def test_it_finds_what_brute_force_over_all_supports_finds(sample: Sample) -> None:
    found, w = best_margin(sample), oracle(sample, DIMENSION)
    assert is_shown(found, sample)
    if w is None:
        assert isinstance(found, Inseparable)
    else:
        assert isinstance(found, Separable)
        assert found.w == w
        assert found.margin_squared == 1 / Fraction(w.norm_squared())


def awkward(rng: random.Random) -> Sample:
    """Return a sample of huge, tiny, equal, collinear, dependent and zero points, often a separable one."""

    def value() -> Fraction:
        power = rng.choice([0, 0, 0, 30, -30, rng.randrange(31)])
        return Fraction(rng.randint(-4, 4), rng.randint(1, 3)) * Fraction(10) ** power

    def point(before: list[list[Fraction]]) -> list[Fraction]:
        kind = rng.choice(["again", "along", "combined", "combined", "small", "small", "any", "any", "any"])
        if before and kind == "again":
            return rng.choice(before)
        if before and kind == "along":
            factor = value() or Fraction(-1)
            return [factor * a for a in rng.choice(before)]
        if before and kind == "combined":
            factor = value()
            return [a + factor * b for a, b in zip(rng.choice(before), rng.choice(before), strict=True)]
        if kind == "small":
            return [Fraction(rng.randint(-1, 1)) for _ in range(dimension)]
        return [value() for _ in range(dimension)] if rng.random() < 0.9 else [Fraction(0)] * dimension

    dimension, rows = rng.randint(1, 6), list[list[Fraction]]()
    for _ in range(rng.randint(1, 14)):
        rows.append(point(rows))  # it may be made from those before
    points = [vector(dict(enumerate(row))) for row in rows]
    planted = by(vector({index: rng.randint(-3, 3) for index in range(dimension)}))(points)
    return planted if planted and rng.random() < 0.6 else [(x, rng.choice([1, -1])) for x in points]


@pytest.mark.parametrize("number", sizes(500, 1_500))
def test_awkward_samples_are_all_certified(number: int) -> None:
    kinds: Counter[type] = Counter()
    for seed in range(number):
        sample = awkward(random.Random(seed))
        found = best_margin(sample)
        assert is_shown(found, sample), seed
        kinds[type(found)] += 1
    assert min(kinds[Separable], kinds[Inseparable]) > number / 4, "both kinds are common"


# ------------------------------------------------------------------------------------------------ floats only propose


def dense(rng: random.Random, n: int, dimension: int, *, planted: bool) -> Sample:
    points = [vector({i: Fraction(rng.randint(-20, 20), 10) for i in range(dimension)}) for _ in range(n)]
    if planted:
        return by(vector({i: rng.randint(-10, 10) for i in range(dimension)}))(points)
    return [(x, rng.choice([1, -1])) for x in points]


@pytest.mark.parametrize("planted", [True, False])
@pytest.mark.parametrize("proposal", ["none", "all", "random"])
def test_a_wrong_proposal_changes_nothing(planted: bool, proposal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(40):
        rng = random.Random(seed)
        sample = dense(rng, rng.randint(1, 25), 4, planted=planted)
        right = best_margin(sample)
        start = {"none": [], "all": range(len(sample)), "random": [i for i in range(len(sample)) if rng.random() < 0.4]}
        with monkeypatch.context() as patched:
            patched.setattr("proofs.exact.margins._proposed", lambda rows, found=start[proposal]: list(found))
            found = best_margin(sample)
        assert is_shown(found, sample)
        assert type(found) is type(right)
        if isinstance(found, Separable) and isinstance(right, Separable):
            assert found.w == right.w


def test_floats_that_give_up_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: Any) -> None:
        raise RuntimeError("Maximum number of iterations reached.")

    sample = dense(random.Random(3), 20, 3, planted=True)
    right = best_margin(sample)
    monkeypatch.setattr("proofs.exact.margins.nonnegative_least_squares", gives_up)
    found = best_margin(sample)
    assert isinstance(found, Separable)
    assert isinstance(right, Separable)
    assert found.w == right.w


@pytest.mark.parametrize("compiled", [True, False])
def test_least_squares_are_those_of_scipy(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled:
        monkeypatch.setattr(margins, "_compiled_nnls", lambda: None)
    numbers = np.random.default_rng(5)
    for rows, columns in numbers.integers(1, 12, size=(200, 2)):
        system, goal = numbers.standard_normal((rows, columns)), numbers.standard_normal(rows)
        assert margins.nonnegative_least_squares(system, goal).tolist() == nnls(system, goal)[0].tolist()
    with pytest.raises(ValueError, match="infs or NaNs"):
        margins.nonnegative_least_squares(np.array([[np.inf]]), np.ones(1))


@pytest.fixture
def _right_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where floats propose a wrong support, which makes it slow."""
    monkeypatch.setattr("proofs.exact.margins._entered", lambda *_: pytest.fail("the floats were wrong"))


@pytest.mark.usefixtures("_right_floats")
@pytest.mark.parametrize("planted", [True, False])
@pytest.mark.parametrize(("number", "dimension"), [(500, 25), pytest.param(2_000, 50, marks=pytest.mark.full)])
def test_many_examples_take_one_exact_solution(number: int, dimension: int, planted: bool) -> None:
    found = best_margin(dense(random.Random(1), number, dimension, planted=planted))
    assert isinstance(found, Separable if planted else Inseparable)
    assert len(found.support) <= dimension + (not planted)


@pytest.mark.usefixtures("_right_floats")
@pytest.mark.parametrize("powers", [(30, 30), (-30, -30), (-6, 6), (-30, 30)])
@pytest.mark.parametrize("planted", [True, False])
def test_floats_are_right_in_any_unit(powers: tuple[int, int], planted: bool) -> None:
    rng = random.Random(0)
    sample = []
    for x, label in dense(rng, 200, 10, planted=planted):
        factor = Fraction(10) ** rng.randint(*powers)
        sample.append((vector([(index, factor * value) for index, value in x.entries]), label))
    assert isinstance(best_margin(sample), Separable if planted else Inseparable)


@pytest.mark.parametrize("inverse", [10**4, 10**8, 10**12, 10**20, 10**400])
def test_margins_that_floats_cannot_see(inverse: int) -> None:
    rng = random.Random(inverse % 97)
    sample = []
    for _ in range(60):
        head, label = [Fraction(rng.randint(-20, 20), 10) for _ in range(5)], rng.choice([1, -1])
        sample.append((vector(dict(enumerate([*head, Fraction(label, inverse) - sum(head)]))), label))
    found = best_margin(sample)
    assert is_shown(found, sample)
    assert isinstance(found, Separable)  # by w = (1, …, 1), with margin 1/inverse/√6
    assert found.margin_squared * 6 * inverse**2 >= 1


@pytest.mark.ml
@pytest.mark.parametrize("seed", range(5))
def test_scikit_learn_agrees_to_float_accuracy(seed: int) -> None:
    svm = import_module("sklearn.svm")
    # Few points a dimension leave a margin that its solver reaches in reasonable time.
    sample = dense(random.Random(seed), 30, 10, planted=True)
    found = best_margin(sample)
    assert isinstance(found, Separable)
    x = np.array([[float(dict(point.entries).get(i, 0)) for i in range(10)] for point, _ in sample])
    fitted = svm.LinearSVC(C=1e6, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**7)
    fitted.fit(x, [label for _, label in sample])
    w = [float(dict(found.w.entries).get(i, 0)) for i in range(10)]
    assert fitted.coef_[0] == pytest.approx(w, rel=1e-5, abs=1e-6)


# ------------------------------------------------------------------------------------------------ laws


@given(samples, st.fractions(Fraction(1, 9), 9, max_denominator=9))
def test_flipping_labels_and_scaling_points(sample: Sample, factor: Fraction) -> None:
    found = best_margin(sample)
    flipped = best_margin([(x, -label) for x, label in sample])
    scaled = best_margin([(vector([(i, factor * value) for i, value in x.entries]), label) for x, label in sample])
    assert type(found) is type(flipped) is type(scaled)
    if isinstance(found, Separable) and isinstance(flipped, Separable) and isinstance(scaled, Separable):
        assert flipped.w.entries == tuple((index, -value) for index, value in found.w.entries)
        assert scaled.w.entries == tuple((index, value / factor) for index, value in found.w.entries)
        assert scaled.margin_squared == factor**2 * found.margin_squared


@given(samples, st.randoms(use_true_random=False))
def test_order_and_repetition_do_not_matter_and_more_examples_do_not_help(sample: Sample, rng: random.Random) -> None:
    found, again = best_margin(sample), best_margin(rng.sample(sample * 2, 2 * len(sample)))
    fewer = best_margin(sample[: rng.randint(1, len(sample))])
    assert type(found) is type(again)
    if isinstance(found, Separable):
        assert isinstance(again, Separable)
        assert isinstance(fewer, Separable)
        assert found.w == again.w
        assert fewer.margin_squared >= found.margin_squared


@given(samples)
def test_the_target_has_norm_1_and_the_largest_margin(sample: Sample) -> None:
    found = best_margin(sample)
    if isinstance(found, Separable):
        target = found.target()
        assert target == Target(found.w, found.margin_squared)
        assert target.norm_squared() == 1
        margins = [target.margin_squared(x, label) for x, label in sample]
        assert min([margin for margin in margins if margin is not None]) == found.margin_squared
        assert None not in margins


@pytest.mark.parametrize("n", [1, 2, 7, 60])
def test_orthonormal_points_have_margin_one_over_root_n(n: int) -> None:
    signs = [(-1) ** (i * i // 3) for i in range(n)]
    found = best_margin([(basis_vector(i), sign) for i, sign in enumerate(signs)])
    assert isinstance(found, Separable)
    assert found.w == vector(dict(enumerate(signs)))
    assert found.alphas == (Fraction(1),) * n
    assert found.margin_squared == Fraction(1, n)


# ------------------------------------------------------------------------------------------------ single cases


X = vector({0: Fraction(3, 5), 4: Fraction(4, 5)})
ZERO = Vector(())


def test_one_example() -> None:
    found = best_margin([(X, -1)])
    assert found == Separable(
        vector({0: Fraction(-3, 5), 4: Fraction(-4, 5)}), (Fraction(1),), Fraction(1), Fraction(1), (0,)
    )


@pytest.mark.parametrize(
    ("sample", "weights"),
    [
        ([(ZERO, 1)], (1,)),
        ([(X, 1), (ZERO, -1), (X, -1), (ZERO, 1)], (0, 1, 0, 0)),
        ([(X, 1), (X, -1)], (Fraction(1, 2), Fraction(1, 2))),
        ([(basis_vector(0), 1), (vector({0: -3}), 1)], (Fraction(3, 4), Fraction(1, 4))),
        ([(basis_vector(1), 1), (vector({0: 10**30}), 1), (basis_vector(0), -1)], (0, Fraction(1, 10**30 + 1), Fraction(10**30, 10**30 + 1))),
    ],
)  # fmt: skip
def test_no_halfspace_explains(sample: Sample, weights: tuple[Fraction, ...]) -> None:
    found = best_margin(sample)
    assert found == Inseparable(weights, tuple(i for i, weight in enumerate(weights) if weight))


def test_numbers_are_exact() -> None:
    for sample in ([(X, 1), (basis_vector(1), 1)], [(X, 1), (X, -1)]):
        found = best_margin(sample)
        found_weights = found.weights if isinstance(found, Inseparable) else found.alphas
        assert {type(weight) for weight in found_weights} == {Fraction}
        if isinstance(found, Separable):
            assert type(found.norm_squared) is type(found.margin_squared) is Fraction
            assert {type(value) for _, value in found.w.entries} <= {int, Fraction}


@pytest.mark.parametrize(
    ("sample", "says"),
    [
        ([], "the sample is empty; a margin needs at least one example"),
        ([(X, 1), (X, 0)], "example 1 has the label 0; a label is 1 or -1"),
        ([(ZERO, "+")], "example 0 has the label '+'; a label is 1 or -1"),
    ],
)
def test_unusable_samples_are_refused(sample: Sample, says: str) -> None:
    with pytest.raises(InputError) as caught:
        best_margin(sample)
    assert str(caught.value) == says


# ------------------------------------------------------------------------------------------------ false certificates


TWO = [(basis_vector(0), 1), (basis_vector(1), -1), (vector({0: 5, 1: -5}), 1)]
W = vector({0: 1, 1: -1})
PROOF = Separable(W, (Fraction(1), Fraction(1), Fraction(0)), Fraction(2), Fraction(1, 2), (0, 1))
TINY = Fraction(1, 10**40)


def test_the_certificate_that_is_mutated_holds() -> None:
    PROOF.verify(TWO)
    assert best_margin(TWO) == PROOF


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"w": vector({0: 1 + TINY, 1: Fraction(-1)})}, "w is not the sum"),
        ({"w": vector([(0, 1), (1, -1), (2, TINY)])}, "w is not the sum"),
        ({"w": Vector(((0, 1.0), (1, -1)))}, "neither int nor Fraction"),  # type: ignore[arg-type]
        ({"alphas": (Fraction(1), Fraction(1) + TINY, Fraction(0))}, "w is not the sum"),
        ({"alphas": (Fraction(1), Fraction(1))}, "2 weights for 3 examples"),
        ({"alphas": (1.0, Fraction(1), Fraction(0))}, "neither int nor Fraction"),
        ({"alphas": (Fraction(2), Fraction(2), Fraction(-1, 5)), "support": (0, 1, 2)}, "a weight is negative"),
        ({"alphas": (Fraction(0), Fraction(0), Fraction(1, 5)), "support": (2,)}, "the sum of the alphas"),
        ({"norm_squared": 2 + TINY}, "norm"),
        ({"norm_squared": 2.0}, "neither int nor Fraction"),
        ({"margin_squared": Fraction(1, 2) + TINY}, "the margin²"),
        ({"support": (0,)}, "the support"),
        ({"support": (0, 1, 2)}, "the support"),
    ],
)  # fmt: skip
def test_a_false_proof_of_a_margin_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match="is not what is stated" if says == "norm" else says):
        replace(PROOF, **changes).verify(TWO)


def test_a_margin_is_not_proved_by_some_of_the_examples() -> None:
    PROOF.verify([*TWO[:2], (basis_vector(0), 1)])
    with pytest.raises(ValueError, match=r"^example 2: y⟨w,x⟩ is below 1$"):
        PROOF.verify([*TWO[:2], (vector({0: 1 - TINY}), 1)])
    with pytest.raises(ValueError, match="w is not the sum"):
        PROOF.verify([(x, -label) for x, label in TWO])


OPPOSED = [(basis_vector(0), 1), (vector({0: 3}), -1), (basis_vector(1), 1)]


@pytest.mark.parametrize(
    ("weights", "support", "says"),
    [
        ((3, 1, 0), (0, 1), "do not sum to 1"),
        ((0, 0, 0), (), "do not sum to 1"),
        ((Fraction(3, 4) + TINY, Fraction(1, 4) - TINY, 0), (0, 1), r"u·y·x is not 0"),
        ((Fraction(3, 4) - TINY, Fraction(1, 4), TINY), (0, 1, 2), r"u·y·x is not 0"),
        ((0.75, 0.25, 0), (0, 1), "neither int nor Fraction"),
        ((Fraction(3, 4), Fraction(1, 4)), (0, 1), "2 weights for 3 examples"),
        ((Fraction(3, 4), Fraction(1, 4), 0), (0, 1, 2), "the support"),
    ],
)
def test_a_false_proof_that_nothing_separates_is_refused(
    weights: tuple[Fraction, ...], support: tuple[int, ...], says: str
) -> None:
    Inseparable((Fraction(3, 4), Fraction(1, 4), Fraction(0)), (0, 1)).verify(OPPOSED)
    with pytest.raises(ValueError, match=says):
        Inseparable(weights, support).verify(OPPOSED)


def test_an_unusable_sample_verifies_nothing() -> None:
    with pytest.raises(InputError):
        PROOF.verify([])
