"""The learners: their conventions, their cards, and what counts as a label."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from conftest import VECTOR_LEARNERS
from hypothesis import given
from hypothesis import strategies as st

from learners.algorithms.dense import DensePerceptron
from learners.algorithms.perceptron import Perceptron, half_step_perceptron, online_perceptron
from learners.loading.sources import find
from learners.protocol import Fault, as_label
from learners.registry import LEARNERS
from proofs.exact.errors import InputError
from proofs.exact.vectors import basis_vector, vector
from proofs.settings import Halfspaces

SETTING = Halfspaces(4, Fraction(1, 4))
SMALL: st.SearchStrategy[dict[int, Fraction]] = st.dictionaries(
    st.integers(0, 3), st.sampled_from([Fraction(1), Fraction(-1), Fraction(1, 2)]), max_size=4
)


def test_the_three_conventions_differ_on_a_tie() -> None:
    x = basis_vector(0)
    for learner, after in (
        (Perceptron(), {}),
        (online_perceptron(), {0: 1}),
        (half_step_perceptron(), {0: Fraction(1, 2)}),
    ):
        assert learner.predict(x) == 1
        learner.update(x, 1)
        assert learner.weights == after


def test_the_three_conventions_agree_on_a_strict_mistake() -> None:
    x = vector({0: Fraction(1), 1: Fraction(1, 2)})
    for learner in (Perceptron(), online_perceptron(), half_step_perceptron()):
        learner.weights = {0: Fraction(3)}
        assert learner.predict(x) == 1
        learner.update(x, -1)
        assert learner.weights == {0: 2, 1: Fraction(-1, 2)}
        learner.update(x, 1)  # right, and by more than a tie: nothing to learn
        assert learner.weights == {0: 2, 1: Fraction(-1, 2)}


@given(st.lists(st.tuples(SMALL, st.sampled_from([1, -1])), max_size=12))
def test_sparse_and_dense_agree_where_floats_are_exact(rounds: list[tuple[dict[int, Fraction], Any]]) -> None:
    exact, dense = Perceptron(), DensePerceptron(4)
    for coordinates, label in rounds:
        x = vector(coordinates)
        array = np.array([float(coordinates.get(i, 0)) for i in range(4)])
        assert exact.predict(x) == dense.predict(array)
        exact.update(x, label)
        dense.update(array, label)
    assert [exact.weights.get(i, 0) for i in range(4)] == list(dense.weights)


@given(st.lists(st.tuples(SMALL, st.sampled_from([1, -1])), max_size=30))
def test_no_perceptron_exceeds_its_card_on_realizable_games(rounds: list[tuple[dict[int, Fraction], Any]]) -> None:
    target = vector({0: Fraction(1), 1: Fraction(1, 3), 2: Fraction(-1), 3: Fraction(1, 7)})
    points = [x for x in (vector(coordinates) for coordinates, _ in rounds) if target.dot(x)]
    if not points:
        return
    # Points of any norm R and margin γ: the theorem for unit points, scaled, has R²/γ² in place of 1/δ².
    radius = max(x.norm_squared() for x in points)
    margin = min(Fraction(target.dot(x)) ** 2 for x in points) / target.norm_squared()
    setting = Halfspaces(4, Fraction(margin / radius))
    for name in ("perceptron", "perceptron-ties", "perceptron-half-step"):
        learner, card = find(name).make(setting), find(name).card()
        mistakes = 0
        for x in points * 3:
            label: Any = 1 if target.dot(x) > 0 else -1
            mistakes += learner.predict(x) != label
            learner.update(x, label)
        assert card.mistake_bound is not None
        bound = card.mistake_bound(setting)
        assert bound is not None
        assert mistakes <= bound


def test_the_half_step_bound_is_the_best_of_its_argument() -> None:
    # a ties and b strict mistakes are possible only if (a/2 + b)² ≤ D(a/4 + b); the card must cover all of these.
    bound = find("perceptron-half-step").card().mistake_bound
    assert bound is not None
    for inverse in (1, 2, 7, 8, 9, 25, 100):
        pairs = product(range(3 * inverse), repeat=2)
        most = max(a + b for a, b in pairs if (a + 2 * b) ** 2 <= inverse * (a + 4 * b))  # times 4
        assert most <= (bound(Halfspaces(1, Fraction(1, inverse))) or 0) == 9 * inverse // 8


@pytest.mark.parametrize("name", VECTOR_LEARNERS)
def test_every_registered_learner_has_a_card_and_plays(name: str) -> None:
    card = find(name).card()
    assert card.summary
    assert card.theorem
    assert (card.mistake_bound is None) == card.theorem.startswith("none")
    x: Any = basis_vector(0) if card.sees == "exact" else np.eye(4)[0]
    assert find(name).make(SETTING).predict(x) in (1, -1)


def test_bounds_are_claimed_for_unit_points_only() -> None:
    for name in sorted(LEARNERS):
        bound = find(name).card().mistake_bound
        assert bound is None or bound(Halfspaces(4, Fraction(9), unit_norm=False)) is None


# ------------------------------------------------------------------------------------------------ labels


class Sly(int):
    """An int that says it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        raise RuntimeError("nobody should call this")


LABELS = [
    *(1, -1, 1.0, -1.0, True, np.int8(1), np.int64(-1), np.uint8(1), np.float64(1), np.float32(-1), np.bool_(True)),
    *(np.array(1), np.array([-1.0]), np.array([[1]]), np.matrix([[-1]]), [1], [np.int8(-1)]),
]


@pytest.mark.parametrize("label", LABELS, ids=lambda label: f"{type(label).__name__} {label}")
def test_labels(label: Any) -> None:
    assert as_label(label) == int(np.asarray(label).ravel()[0])
    assert type(as_label(label)) is int


NO_LABELS = [
    *(
        0,
        2,
        False,
        None,
        0.5,
        float("nan"),
        "1",
        b"1",
        Sly(1),
        Sly(7),
        [],
        [1, 1],
        [[1]],
        [Sly(1)],
        (1,),
        Fraction(1),
        1j,
        object(),
    ),
    *(np.float64(0), np.bool_(False), np.array([1, 1]), np.array([Sly(1)], dtype=object), np.int8(0), 10**5000),
]


@pytest.mark.parametrize("answer", NO_LABELS, ids=lambda answer: type(answer).__name__)
def test_everything_else_is_no_label(answer: Any) -> None:
    with pytest.raises(Fault, match="illegal label: predict returned") as caught:
        as_label(answer)
    assert len(str(caught.value)) < 200


# ------------------------------------------------------------------------------------------------ construction


@pytest.mark.parametrize(
    ("learner", "says"),
    [
        ("perceptrn", "unknown learner 'perceptrn'; did you mean 'perceptron'?"),
        ("zzz", "known: aggressive-romma, always-minus"),
        ("zzz", f", … ({len(LEARNERS)} in all: `adversary list learners`)"),
        ("missing.py", "there is no file missing.py"),
        (object(), "object is not a learner"),
        (int, "int is not a learner"),
        (7, "int is not a learner"),
    ],
)
def test_what_is_no_learner_is_refused(learner: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        find(learner)
    assert says in str(caught.value)


def test_an_instance_is_copied_for_every_game() -> None:
    taught = Perceptron()
    taught.weights = {0: -5}
    source = find(taught)
    taught.weights[0] = 5
    for _ in range(2):
        learner, card = source.make(SETTING), source.card(SETTING)
        assert learner.predict(basis_vector(0)) == -1
        learner.update(basis_vector(0), 1)
    assert card == Perceptron.card
