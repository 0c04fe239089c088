"""Games on finite classes: learners keep their bounds, adversaries force theirs, and both are exact."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy as np
import oracles.classes as oracle
import pytest
from conftest import CLASS_LEARNERS, VECTOR_LEARNERS
from hypothesis import given, settings
from hypothesis import strategies as st

from adversary.game.play import play
from adversary.strategies.classes.random_path import RandomPath
from adversary.strategies.protocol import AdversaryCard
from adversary.strategies.registry import make_adversary
from learners.algorithms.halving import Halving
from learners.checks import check_learner
from learners.loading.sources import find
from learners.protocol import Card
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError
from proofs.formats.trace import loss
from proofs.settings import Finite
from proofs.solvers.littlestone import Littlestone, greedy_depth
from proofs.solvers.values import TieRule, halving_worst_case, randomized_halving, randomized_littlestone

TIES: tuple[TieRule, ...] = get_args(TieRule)
DETERMINISTIC = [name for name in CLASS_LEARNERS if not find(name).card().randomized]


def random_class(chance: random.Random, concepts: int = 12, points: int = 8) -> ConceptClass:
    width = chance.randint(1, points)
    rows = {chance.getrandbits(width) for _ in range(chance.randint(1, concepts))}
    return class_of_rows("random", sorted(rows), [str(point) for point in range(width)])


classes = st.integers(0, 10**9).map(lambda seed: random_class(random.Random(seed)))


def force(name: str, table: ConceptClass, against: str) -> int:
    """Play in this process, without replay and files; return the mistakes, which a concept explains."""
    adversary = make_adversary(against, {"concept_class": table})
    learner: Any = find(name).make(Finite(table))
    mistakes, labels = 0, {}
    while (x := adversary.next_point()) is not None:
        said = learner.predict(x)
        assert isinstance(x, int)
        labels[x] = y = adversary.label(x, said)
        learner.update(x, y)
        mistakes += said != y
    target = adversary.target()
    assert isinstance(target, int)
    assert all(table.label(target, point) == y for point, y in labels.items())
    return mistakes


def solved_and_played(table: ConceptClass) -> None:
    """Every adversary forces what it says, on every learner; no learner exceeds what its card says."""
    depth = Littlestone(table).dimension()
    assert depth == oracle.littlestone(frozenset(oracle.concepts_of(table)))
    for name in DETERMINISTIC:
        bound = find(name).card().mistake_bound
        assert bound is not None
        most = bound(Finite(table))
        assert most is not None
        forced = {
            against: force(name, table, against) for against in ("littlestone", "even-split", "halving-worst-case")
        }
        assert forced["littlestone"] == depth
        assert greedy_depth(table) <= forced["even-split"] <= most
        assert forced["halving-worst-case"] <= most
    assert force("soa", table, "even-split") <= depth
    for ties in TIES:
        worst = halving_worst_case(table, ties).value()
        assert force(f"halving?tie={ties}", table, f"halving-worst-case?tie={ties}") == worst
        assert depth <= worst <= table.size.bit_length() - 1


@pytest.mark.long
@settings(max_examples=20)
@given(classes)
def test_random_classes(table: ConceptClass) -> None:
    solved_and_played(table)


@pytest.mark.parametrize(
    "spec", ["intervals:6", "halfspaces:2", "conjunctions:2", "projective-plane:2", "singletons:5"]
)
def test_named_classes(spec: str) -> None:
    solved_and_played(find_class(spec))


@pytest.mark.parametrize(
    "name", [*VECTOR_LEARNERS, "homogeneous:perceptron", pytest.param("sklearn:Perceptron", marks=pytest.mark.ml)]
)
def test_no_learner_of_vectors_withstands_a_mistake_tree(name: str) -> None:
    game = play(name, against="littlestone", concept_class="halfspaces:2", replay=False)
    assert (game.mistakes, game.bounds["lower"], game.realizable) == (3, 3, True)


# ------------------------------------------------------------------------------------------------ with coins


def sequences(table: ConceptClass, chance: random.Random) -> Iterator[list[tuple[int, int]]]:
    """Yield sequences that a concept explains, of all points in some order."""
    for concept in range(table.size):
        points = [*range(table.points)] * 2
        chance.shuffle(points)
        yield [(x, table.label(concept, x)) for x in points]


def expectation(name: str, table: ConceptClass, rounds: list[tuple[int, int]]) -> Fraction:
    learner: Any = find(name).make(Finite(table))
    total = Fraction(0)
    for x, y in rounds:
        chance = learner.probability(x)
        assert 0 <= chance <= 1
        total += 1 - chance if y == 1 else chance
        learner.update(x, y)
    return total


@settings(max_examples=20)
@given(classes)
def test_randomized_learners_keep_their_bounds(table: ConceptClass) -> None:
    best, harmonic = randomized_littlestone(table).value(), sum(Fraction(1, k) for k in range(2, table.size + 1))
    worst = randomized_halving(table).value()
    for rounds in sequences(table, random.Random(1)):
        assert expectation("optimal-randomized", table, rounds) <= best
        assert expectation("randomized-halving", table, rounds) <= worst <= harmonic
    adversary = make_adversary("worst-sequence", {"concept_class": table})
    rounds = []
    while (x := adversary.next_point()) is not None:
        assert isinstance(x, int)
        rounds.append((x, adversary.label(x, None)))
    assert expectation("randomized-halving", table, rounds) == worst


class Coins:
    """Coins that fall as they were told to."""

    def __init__(self, labels: tuple[int, ...]) -> None:
        self.labels = iter(labels)

    def choice(self, _sides: object) -> int:
        return next(self.labels)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9).map(lambda seed: random_class(random.Random(seed), 7, 4)), st.sampled_from(DETERMINISTIC))
def test_the_random_path_costs_every_learner_the_same(table: ConceptClass, name: str) -> None:
    total, weight = Fraction(0), Fraction(0)
    seen = set()
    for labels in product((-1, 1), repeat=table.points):
        adversary = RandomPath(concept_class=table)
        adversary._coins = Coins(labels)  # type: ignore[assignment]  # noqa: SLF001 - every fall of the coins, in turn
        learner: Any = find(name).make(Finite(table))
        path: tuple[int, ...] = ()
        mistakes = 0
        while (x := adversary.next_point()) is not None:
            said = learner.predict(x)
            y = adversary.label(x, said)
            learner.update(x, y)
            path, mistakes = (*path, y), mistakes + (said != y)
        if path not in seen:
            seen.add(path)
            weight += Fraction(1, 2 ** len(path))
            total += Fraction(mistakes, 2 ** len(path))
    assert weight == 1
    assert total == randomized_littlestone(table).value()


def test_the_expectation_of_randomized_halving_is_exact() -> None:
    game = play("randomized-halving", against="worst-sequence", concept_class="singletons:8")
    assert game.ok
    assert type(game.mistakes) is Fraction
    assert game.mistakes == game.bounds["upper"] == Fraction(481, 280)
    assert game.statements == [
        {"statement": "realizable"},
        {"statement": "expected mistakes", "mistakes": "481/280"},
        {"statement": "worst case", "mistakes": "481/280"},
    ]
    assert game.to_json()["mistakes"] == "481/280"
    assert "481/280" in game._repr_html_()


@pytest.mark.parametrize("against", ["littlestone", "halving-worst-case", "even-split"])
@pytest.mark.parametrize("learner", ["randomized-halving", "optimal-randomized"])
def test_an_adversary_hears_the_more_probable_label_of_a_randomized_learner(learner: str, against: str) -> None:
    game = play(learner, against=against, concept_class="intervals:4", replay=False)
    assert game.ok
    assert game.mistakes == sum(loss(entry.predicted, entry.label) for entry in game.rounds)
    if against == "littlestone":
        assert all(entry.label == (-1 if entry.predicted >= Fraction(1, 2) else 1) for entry in game.rounds)
        assert game.bounds["lower"] == Fraction(game.played, 2) <= game.mistakes <= (game.bounds["upper"] or 0)


# ------------------------------------------------------------------------------------------------ whole games


def test_the_optimum_is_tight_and_proved() -> None:
    game = play("soa", against="littlestone", concept_class="halfspaces:3")
    assert (game.played, game.mistakes, game.bounds, game.tight) == (6, 6, {"lower": 6, "upper": 6}, True)
    assert [found["statement"] for found in game.statements] == ["realizable", "run bound", "universal bound"]
    assert game.target.keys() == {"norm_squared", "margin_squared", "concept", "labels", "name"}


def test_a_trace_is_a_script_for_another_learner(tmp_path: Path) -> None:
    play("soa", concept_class="intervals:5", output=tmp_path / "t.jsonl")
    again = play("first-consistent", against=f"scripted:{tmp_path / 't.jsonl'}")
    assert (again.played, again.realizable, again.setting) == (3, True, Finite(find_class("intervals:5")))
    expected = play("randomized-halving", against=f"scripted:{tmp_path / 't.jsonl'}", concept_class="intervals:5")
    assert expected.ok
    with pytest.raises(InputError, match=r"its class is not intervals:4: the script has 16 concepts on 5 points"):
        play("soa", against=f"scripted:{tmp_path / 't.jsonl'}", concept_class="intervals:4")


def test_a_class_of_ones_own() -> None:
    table = class_of_rows("mine", [0b00, 0b01, 0b11], ["a", "b"], ["none", "a only", "both"])
    assert str(table.table().dtype) == "int64"  # a sum of many labels overflows in a smaller one
    game = play(Halving, concept_class=table)
    assert (game.mistakes, game.target["name"]) == (1, "both" if game.target["concept"] == 2 else "none")


class Randomized:
    """A student's randomized learner: no card, just the method."""

    def __init__(self, concepts: np.ndarray[Any, Any]) -> None:
        self.left = concepts

    def probability(self, x: int) -> Fraction:
        return Fraction(int((self.left[:, x] == 1).sum()), len(self.left))

    def update(self, x: int, y: int) -> None:
        self.left = self.left[self.left[:, x] == y]


