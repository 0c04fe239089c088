"""What a bound may name beside the margin and the class's size: a comparison u, thresholds, dimensions, variables."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations
from operator import or_
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import lies

from adversary.search.attack import attack
from adversary.search.spaces.classes import class_space, disjunctions
from adversary.search.spaces.halfspaces import comparisons, halfspace_space
from adversary.search.spaces.pools import basis
from learners.algorithms.perceptron import Perceptron
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import BudgetError, InputError
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import Round

pytestmark = pytest.mark.usefixtures("local_learners")

attacked = partial(attack, isolation="plain")
HSU = read_bound("U2*R2 + sqrt(U2*R2*H) + H")
"""Hsu, COMS 4771, the third theorem."""

labels = st.sampled_from([1, -1])
points = st.lists(st.integers(-4, 4), min_size=2, max_size=2).filter(any).map(lambda x: vector(enumerate(x)))
examples = st.lists(st.tuples(points, labels), min_size=1, max_size=12)


def played_by_the_perceptron(sample: list[tuple[Vector, int]]) -> list[Round]:
    learner, rounds = Perceptron(), []
    for x, y in sample:
        rounds.append(Round(x, learner.predict(x), 1 if y == 1 else -1))
        learner.update(x, rounds[-1].label)
    return rounds


@given(examples)
def test_the_perceptron_keeps_hsus_third_theorem_for_every_comparison(sample: list[tuple[Vector, int]]) -> None:
    mistakes = [entry for entry in played_by_the_perceptron(sample) if entry.mistake]
    radius = max([entry.x.norm_squared() for entry in mistakes if isinstance(entry.x, Vector)], default=1)
    seen = 0
    for values, u in comparisons(mistakes, vector([(0, 1), (1, Fraction(1, 3))])):
        losses = [max(Fraction(0), 1 - e.label * Fraction(u.dot(e.x))) for e in mistakes if isinstance(e.x, Vector)]
        assert values == {"U2": u.norm_squared(), "H": sum(losses)}
        assert HSU.holds({**values, "M": len(mistakes), "R2": radius})
        seen += 1
    assert seen >= 1


def test_on_25_orthonormal_points_half_of_their_sum_leaves_less() -> None:
    bound = read_bound("U2*R2 + H")
    space = halfspace_space("a basis", basis(25), 25, bound, np.ones((1, 25)), unit=True)
    explained = space.explained("someone", [Round(x, -1, 1) for x in basis(25)])
    assert explained is not None
    game, values = explained
    assert (values["M"], values["U2"], values["H"]) == (25, Fraction(25, 4), Fraction(25, 2))
    assert bound.value_text(values) == "75/4"
    assert game.reason.startswith("u = 1/2·e1 + 1/2·e2 + ")


def test_a_bound_without_the_mixed_term_falls_to_one_round() -> None:
    found = attacked("perceptron", "U2*R2 + H", seconds=20)
    game = found.counterexample
    assert game is not None
    (entry,) = game.rounds
    u = vector([(0, Fraction(entry.label, 2))])
    assert found.verdict == "refuted"
    assert isinstance(entry.x, Vector)
    assert (entry.x.norm_squared(), u.norm_squared(), 1 - entry.label * u.dot(entry.x)) == (
        1,
        Fraction(1, 4),
        Fraction(1, 2),
    )
    assert game.reason == f"u = ({entry.label}/2) has ‖u‖² = 1/4 and H = 1/2, and U2*R² + H = 3/4"


@pytest.mark.parametrize("bound", ["U2*R2 + sqrt(U2*R2*H)", "H + sqrt(H)", "(sqrt(U2*R2) + sqrt(H))**2 - 1/9"])
def test_other_false_bounds_with_a_comparison_fall(bound: str) -> None:
    assert attacked("perceptron", bound, seconds=30).verdict == "refuted"


@pytest.mark.full
@pytest.mark.parametrize("bound", [HSU.text, "(sqrt(U2*R2) + sqrt(H))**2"])
def test_true_bounds_with_a_comparison_are_not_refuted(bound: str) -> None:
    """The second is Theorem 8.11 of Mohri, Rostamizadeh and Talwalkar, with u divided by their margin."""
    found = attacked("perceptron", bound, seconds=15)
    assert (found.verdict, found.problem) == ("not refuted", None)


def test_with_a_threshold_the_bound_is_that_of_the_longer_points() -> None:
    assert attacked("homogeneous:perceptron", "B2 - 1", seconds=20).verdict == "refuted"
    found = attacked("always-plus", "B2", seconds=20).counterexample
    assert found is not None
    rounds = [(entry.x, entry.label) for entry in found.rounds if isinstance(entry.x, Vector)]
    assert len(rounds) == len(found.rounds) > (found.allowed or 0)


def test_gamma2_is_the_best_margin_and_delta2_the_one_that_was_told() -> None:
    space = halfspace_space("a basis", basis(2), 2, read_bound("1"), np.ones((1, 2)), Fraction(1, 8), unit=True)
    for attacked_, gamma_squared in (
        (True, Fraction(1, 2)),
        (False, Fraction(1, 8)),
    ):  # in a grade both are what is told
        told = replace(space, told=True, attacked=attacked_)
        explained = told.explained("someone", [Round(x, -1, 1) for x in basis(2)])
        assert explained is not None
        assert (explained[1]["gamma2"], explained[1]["delta2"]) == (gamma_squared, Fraction(1, 8))


# -------------------------------------------------------------------------------------------------- on a class


@pytest.mark.parametrize(
    ("name", "littlestone", "vc"), [("thresholds:7", 3, 1), ("singletons:4", 1, 1), ("cube:3", 3, 3)]
)
def test_dimensions_of_a_class(name: str, littlestone: int, vc: int) -> None:
    table = find_class(name)
    values = class_space(table, read_bound("L + VC + RL")).values
    signs = ["".join("+" if row >> x & 1 else "-" for x in range(table.points)) for row in table.rows]
    assert (values["L"], values["VC"], values["RL"]) == (littlestone, vc, lies.randomized(tuple(signs), 0))


def test_a_dimension_that_takes_too_long_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adversary.search.spaces.classes.MAX_STATES", 10)
    with pytest.raises(BudgetError, match="RL of random:9 is not known after 10 states; give a number in its place"):
        _ = class_space(class_of_rows("random:9", range(40, 400, 7), "123456789"), read_bound("RL")).allowed


@given(st.sets(st.integers(0, 31), min_size=1), st.sets(st.integers(0, 2**6 - 1), min_size=1, max_size=6))
def test_the_variables_of_disjunctions_are_those_of_brute_force(chosen: set[int], rows: set[int]) -> None:
    vectors = [tuple(number >> i & 1 for i in range(5)) for number in sorted(chosen)][:6]
    columns = [sum(1 << point for point, x in enumerate(vectors) if x[i]) for i in range(5)]
    mask = (1 << len(vectors)) - 1
    table = class_of_rows("some", {row & mask for row in rows}, [str(x) for x in vectors], None, vectors)
    expected = dict[int, int]()
    for concept, row in enumerate(table.rows):
        sizes = [len(some) for size in range(6) for some in combinations(columns, size) if reduce(or_, some, 0) == row]
        expected |= {concept: min(sizes)} if sizes else {}
    if expected:
        assert disjunctions(table) == expected
    else:
        with pytest.raises(InputError, match="no concept of the class is one"):
            disjunctions(table)


ELIMINATION = """class Elimination:
    def __init__(self, dimension): self.variables = set(range(dimension))
    def predict(self, x): return 1 if any(x[i] == 1 for i in self.variables) else -1
    def update(self, x, y):
        if y == -1: self.variables -= {i for i in self.variables if x[i] == 1}
