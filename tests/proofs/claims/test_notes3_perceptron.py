"""The claims of Notes 3, sections 1 and 2: verdicts, witnesses judged a second time, and checks that can fail."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil, floor, prod
from typing import Any

import pytest
from book import reading, row, witness
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.gram import Gram

from adversary.claims.notes3_perceptron import ATTACKS, EXACT_LEARNERS, forced, largest_margins
from learners.algorithms.kernel import KernelPerceptron
from learners.algorithms.perceptron import HalfStepPerceptron, OnlinePerceptron, Perceptron
from proofs.claims import notes3_kernel, notes3_lower, notes3_normalizations, notes3_perceptron, notes3_runs
from proofs.claims.claim import Candidate
from proofs.claims.notes3_perceptron import CLAIMS
from proofs.exact.errors import InputError
from proofs.exact.vectors import basis_vector, vector

PLACES = [(claim.id, number) for claim in CLAIMS for number in range(len(claim.readings))]


# ------------------------------------------------------------------------------------------------ witnesses


def numbers(texts: list[str]) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def inner(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def oracle(points: list[list[Fraction]], labels: list[int]) -> tuple[list[int], list[Fraction]]:
    """Return the rounds (from 1) with mistakes, and w: the printed algorithm, once more."""
    w, wrong = [Fraction(0)] * len(points[0]), []
    for number, (x, label) in enumerate(zip(points, labels, strict=True), 1):
        h = int(inner(w, x) >= 0)
        if h != label:
            wrong.append(number)
            w = [p + (label - h) * q for p, q in zip(w, x, strict=True)]
    return wrong, w


def unpacked(candidate: Candidate) -> tuple[list[Fraction], list[list[Fraction]], list[int]]:
    u, points = numbers(candidate["u"]), [numbers(x) for x in candidate["points"]]
    return u, points, [int(inner(u, x) >= 0) for x in points]


def test_the_extra_coordinate_costs_margin() -> None:
    found = witness("notes3-threshold", 1)
    assert found == {"u": ["1"], "points": [["1"], ["-1"]], "threshold": ["2"]}
    assert min(abs(1 - 2), abs(-1 - 2)) == 1  # δ, so that the bound is 1
    assert len(oracle([[Fraction(1), Fraction(1)], [Fraction(-1), Fraction(1)]], [0, 0])[0]) == 2


def test_rescaling() -> None:
    found = witness("notes3-rescaling", 0)
    assert [len(found[key]) for key in ("w", "x", "factor")] == [1, 1, 1]
    assert int(found["factor"][0]) < 0
    assert witness("notes3-rescaling", 2) == {"x": ["0"]}
    u, points, labels = unpacked(witness("notes3-rescaling", 4))
    lengths = [5 if abs(x[0]) == 3 else abs(x[0] + x[1]) for x in points]
    assert all(inner(x, x) == length**2 for x, length in zip(points, lengths, strict=True))
    shortened = [[value / length for value in x] for x, length in zip(points, lengths, strict=True)]
    assert (len(u), len(points)) == (2, 3)
    assert oracle(points, labels)[0] != oracle(shortened, labels)[0]


def test_lengths_of_w_and_v() -> None:
    u, points, _ = unpacked(witness("notes3-unit-w", 0))
    assert (len(u), len(points)) == (1, 1)
    assert witness("notes3-unit-w", 1) == {"v": ["0"]}


def test_updates() -> None:
    assert witness("notes3-update", 0) == {"w": ["0"], "x": ["2"]}
    assert 0 * 2 - abs(2) != (0 - 2) * 2
    _, points, labels = unpacked(witness("notes3-update", 2))
    wrong, w = oracle(points, labels)
    assert wrong == [1, 2, 3]
    assert len(points) == len(points[0]) == 3
    assert (inner(w, points[-1]) >= 0) != labels[-1]


def test_theorem_1_1_needs_unit_samples() -> None:
    u, points, labels = unpacked(witness("notes3-1.1", 2))
    assert (len(u), len(points)) == (1, 1)
    assert len(oracle(points, labels)[0]) > inner(u, u) / min(inner(u, x) ** 2 for x in points)


def test_margin_zero_goes_in_circles() -> None:
    found = witness("notes3-1.1", 4)
    u, points, labels = unpacked(found)
    assert len(points) == 3
    assert all(inner(x, x) == 1 for x in points)
    assert inner(u, u) == 1
    prefix, cycle = points[: found["again"]], points[found["again"] :]
    times = 20
    repeated = [*prefix, *cycle * times]
    marked = labels[: found["again"]] + labels[found["again"] :] * times
    wrong, w = oracle(repeated, marked)
    assert len(wrong) > times
    assert w == oracle(prefix, labels[: found["again"]])[1]


def test_what_is_learned() -> None:
    found = witness("notes3-1.1", 5)
    u, points, labels = unpacked(found)
    test = numbers(found["test"])
    assert (len(u), len(points)) == (1, 1)
    assert (inner(oracle(points, labels)[1], test) >= 0) != (inner(u, test) >= 0)
    u, points, labels = unpacked(witness("notes3-1.1", 6))
    w = oracle(points, labels)[1]
    assert (len(u), len(points)) == (2, 2)
    assert [int(inner(w, x) >= 0) for x in points] != labels
    assert all(inner(u, x) for x in points)


def test_claims_1_2_and_1_3() -> None:
    found = witness("notes3-1.2", 2)
    assert found == {"u": ["1"], "points": [["1"]], "rule": "halves"}
    assert Fraction(1, 2) * 1 < 1 * 1  # w = x/2, so w·v = 1/2; δ = M = 1
    _, points, labels = unpacked(witness("notes3-1.3", 3))
    wrong, w = oracle(points, labels)
    assert inner(w, w) > len(wrong) == 1


def test_claim_1_4_has_the_wrong_rounding() -> None:
    assert witness("notes3-tight", 0) == {"margin_squared": "2/3"}
    assert witness("notes3-1.4", 0) == {"margin_squared": "2/3", "dimension": 2}
    assert witness("notes3-1.4-norm", 0) == {"margin_squared": "2/3"}
    assert (ceil(Fraction(3, 2)), floor(Fraction(3, 2))) == (2, 1)
    for labels in product((1, -1), repeat=2):  # v is forced to have (±δ)² twice
        assert sum(Fraction(2, 3) * label**2 for label in labels) > 1
    found = witness("notes3-1.4", 1)
    assert found == {"margin_squared": "2", "dimension": 1}
    found = witness("notes3-1.4", 5)
    assert found == {"margin_squared": "1/2", "dimension": 1}


def test_no_two_mistakes_at_the_witness_of_claim_1_4() -> None:
    # Of two mistakes zᵢ = yᵢxᵢ the second has z₁·z₂ ≤ 0, so ‖z₁ + z₂‖² ≤ 2; a margin δ needs (2δ)² ≤ ‖z₁ + z₂‖².
    assert 4 * Fraction(2, 3) > 2
    for candidate in largest_margins():
        u, points, labels = unpacked(candidate)
        if min(inner(u, x) ** 2 for x in points) >= Fraction(2, 3) * inner(u, u):
            assert len(oracle(points, labels)[0]) <= 1


def test_a_learner_may_err_more() -> None:
    found = witness("notes3-1.4", 2)
    _, points, labels = unpacked(found)
    assert len(points) == 2
    assert all(len(x) == abs(x[0]) == 1 for x in points)  # δ = 1
    assert sum((said == 1) != label for said, label in zip(found["predictions"], labels, strict=True)) == 2


def test_three_are_forced_in_the_plane() -> None:
    found = witness("notes3-1.4", 6)
    least, leaves = Fraction(found["margin_squared"]), []

    def walk(tree: Any, path: list[list[Fraction]]) -> None:
        if isinstance(tree, dict):
            u = numbers(tree["u"])
            leaves.append(len(path))
            assert all(inner(u, z) > 0 and inner(u, z) ** 2 >= least * inner(u, u) for z in path)
            return
        x = numbers(tree[0])
        assert len(x) == found["dimension"] == 2
        assert inner(x, x) == 1
        walk(tree[1], [*path, [-value for value in x]])
        walk(tree[2], [*path, x])

    walk(found["tree"], [])
    assert leaves == [3] * 8
    assert min(2, floor(1 / least)) == 2
    violated = reading("notes3-1.4", 6).violated
    assert violated is not None
    assert violated({**found, "margin_squared": "1/2"}) is None
    assert violated({**found, "tree": found["tree"][1]}) is None


def test_a_sample_twice() -> None:
    _, points, labels = unpacked(witness("notes3-dual", 1))
    w = oracle(points, labels)[1]
    distinct = [x for number, x in enumerate(points) if x not in points[:number]]
    assert (len(points), len(distinct), len(points[0])) == (4, 3, 2)
    sums = [
        [sum((s * x[i] for s, x in zip(signs, distinct, strict=True)), Fraction(0)) for i in range(2)]
        for signs in product((-1, 0, 1), repeat=3)
    ]
    assert w not in sums


def test_the_dual_is_faster_at_first() -> None:
    _, points, labels = unpacked(witness("notes3-dual-time", 0))
    assert oracle(points, labels)[0] == []


@pytest.mark.parametrize(("number", "size"), [(0, 1), (1, 2)])
def test_the_kernel_perceptron_never_stops(number: int, size: int) -> None:
    found = witness("notes3-kernel", number)
    matrix, labels = [numbers(line) for line in found["K"]], found["labels"]
    assert len(matrix) == size
    target = numbers(found["target"])
    for i, label in enumerate(labels):
        assert label * sum(target[j] * matrix[j][i] for j in range(size)) > 0
    points = [basis_vector(i) for i in range(size)]
    learner = KernelPerceptron(Gram(points, matrix))
    for _ in range(30):
        before = len(learner.mistakes)
        for x, label in zip(points, labels, strict=True):
            learner.update(x, label)
        assert len(learner.mistakes) > before


# ------------------------------------------------------------------------------------------------ the checks can fail

Break = Callable[[pytest.MonkeyPatch], None]


def broken(module: Any, name: str, wrong: Callable[..., Any]) -> Break:
    return lambda monkeypatch: monkeypatch.setattr(module, name, wrong)


def wrong_way(monkeypatch: pytest.MonkeyPatch) -> None:
    right = notes3_runs.step_on
    for module in (notes3_runs, notes3_perceptron):
        monkeypatch.setattr(module, "step_on", lambda *given: -right(*given))


def no_signs(a: Any, b: Any) -> Fraction:
    return sum((abs(p * q) for p, q in zip(a, b, strict=True)), Fraction(0))


SABOTAGE: dict[tuple[str, int], Break] = {
    ("notes3-threshold", 0): broken(notes3_normalizations, "dot", no_signs),
    ("notes3-threshold", 2): wrong_way,
    ("notes3-rescaling", 1): broken(notes3_normalizations, "dot", lambda a, b: 1 + inner(list(a), list(b))),
    ("notes3-rescaling", 3): broken(notes3_normalizations, "norm_squared", lambda x: -1),
    ("notes3-unit-w", 2): broken(notes3_normalizations, "dot", lambda a, b: 1 + inner(list(a), list(b))),
    ("notes3-update", 1): broken(notes3_normalizations, "dot", no_signs),
    ("notes3-1.1", 0): wrong_way,
    ("notes3-1.1", 1): wrong_way,
    ("notes3-1.1", 3): wrong_way,
    ("notes3-1.1", 7): wrong_way,
    ("notes3-1.1", 8): wrong_way,
    ("notes3-1.2", 0): wrong_way,
    ("notes3-1.2", 1): wrong_way,
    ("notes3-1.2", 3): wrong_way,
    ("notes3-1.3", 0): wrong_way,
    ("notes3-1.3", 1): wrong_way,
    ("notes3-1.3", 2): wrong_way,
    ("notes3-1.3", 4): wrong_way,
    ("notes3-tight", 1): broken(notes3_lower, "floor", ceil),
    ("notes3-1.4", 3): broken(notes3_lower, "norm_squared", lambda v: 1 + inner(list(v), list(v))),
    ("notes3-1.4", 4): wrong_way,
    ("notes3-1.4-count", 0): broken(notes3_lower, "ceil", lambda value: floor(value) + 1),
    ("notes3-1.4-norm", 1): broken(notes3_lower, "floor", ceil),
    ("notes3-dual", 0): wrong_way,
    ("notes3-kernel", 2): broken(notes3_kernel, "semidefinite", lambda matrix: True),
    ("notes3-kernel", 3): broken(notes3_kernel, "semidefinite", lambda matrix: False),
}


def test_every_proved_reading_is_sabotaged() -> None:
    assert SABOTAGE.keys() == {(name, number) for name, number in PLACES if row(name, number).verdict == "proved"}


@pytest.mark.parametrize("place", SABOTAGE, ids=str)
def test_a_check_can_fail(place: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    what = reading(*place)
    assert what.violated is not None
    assert what.candidates is not None
    candidates = list(what.candidates())
    assert candidates
    SABOTAGE[place](monkeypatch)
    assert any(what.violated(candidate) for candidate in candidates)


def test_other_shapes_of_candidates_are_no_violations() -> None:
    shapes: list[Candidate] = [
        {"margin_squared": "1/2"},
        {"u": ["0"], "points": [["1"]]},
        {"u": ["1"], "points": []},
        {"K": [["1"]]},
        {},
    ]
    for name, number in PLACES:
        violated = reading(name, number).violated
        assert violated is not None
        for shape in shapes:
            assert violated(shape) is None


@pytest.mark.parametrize(
    "candidate",
    [
        {"u": ["1"], "points": [["1", "0"]]},
        {"u": [], "points": [["1"]]},
        {"u": ["1.5e3"], "points": [["1"]]},
        {"u": ["1"], "points": [["1"]], "rule": "lenient"},
    ],
)
def test_nonsense_is_refused(candidate: Candidate) -> None:
    with pytest.raises(InputError):
        notes3_runs.read_game(candidate)


def test_matrices_are_square_and_settings_legal() -> None:
    for name, number, candidate in (
        ("notes3-kernel", 3, {"K": [["1", "0"]]}),
        ("notes3-1.4", 0, {"margin_squared": "0", "dimension": 1}),
    ):
        violated = reading(name, number).violated
        assert violated is not None
        with pytest.raises(InputError):
            violated(candidate)


# ------------------------------------------------------------------------------------------------ laws

units = st.sampled_from([1, 2, 3]).flatmap(
    lambda d: st.lists(
        st.tuples(st.sampled_from(notes3_runs.UNIT[d]), st.sampled_from([1, -1])), min_size=1, max_size=9
    )
)


@given(units)
def test_the_definition_is_what_the_learners_play(sample: list[tuple[notes3_runs.Vec, int]]) -> None:
    points, labels = [x for x, _ in sample], [label for _, label in sample]
    for rule, learner in (
        ("printed", Perceptron()),
        ("ties", OnlinePerceptron()),
        ("halves", HalfStepPerceptron()),
    ):
        made = list(notes3_runs.mistakes(points, labels, rule))  # type: ignore[arg-type]
        for x, label in sample:
            learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
        w = made[-1].after if made else ()
        assert vector(enumerate(w)) == vector(learner.weights)
    wrong, w_again = oracle([list(x) for x in points], [int(label == 1) for label in labels])
    made = list(notes3_runs.mistakes(points, labels))
    assert [mistake.number + 1 for mistake in made] == wrong
    assert not made or list(made[-1].after) == w_again


def determinant(matrix: list[list[Fraction]]) -> Fraction:
    size = range(len(matrix))
    return sum(
        (
            (-1) ** sum(order[i] > order[j] for i, j in combinations(size, 2)) * prod(matrix[i][order[i]] for i in size)
            for order in permutations(size)
        ),
        Fraction(0),
    )


@settings(max_examples=150)
@given(st.integers(1, 3), st.lists(st.integers(-2, 2), min_size=6, max_size=6))
def test_semidefinite_is_that_all_principal_minors_are(size: int, entries: list[int]) -> None:
    a, b, c, d, e, f = map(Fraction, entries)
    matrix = [line[:size] for line in ([a, b, c], [b, d, e], [c, e, f])[:size]]
    minors = [
        determinant([[matrix[i][j] for j in chosen] for i in chosen])
        for count in range(1, size + 1)
        for chosen in combinations(range(size), count)
    ]
    assert notes3_kernel.semidefinite(tuple(map(tuple, matrix))) == (min(minors) >= 0)


def test_attacks_are_the_same_each_time_and_play_everybody() -> None:
    assert list(largest_margins()) == list(largest_margins())
    games = list(forced())
    assert len(games) == len(EXACT_LEARNERS) * 7 * 2
    assert {len(game["points"]) for game in games} == {1, 2, 4, 7}
    assert max(len(oracle(*unpacked(game)[1:])[0]) for game in ATTACKS["notes3-1.1"]()) == 6