@pytest.mark.usefixtures("two_replays")
def test_a_randomized_learner_of_ones_own() -> None:
    game = play(Randomized, against="worst-sequence", concept_class="singletons:8")
    assert (game.mistakes, game.bounds["upper"]) == (Fraction(481, 280), None)
    assert game.ok


@pytest.mark.parametrize("answer", ["0.5", "2", "Fraction(-1, 2)", "None", "True"])
def test_a_probability_is_exact_and_from_0_to_1(answer: str, learner_file: Callable[[str], str]) -> None:
    text = f"from fractions import Fraction\nclass L:\n    def probability(self, x): return {answer}\n    def update(self, x, y): pass\n"
    game = play(learner_file(text), against="worst-sequence", concept_class="singletons:4")
    assert game.fault is not None
    assert game.fault.startswith("illegal probability: probability returned")


class FailsLater(Randomized):
    def probability(self, x: int) -> Any:
        raise ValueError(x)


def test_a_fault_names_the_method_that_a_randomized_learner_has() -> None:
    assert str(play(FailsLater, concept_class="thresholds:7").fault).startswith("raised: probability raised ValueError")


class FailsAtOnce(Randomized):
    def __init__(self) -> None:
        raise ValueError


class NoChance(Randomized):
    def probability(self, x: int) -> Any:
        return 2


