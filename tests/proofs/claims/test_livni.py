"""The book of claims on Livni, Lecture 8: its verdicts, its witnesses computed once more, and checks that can fail."""

import math
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from book import witness
from hypothesis import given
from hypothesis import strategies as st

from proofs.claims import livni_networks as networks
from proofs.claims import livni_perceptron as perceptron
from proofs.claims.claim import Candidate
from proofs.claims.livni import CLAIMS
from proofs.claims.livni_runs import longest_runs, read_sample, samples, triples
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import vector


def play(candidate: Candidate, zero: int) -> tuple[list[int], list[Fraction]]:
    """Run the printed algorithm: which examples were mistakes, and the last w."""
    w = [Fraction(0)] * len(candidate["target"])
    wrong = []
    for number, (texts, y) in enumerate(zip(candidate["points"], candidate["labels"], strict=True), 1):
        x = [Fraction(text) for text in texts]
        a = sum((p * q for p, q in zip(w, x, strict=True)), Fraction(0))
        said = 1 if a > 0 else -1 if a < 0 else zero
        wrong += [number] * (said != y)
        w = [p + Fraction(y - said, 2) * q for p, q in zip(w, x, strict=True)]
    return wrong, w


def best_ratio(candidate: Candidate) -> Fraction:
    """Return R²/γ² for the largest margin of the sample, whatever its direction is said to be."""
    sample = [
        (vector(enumerate(map(Fraction, x))), y) for x, y in zip(candidate["points"], candidate["labels"], strict=True)
    ]
    best = best_margin(sample)
    assert isinstance(best, Separable)
    return max(x.norm_squared() for x, _ in sample) / best.margin_squared


def test_three_mistakes_with_a_ratio_below_three() -> None:
    found = witness("livni-8.1", 2)
    wrong, _ = play(found, 0)
    assert (wrong, best_ratio(found)) == ([1, 2, 3], Fraction(215, 72))
    assert {sum(int(value) ** 2 for value in x) for x in found["points"]} == {10}
    assert len(wrong) == best_ratio(found) * Fraction(9, 8) // 1
    assert [len(play(found, zero)[0]) <= 2 for zero in (1, -1)] == [True, True]


def test_the_other_witnesses_about_the_perceptron() -> None:
    equal = witness("livni-8.1", 8)
    assert (len(equal["points"]), play(equal, 1)[0], best_ratio(equal)) == (1, [1], Fraction(1))
    negative = witness("livni-8.1", 10)
    assert negative["labels"][0] * 1 > Fraction(negative["gamma"]) == -2
    assert len(play(negative, 1)[0]) == 1 > Fraction(1, 4)
    foreign = witness("livni-8.1", 11)
    assert (foreign["support"], play(foreign, 1)[0]) == ([[["1"], 1]], [1, 2])
    late = witness("livni-8.1", 12)
    assert (play(late, 1)[0], best_ratio(late)) == ([2], Fraction(1))
    wrong, w = play(witness("livni-8.1", 14), 1)
    x, y = witness("livni-8.1", 14)["points"][0], witness("livni-8.1", 14)["labels"][0]
    assert len(witness("livni-8.1", 14)["points"]) == 2
    assert wrong == [2]
    assert y * sum(p * int(q) for p, q in zip(w, x, strict=True)) < 0
    assert witness("livni-8.1-step", 1) == {"said": 0, "label": 1}


def test_the_witnesses_about_networks() -> None:
    assert witness("livni-8.2-class", 1) == {"weights": [[-1]], "biases": [0]}  # −x − ½ is ½ at −1
    assert witness("livni-8.3-network", 2) == {"weights": [[1], [1]], "biases": [0, 1]}
    assert [2 * 1 - 2 * b - 1 > 0 for b in (0, 1)] == [True, False]
    assert witness("livni-8.3-network", 3) == {"weights": [[0]], "biases": [0]}  # −1 everywhere
    assert witness("livni-8.3-deep", 1) == {"weights": [[0]], "biases": [0]}  # 0, passed on as 1


def test_nine_eighths_is_reached() -> None:
    """Build the points of the argument in R³, in floats, and count."""
    for b in range(1, 8):
        ratio = 1 + 8 * b / 3 + 0.02
        gamma = ratio**-0.5
        w, mistakes = [0.0, 0.0, 0.0], 0
        for kind in ["tie"] * 2 * b + ["strict"] * b + ["tie"]:
            product_, step = (0.0, 0.5) if kind == "tie" else (-1e-5, 1.0)
            across = math.hypot(w[1], w[2])
            share = (product_ - w[0] * gamma) / across if across else 0.0
            rest = 1 - gamma**2 - share**2
            assert rest >= 0
            e = (w[1] / across, w[2] / across) if across else (1.0, 0.0)
            z = (gamma, share * e[0] - rest**0.5 * e[1], share * e[1] + rest**0.5 * e[0])
            dot = sum(p * q for p, q in zip(w, z, strict=True))
            assert abs(dot - product_) < 1e-9
            assert abs(sum(q * q for q in z) - 1) < 1e-9
            w = [p + step * q for p, q in zip(w, z, strict=True)]
            mistakes += 1
        assert mistakes == 3 * b + 1 == math.floor(9 * ratio / 8) > ratio


def test_the_longest_runs_are_all_mistakes() -> None:
    runs = longest_runs()
    assert max(len(candidate["points"]) for candidate in runs) > 5
    for candidate in runs[::40]:
        assert len(play(candidate, 0)[0]) == len(candidate["points"])
    # By hand: (1, 0), then (0, 1) is a tie, and then w = (1, 1)/2 is right about both.
    assert {"points": [["0", "1"], ["1", "0"]], "labels": [1, 1], "target": ["1", "1"]} in runs