"""


def monotone_disjunctions(tmp_path: Path) -> Path:
    table: ConceptClass = find_class("k-disjunctions:4,4")
    rows = [",".join("+" if row >> x & 1 else "-" for x in range(16)) for row in table.rows]
    path = tmp_path / "disjunctions.csv"
    path.write_text("\n".join([",".join(" ".join(name) for name in table.point_names), *rows]))
    return path


@pytest.mark.long
def test_a_file_of_vectors_opens_elimination(learner_file: Callable[..., str], tmp_path: Path) -> None:
    file, table = learner_file(ELIMINATION), monotone_disjunctions(tmp_path)
    found = attacked(file, "d - 1", concept_class=table, seconds=20)
    assert (found.verdict, found.note) == ("refuted", "the points are the class's own: 16 vectors, d = 4")
    assert found.counterexample is not None
    assert (found.counterexample.mistakes, found.counterexample.allowed) == (4, 3)
    assert found.counterexample.reason == "d = 4 and d - 1 = 3"
    found = attacked(file, "d - k", concept_class=table, seconds=5)
    assert (found.verdict, found.problem) == ("not refuted", None)
    found = attacked(file, "d - k - 1", concept_class=table, seconds=20)
    assert found.counterexample is not None
    assert found.counterexample.reason.startswith("k = ")