@pytest.mark.parametrize("kind", [FailsAtOnce, NoChance])
def test_who_forfeits_before_its_first_answer_is_randomized_all_the_same(kind: type) -> None:
    game = play(kind, concept_class="thresholds:7")
    assert (game.played, game.randomized, game.lower) == (0, True, Fraction(3, 2))
    assert "illegal prob" in str(game.fault) or "the constructor" in str(game.fault)


@pytest.mark.full
@pytest.mark.parametrize("body", ["def __init__(self): 1 / 0", "def probability(self, x): return 2"])
def test_a_process_says_so_too(body: str, learner_file: Callable[[str], str]) -> None:
    text = f"class L:\n    def probability(self, x): return 1\n    def update(self, x, y): pass\n    {body}\n"
    game = play(learner_file(text), concept_class="thresholds:7")
    assert (game.played, game.randomized, game.lower) == (0, True, Fraction(3, 2))


class Fixed:
    """An adversary of one's own, on a class."""

    card = AdversaryCard(summary="one point, for ever the same", oblivious=True)

    def __init__(self, x: Any = 1, target: Any = 0) -> None:
        self.x, self.left, self.concept = x, 3, target

    def next_point(self) -> Any:
        self.left -= 1
        return self.x if self.left >= 0 else None

    def label(self, x: Any, predicted: Any) -> Any:
        return -1

    def target(self) -> Any:
        return self.concept