signed = st.tuples(*[st.integers(-3, 3)] * 3)


@given(st.lists(signed, min_size=1, max_size=12), signed.filter(any), st.sampled_from([0, 1, -1]))
def test_the_true_readings_hold_for_every_sample(points: list[tuple[int, ...]], u: tuple[int, ...], zero: int) -> None:
    labeled = [(x, d) for x in points if (d := sum(p * q for p, q in zip(x, u, strict=True)))]
    candidate: Candidate = {
        "points": [[str(value) for value in x] for x, _ in labeled],
        "labels": [1 if d > 0 else -1 for _, d in labeled],
        "target": [str(value) for value in u],
    }
    if not labeled:
        assert read_sample(candidate) is None
        return
    sample = read_sample(candidate)
    assert sample is not None
    ratio = max(sum(q * q for q in x) for x, _ in labeled) * Fraction(
        sum(q * q for q in u), min(d * d for _, d in labeled)
    )
    assert sample.ratio == ratio
    assert len(play(candidate, zero)[0]) <= (ratio if zero else ratio * Fraction(9, 8))


def test_the_checks_about_the_perceptron_can_fail() -> None:
    """Deliberately false variants: bounds a little lower."""
    for zero in (1, -1, 0):
        lower = partial(perceptron.too_many, zeros=(zero,), bound=lambda ratio: ratio * Fraction(9, 10))
        assert any(map(lower, samples()))
    strict = partial(perceptron.too_many, zeros=(0,), ties=False, bound=lambda ratio: ratio / 4)
    assert any(map(strict, samples()))
    passes = partial(perceptron.too_many_passes, zero=1, bound=lambda _: Fraction(0))
    assert any(map(passes, samples()))
    plane = [c for c in samples() if len(c["target"]) == 2]
    assert any(map(partial(perceptron.too_many, zeros=(0,), bound=lambda ratio: ratio - Fraction(1, 2)), plane))
    assert all(best_ratio(candidate) < 3 for candidate in triples(10) if perceptron.too_many(candidate, zeros=(0,)))


def test_the_checks_about_networks_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    natural = {"weights": [[1]], "biases": [0]}
    assert networks.not_in_class(natural, natural=True) is None
    assert networks.slow_single(natural) is None
    monkeypatch.setattr(networks, "_positive", lambda w, b: 2 * (networks.cube(w.shape[1]) @ w.T) - 2 * b + 1 > 0)
    off = {"weights": [[1, 1]], "biases": [0]}
    assert networks.not_in_class({"weights": [[0]], "biases": [0]}, natural=True)
    assert networks.not_doubled(off) is None
    monkeypatch.setattr(networks, "_positive", lambda w, b: networks.cube(w.shape[1]) @ -w.T > b)
    assert networks.not_in_class(natural, natural=True)


def test_a_network_with_another_threshold_is_no_intersection() -> None:
    class Off(networks.Neuron):
        def of(self, doubled: Any) -> Any:
            return super().of(doubled + 4)

    assert networks.network_differs({"weights": [[1], [0]], "biases": [0, 0]}, neuron=Off())


@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_networks_are_intersections_by_definition(n: int, k: int, data: st.DataObject) -> None:
    number = st.integers(-3, 3)
    weights = data.draw(st.lists(st.lists(number, min_size=n, max_size=n), min_size=k, max_size=k))
    biases = data.draw(st.lists(number, min_size=k, max_size=k))
    for x in product((-1, 1), repeat=n):
        each = [
            sum(p * q for p, q in zip(w, x, strict=True)) - b - Fraction(1, 2) > 0
            for w, b in zip(weights, biases, strict=True)
        ]
        for low in (-1, 0):
            assert (sum(1 if one else low for one in each) - k + Fraction(1, 2) > 0) == all(each)
    candidate = {"weights": weights, "biases": biases}
    for neuron in (networks.Neuron(), networks.Neuron(0)):
        assert networks.network_differs(candidate, neuron=neuron) is None
    if k == 1:
        assert networks.not_doubled(candidate) is None


@pytest.mark.parametrize(
    "candidate",
    [
        {},
        {"points": [], "labels": [], "target": ["1"]},
        {"points": [["1"]], "labels": [0], "target": ["1"]},
        {"points": [["1"]], "labels": [1], "target": ["0"]},
        {"points": [["1"]], "labels": [1], "target": ["-1"]},
        {"points": [["1", "2"]], "labels": [1], "target": ["1"]},
        {"points": [["1/0"]], "labels": [1], "target": ["1"]},
        {"points": [["x"]], "labels": [1], "target": ["1"]},
        {"points": [["1"]], "labels": [-1], "target": ["1"], "gamma": "-1"},
        {"points": [["1"]], "labels": [-1], "target": ["2"], "gamma": "-3"},
        {"points": [["1"], ["1"]], "labels": [-1, 1], "target": ["1"], "support": 5},
        {"said": 2, "label": 1},
        {"weights": [[1], [1, 2]], "biases": [0, 0]},
        {"weights": [[1.5]], "biases": [0]},
        {"weights": [[]], "biases": [0]},
        {"weights": [[1]], "biases": []},
        {"weights": [[10**9]], "biases": [0]},
        {"weights": [[1] * 15], "biases": [0]},
    ],
)
def test_candidates_are_not_trusted(candidate: Candidate) -> None:
    for claim in CLAIMS:
        for reading in claim.readings:
            assert reading.violated is None or reading.violated(candidate) is None