def test_an_adversary_of_ones_own() -> None:
    game = play("halving", against=Fixed(), concept_class="thresholds:3")
    assert (game.ok, game.played, game.mistakes) == (True, 3, 1)
    assert play("randomized-halving", against=Fixed(), concept_class="thresholds:3").mistakes == Fraction(1, 2)
    for adversary, message in (
        (Fixed(x=7), "Fixed showed 7, but a point is an int in range"),
        (Fixed(x=True), "Fixed showed a bool"),
        (Fixed(target=4), "Fixed offered 4, but a concept is an int in range"),
    ):
        with pytest.raises(InputError, match=message):
            play("halving", against=adversary, concept_class="thresholds:3")
    assert not play("halving", against=Fixed(target=3), concept_class="thresholds:3").ok
    assert play("halving", against=Fixed(target=None), concept_class="thresholds:3").reason == "there is no target"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"learner": "soa", "margin": "1/3"}, "soa: it learns finite classes; give it one, like --class intervals:11"),
        ({"learner": "soa", "against": "littlestone"}, "littlestone needs a finite class, like --class intervals:11"),
        (
            {"learner": "soa", "against": "standard-basis", "concept_class": "cube:2", "margin": "1/2"},
            "takes no --class",
        ),
        (
            {"learner": "soa", "concept_class": 3},
            "a class is a name, a file, a numpy array or a ConceptClass, not int",
        ),
        ({"learner": "perceptron", "concept_class": "cube:2", "watch": True}, "nothing to watch on a finite class"),
        ({"learner": "halving?tie=up", "concept_class": "cube:2"}, "unknown tie of halving: 'up'"),
        (
            {"learner": "halving", "against": "halving-worst-case?tie=up", "concept_class": "cube:2"},
            "unknown tie of halving-worst-case: 'up'",
        ),
        (
            {"learner": "halving", "against": "halving-worst-case?rule=up", "concept_class": "cube:2"},
            "unknown parameter",
        ),
        ({"learner": "halving", "against": Fixed(), "concept_class": "cube:2", "margin": "1/2"}, "not both"),
    ],
)
def test_unusable_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        play(**arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_concept_is_a_stated_case() -> None:
    table = class_of_rows("single", [0b01], ["a", "b"])
    game = play("soa", concept_class=table)
    assert (game.played, game.ok, game.bounds) == (0, False, {"lower": 0, "upper": 0})
    assert game.reason == "no round was played, so nothing is shown"


# ------------------------------------------------------------------------------------------------ checks


class UnevenChances(Randomized):
    card = Card(summary="a float", randomized=True)

    def probability(self, x: int) -> Any:
        return 0.5


class BadBet(Randomized):
    card = Card(summary="claims too much", randomized=True, mistake_bound=lambda _: Fraction(1, 2))


class Forgets(Randomized):
    card = Card(summary="asking changes it", randomized=True)
    asked = 0

    def probability(self, x: int) -> Fraction:
        self.asked += 1
        return Fraction(1, self.asked)


@pytest.mark.parametrize(
    ("learner", "check", "reason"),
    [
        (
            UnevenChances,
            "predicts_before_any_update",
            "probability returned 0.5 of type float; a probability is an int or Fraction",
        ),
        (BadBet, "keeps_its_bound", "its card says at most 1/2"),
        (Forgets, "predict_changes_nothing", "predict changes it"),
    ],
)
def test_broken_learners_fail_their_check(learner: object, check: str, reason: str) -> None:
    failed = {result.name: result.reason for result in check_learner(learner) if result.status == "failed"}
    assert reason in failed[check]
