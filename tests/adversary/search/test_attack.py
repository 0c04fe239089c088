"""Attacks on claimed bounds: false ones fall to a small exact game, true ones do not, and nothing is said to hold."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import log2
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searches import ends_after

from adversary.game.judge import judge_file
from adversary.search import beam
from adversary.search.attack import Attack, _games, attack
from adversary.search.beam import Beam
from adversary.search.counterexample import paragraph
from adversary.search.spaces.classes import class_space
from adversary.search.spaces.halfspaces import float_margin_squared, halfspace_space
from adversary.search.spaces.pools import circle, directions, grid, signed
from adversary.search.spaces.registry import SearchSpace
from adversary.views.cells import render
from adversary.views.game.files import view_file
from adversary.views.terminal.grade_table import attack_table
from learners.loading.sources import find
from learners.protocol import Label, opposite
from learners.runner.clock import CutShort, Stopwatch
from learners.runner.runner import LocalRunner
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import Round

pytestmark = pytest.mark.usefixtures("local_learners")

attacked = partial(attack, isolation="plain")
Rounds = tuple[tuple[int, int], ...]


def smallest(found: Attack, bound: str, rounds: int) -> dict[str, Any]:
    """Return the counterexample, after a look at the whole answer."""
    plain: dict[str, Any] = json.loads(json.dumps(found.to_json()))
    game: dict[str, Any] = plain["counterexample"]
    assert (plain["verdict"], plain["bound"], plain["problem"]) == ("refuted", bound, None)
    assert (len(game["rounds"]), game["minimal"], game["why"], game["before"]) == (rounds, True, "mistakes", [])
    wrong = sum(entry["predicted"] != entry["label"] for entry in game["rounds"])
    assert wrong == game["mistakes"] > game["allowed"]
    assert game["statements"] == [{"statement": "realizable"}, {"statement": "run bound", "mistakes": wrong}]
    assert plain["games"] >= 1
    assert plain["rounds"] >= rounds
    assert found.isolation
    return game


def littlestone(rows: frozenset[str]) -> int:
    """Return the Littlestone dimension by its definition."""
    parts = [[frozenset(row for row in rows if row[x] == sign) for sign in "+-"] for x in range(len(min(rows)))]
    return max([1 + min(map(littlestone, pair)) for pair in parts if all(pair)], default=0)


FALSE = [
    ("perceptron", "R2/gamma2 - 1", None, 1),  # one point: γ² = R², and it errs where the label is −1
    ("perceptron", "1/delta2 - 1", None, 1),
    ("perceptron", "M*gamma2 <= R2 - 1/2", None, 1),
    ("perceptron", "M*gamma2 < R2", None, 1),
    ("perceptron", "min(d, 1/gamma2)", None, 3),  # in the plane
    ("always-plus", "T/2", None, 1),
    ("halving", "floor(log2(C)) - 1", None, 1),
    ("halving", "2*log2(C)/3", "thresholds:7", 3),  # 2 allowed, and Halving makes 3 of them in binary search
    ("soa", "L - 1", None, 1),
    ("soa", "L - 1", "intervals:4", 3),
    ("first-consistent", "floor(log2(C))", "singletons:4", 2),
    ("perceptron", "floor(log2(C))", "thresholds:3", 3),
]  # fmt: skip


@pytest.mark.parametrize(("learner", "bound", "name", "rounds"), FALSE)
def test_a_false_bound_falls_to_a_smallest_game(
    learner: str, bound: str, name: str | None, rounds: int, tmp_path: Path
) -> None:
    path = tmp_path / "trace.jsonl"
    found = attacked(learner, bound, concept_class=name, seconds=20, output=path)
    game = smallest(found, bound, rounds)
    verdict = judge_file(path)
    assert (verdict.valid, verdict.rounds, verdict.mistakes) == (True, rounds, game["mistakes"])
    assert verdict.statements == game["statements"]
    if game["setting"]["setting"] == "finite":
        rows = frozenset(game["setting"]["concepts"])
        values = {"C": len(rows), "n": game["setting"]["points"], "T": rounds, "L": littlestone(rows)}
        values |= {"M": game["mistakes"]}
    else:
        assert found.counterexample is not None
        sample = [(entry.x, int(entry.label)) for entry in found.counterexample.rounds if isinstance(entry.x, Vector)]
        best = best_margin(sample)
        assert isinstance(best, Separable)
        norm = max(x.norm_squared() for x, _ in sample)
        values = {"gamma2": best.margin_squared, "R2": norm, "d": game["setting"]["dimension"], "T": rounds}
        values |= {"M": game["mistakes"]} | ({"delta2": best.margin_squared} if game["setting"]["unit_norm"] else {})
    assert not read_bound(bound).holds(values)


def test_no_class_is_shrunk_to_where_no_learner_keeps_the_bound() -> None:
    found = attacked("perceptron", "C - 14", concept_class="thresholds:15", seconds=20).counterexample
    assert found is not None
    assert (found.allowed, len(found.rounds)) == (2, 3)


def test_a_bound_below_0_is_said_to_be_kept_by_no_learner() -> None:
    found = attacked("perceptron", "R2/gamma2 - 3", seconds=20).counterexample
    assert found is not None
    assert found.allowed == -1
    assert "1 mistake, and the bound does not even allow 0, so no learner keeps it: " in paragraph(found)


def test_a_bound_on_unit_points_is_attacked_on_them_alone() -> None:
    for bound, alone in (("1/delta2", True), ("1/gamma2", False)):
        spaces, games = _games(read_bound(bound), None, 0, finite=False)
        points = {x for space in (*spaces, *[game.space for game in games]) for x in space.pool}
        assert ({x.norm_squared() for x in points if isinstance(x, Vector)} == {1}) == alone


# A learner that is wrong in its own way on every class, and yet consistent: what it says depends on a hash.
CHANCE = """
from zlib import crc32

class Learner:
    def __init__(self, concepts): self.told, self.rows = {{}}, concepts.tolist()
    def predict(self, x):
        left = {{row[x] for row in self.rows if all(row[a] == y for a, y in self.told.items())}}
        return left.pop() if len(left) == 1 else 2 * (crc32(repr(({seed}, sorted(self.told.items()), x)).encode()) % 2) - 1
    def update(self, x, y): self.told[x] = y
"""


def most_mistakes(table: ConceptClass, seed: int) -> int:
    """Return the most mistakes of such a learner, over all games: a point that was shown before costs nothing."""
    rows = [[table.label(concept, x) for x in range(table.points)] for concept in range(table.size)]

    def most(told: frozenset[tuple[int, int]]) -> int:
        best, left = 0, [row for row in rows if all(row[a] == y for a, y in told)]
        for x in set(range(table.points)) - {a for a, _ in told}:
            said = 2 * (crc32(repr((seed, sorted(told), x)).encode()) % 2) - 1
            labels = {row[x] for row in left}
            for label in labels:
                best = max(best, (len(labels) == 2 and label != said) + most(told | {(x, label)}))
        return best

    return most(frozenset())


@pytest.mark.parametrize("seed", range(2))
def test_it_finds_the_most_mistakes_of_any_learner(seed: int, learner_file: Callable[..., str]) -> None:
    random = Random(seed)
    table = class_of_rows(f"class {seed}", sorted({random.getrandbits(4) for _ in range(8)}), list("abcd"))
    most = most_mistakes(table, seed)
    assert most >= 2
    text = CHANCE.format(seed=seed)
    assert attacked(learner_file(text), str(most - 1), concept_class=table, seconds=10).verdict == "refuted"
    assert (
        attacked(learner_file(text), str(most), concept_class=table, progress=ends_after(60)).verdict == "not refuted"
    )


TRUE = [("perceptron", "R2/gamma2", 60), ("soa", "L", 300)]
"""Each with a number of reports: after it, some spaces have been searched."""


@pytest.mark.parametrize(("learner", "bound", "reports"), TRUE)
def test_a_true_bound_is_not_refuted_and_never_said_to_hold(learner: str, bound: str, reports: int) -> None:
    said, cut = list[str](), ends_after(reports)

    def progress(what: str, seconds: float) -> None:
        said.append(what)
        cut(what, seconds)

    found = attacked(learner, bound, progress=progress)
    plain = json.loads(json.dumps(found.to_json()))
    assert (plain["verdict"], plain["counterexample"], plain["problem"]) == ("not refuted", None, None)
    assert plain["games"] > 10
    assert plain["rounds"] > plain["games"]
    everything = " ".join([*said, json.dumps(plain | {"learner": ""}), found._repr_html_()]).lower()
    assert not re.search(r"\b(holds|proves?|proved|proven|verified|true|correct)\b", everything)


@pytest.mark.parametrize(
    ("learner", "bound", "name", "words"),
    [
        ("perceptron", "C/gamma2", None, "the bound names gamma2, which a finite class does not have"),
        ("perceptron", "R2/delta2", "thresholds:3", "the bound names R2, delta2, which a finite class does not have"),
        ("halving", "R2/gamma2", None, "the bound names R2, gamma2, which a finite class does not have"),
        ("perceptron", "gama2", None, "unknown name 'gama2'"),
        ("perceptron", "1/q", None, "unknown name 'q'"),
        ("halving", "k", "thresholds:3", "k counts variables, so the points of the class should be vectors of 0 and 1"),
        ("perceptron", "M >= R2/gamma2", None, "M >= R2/gamma2 bounds mistakes from below, which no game refutes"),
        ("randomized-halving", "L", "thresholds:3", "randomized-halving is randomized, and an attack counts mistakes"),
        ("perceptron", "M", None, "M may stand only in a comparison"),
        ("percepton", "1/gamma2", None, "unknown learner"),
        ("halving", "C", "threshold:3", "thresholds"),
    ],
)
def test_what_cannot_be_attacked_is_said_in_a_line(learner: str, bound: str, name: str | None, words: str) -> None:
    with pytest.raises(InputError) as caught:
        attacked(learner, bound, concept_class=name, seconds=5)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_learner_that_tosses_coins_without_a_card_is_not_attacked_either(learner_file: Callable[..., str]) -> None:
    class Coin:
        probability = update = lambda self, *_: 1

    text = "class L:\n    def probability(self, x): return 1\n    def update(self, x, y): pass\n"
    for learner, name, best in ((Coin, None, "value -d 2"), (learner_file(text), "thresholds:3", "dimension")):
        with pytest.raises(InputError, match=rf" is randomized, and an attack .* `adversary {best}` those of the best"):
            attacked(learner, "M <= 5", concept_class=name, seconds=5)


def test_a_bound_need_not_be_defined_on_our_smallest_classes() -> None:
    assert attacked("halving", "4/log2(C) + 9", progress=ends_after(60)).verdict == "not refuted"


@pytest.mark.full
def test_an_attack_names_the_call_that_took_its_seconds(learner_file: Callable[..., str]) -> None:
    file = learner_file(
        "class L:\n    def predict(self, x):\n        while True: pass\n    def update(self, x, y): pass\n"
    )
    found = attacked(file, "R2/gamma2", seconds=2)
    said = "no game ended in 2 s, and predict was slow or gave no answer: give more with --seconds"
    assert (found.verdict, found.problem) == ("error", said)


@pytest.mark.full
def test_an_attack_takes_the_seconds_that_it_is_given() -> None:
    found = attacked("halving", "log2(C)", concept_class="thresholds:3", seconds=4)
    assert (found.verdict, found.problem) == ("not refuted", None)
    assert found.seconds > 2.7  # the last quarter is for making a counterexample small


@pytest.mark.full
def test_the_same_seed_finds_the_same_game() -> None:
    games = [attacked("averaged-perceptron", "R2/gamma2", seconds=20, seed=5).counterexample for _ in range(2)]
    assert games[0] is not None
    assert games[0] == games[1]


# The Perceptron, except in dimension 25, where every answer is as good as another.
UNFAIR = """import os
class Learner:
    def __init__(self, dimension): self.w = 0
    def predict(self, x): return {} if len(x) == 25 else 1 if (self.w * x).sum() >= 0 else -1
    def update(self, x, y): self.w += y * x * (self.predict(x) != y)
"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("os.urandom(1)[0] % 2 * 2 - 1", "started again, it plays the same game differently"),
        ("hash(str(x)) % 2 * 2 - 1", "under another PYTHONHASHSEED it plays the same game differently"),
        ("1 / 0", "it forfeits: raised: predict raised ZeroDivisionError"),
    ],
)
def test_an_unfair_game_is_a_problem_and_no_refutation(
    answer: str, problem: str, learner_file: Callable[..., str]
) -> None:
    found = attacked(learner_file(UNFAIR.format(answer)), "R2/gamma2", seconds=60)
    assert (found.verdict, found.counterexample) == ("error", None)
    assert problem in (found.problem or "")


def test_an_attack_on_a_learner_that_forfeits_says_so(learner_file: Callable[..., str]) -> None:
    learner = learner_file("class L:\n    def predict(self, x): 1 / 0\n    def update(self, x, y): pass\n")
    found = attacked(learner, "L", concept_class="thresholds:3", progress=ends_after(60))
    assert (found.verdict, found.games) == ("error", 1)
    assert render(attack_table(found)).startswith("verdict  error: it forfeits: raised: predict raised ")
    found = attacked(learner_file("return False"), "L", concept_class="thresholds:3", progress=ends_after(60))
    assert (found.problem or "").endswith("a label is 1 or -1; only `adversary grade` finds out what 0 or False means")


class Watched(Beam):
    """A search that keeps the games that it has played."""

    def _viewed(self, games: list[beam.GameSoFar]) -> list[beam.GameSoFar]:
        self.__dict__.setdefault("seen", set()).update(game.rounds for game in games)
        return super()._viewed(games)


def searched(learner: str, space: SearchSpace, depth: int, width: int) -> tuple[Beam, set[Rounds]]:
    search = Watched(LocalRunner(find(learner)), space, Random(1), width)
    for _ in search.levels(depth, float("inf")):
        pass
    return search, search.__dict__["seen"]


def all_games(table: ConceptClass, rounds: int) -> Iterator[Rounds]:
    """Yield every realizable game of so many rounds."""
    steps = list(product(range(table.points), (1, -1)))
    for game in product(steps, repeat=rounds):
        if any(all(table.label(c, x) == y for x, y in game) for c in range(table.size)):
            yield game


@pytest.mark.parametrize("name", ["thresholds:3", "cube:2", "singletons:4"])
def test_exhaustive_means_that_all_games_were_played(name: str) -> None:
    table = find_class(name)
    search, seen = searched("halving", class_space(table, read_bound("floor(log2(C))")), depth=4, width=200)
    for rounds in range(search.exhaustive):  # the games of the last level are not played on
        assert {game for game in seen if len(game) == rounds} == set(all_games(table, rounds))
    assert seen <= {game for r in range(5) for game in all_games(table, r)}
    assert search.games == len(seen)
    assert search.rounds == sum(map(len, seen))
    assert search.exhaustive >= 2


def test_a_narrow_search_is_not_called_exhaustive() -> None:
    space = class_space(find_class("intervals:4"), read_bound("floor(log2(C))"))
    assert searched("halving", space, depth=3, width=3)[0].exhaustive == 0
    circles = halfspace_space("circle", signed(circle()), 2, read_bound("1/delta2"), directions(2, 300, 1))
    assert searched("perceptron", circles, depth=3, width=30)[0].exhaustive <= 1


@given(st.data(), st.integers(1, 4))
def test_the_margin_in_floats_is_the_exact_one(data: st.DataObject, dimension: int) -> None:
    coordinates = st.lists(st.fractions(-3, 3, max_denominator=7), min_size=dimension, max_size=dimension)
    points = data.draw(st.lists(coordinates.filter(any), min_size=1, max_size=6))
    sample = [(vector(enumerate(x)), data.draw(st.sampled_from([1, 1, 1, -1]))) for x in points]
    best, found = best_margin(sample), float_margin_squared([Round(x, 1, y) for x, y in sample])  # type: ignore[arg-type]
    exact = best.margin_squared / max(x.norm_squared() for x, _ in sample) if isinstance(best, Separable) else 0
    assert found == pytest.approx(float(exact), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("bound", ["floor(log2(C))", "L"])
@pytest.mark.parametrize("name", ["thresholds:4", "cube:3"])
def test_potentials_on_classes(name: str, bound: str) -> None:
    table, random = find_class(name), Random(name)
    space, rows = class_space(table, read_bound(bound)), frozenset(map(table.row_text, range(table.size)))
    worth = littlestone if bound == "L" else lambda space: log2(len(space))
    labels: list[Label] = [random.choice((1, -1)) for _ in range(table.points)]
    for rounds in range(4):
        game, state, concept = list[tuple[int, int]](), space.start(), random.randrange(table.size)
        for _ in range(rounds):
            x = random.randrange(table.points)
            game.append((x, table.label(concept, x)))
            state = space.after(state, x, 1 if game[-1][1] == 1 else -1, mistake=random.random() < 0.6)
        labelings = labels, [opposite(label) for label in labels]
        for labeling, potentials in zip(labelings, space.potentials(state, *labelings), strict=True):
            for x, found in enumerate(potentials):
                told = [*game, (x, labeling[x])]
                left = frozenset(row for row in rows if all(row[a] == "-+"[y > 0] for a, y in told))
                assert found == pytest.approx((state.mistakes + 1 + worth(left)) / worth(rows) if left else 0)


@pytest.mark.parametrize("told", [None, Fraction(1, 10), Fraction(7, 10)])
def test_potentials_of_halfspaces(told: Fraction | None) -> None:
    random, pool = Random(3), grid(2, 3)
    space = halfspace_space("grid", pool, 2, read_bound("R2/gamma2"), directions(2, 60, 1), told)
    space = replace(space, told=told is not None)
    targets, points = space.directions.tolist(), [[float(dict(x.entries).get(i, 0)) for i in (0, 1)] for x in pool]
    for rounds in range(4):
        game, state, u = list[int](), space.start(), random.choice(targets)
        signs: list[Label] = [1 if u[0] * a + u[1] * b > 0 else -1 for a, b in points]
        for _ in range(rounds):
            game.append(random.randrange(len(pool)))
            state = space.after(state, game[-1], signs[game[-1]], mistake=random.random() < 0.7)
        labelings = signs, [opposite(label) for label in signs]
        found = space.potentials(state, *labelings)
        for labeling, potentials in zip(labelings, found, strict=True):
            for x, potential in enumerate(potentials):
                seen = [(signs[n] * points[n][0], signs[n] * points[n][1]) for n in game]
                seen.append((labeling[x] * points[x][0], labeling[x] * points[x][1]))
                best = max(min(v[0] * a + v[1] * b for a, b in seen) for v in targets)
                squared = max(best, 0) ** 2 if told is None else told * (best > 0 and best**2 >= told)
                radius = max(a * a + b * b for a, b in seen)
                assert potential == pytest.approx(float((state.mistakes + 1) * squared / radius))


FLOATS = """import numpy as np
class Learner:
    def __init__(self, dimension): self.w = np.zeros(dimension, {})
    def predict(self, x): return 1 if (self.w * x).sum() >= {} else -1
    def update(self, x, y): self.w += y * x * (self.predict(x) != y)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("precision", "least", "bound", "verdict"),
    [
        ("float", "0", "1/delta2", "broken by rounding only"),
        ("float", "0", "floor(1/delta2)", "broken by rounding only"),
        ("float", "0", "(1/delta2)*(1 - 1/10**15)", "refuted"),  # exactly, on basis vectors
        ("float", "1e-6", "R2/gamma2", "refuted"),
        ("np.float32", "0", "1/delta2", "broken by rounding only"),
    ],
)
def test_a_right_learner_of_floats_is_not_refuted(  # noqa: PLR0913, PLR0917 - four of them are a case
    precision: str, least: str, bound: str, verdict: str, learner_file: Callable[..., str], tmp_path: Path
) -> None:
    def progress(what: str, _seconds: float) -> None:
        if "60 games wide" in what:  # every space has been searched once
            raise CutShort

    file = learner_file(FLOATS.format(precision, least))
    found = attacked(file, bound, seconds=3600, progress=progress)
    assert found.verdict == found.to_json()["verdict"] == verdict
    game = found.to_json()["counterexample"]
    delta2 = Fraction(game["setting"]["margin_squared"])
    assert found.counterexample is not None
    radius = max(entry.x.norm_squared() for entry in found.counterexample.rounds if isinstance(entry.x, Vector))
    assert not read_bound(bound).holds({"M": game["mistakes"], "delta2": delta2, "gamma2": delta2, "R2": radius})
    (tmp_path / "attack.json").write_text(json.dumps(found.to_json()))
    by = " by rounding only" if verdict != "refuted" else ""
    assert view_file(tmp_path / "attack.json", 60).title.endswith(f" breaks the bound{by}")
    if verdict != "refuted":
        assert "with the points of this game moved a little, the learner keeps the bound" in str(found.note)
        assert found.games > 1_000  # it went on


@pytest.mark.long
def test_shrinking_is_part_of_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    ends, extend = list[float](), Stopwatch.extend

    def noted(self: Stopwatch, seconds: float) -> None:
        ends.append(self.spent + seconds)
        extend(self, seconds)

    monkeypatch.setattr(Stopwatch, "extend", noted)
    found = attacked("averaged-perceptron", "1/delta2", seconds=40).counterexample
    assert found is not None
    assert {entry.x.norm_squared() for entry in found.rounds if isinstance(entry.x, Vector)} == {1}
    assert ends
    assert max(ends) < 40 + 1  # what passes between two lines of code


def test_a_learner_of_small_dimension_is_attacked_there() -> None:
    found = attacked("cone-halving", "1/delta2", progress=ends_after(40))
    assert (found.verdict, found.problem) == ("not refuted", None)
    assert found.note == "only games in dimension 1 to 3, where its card says that it plays"
    assert found.games > 10
    assert found.tightest is not None
    assert found.tightest.game.setting.dimension <= 3
    assert attacked("cone-halving", "log2(1/delta2)", progress=ends_after(40)).verdict == "refuted"
    with pytest.raises(InputError, match="cone-halving plays in dimension 1 to 3 alone"):
        attacked("cone-halving", "L", concept_class=find_class("cube:4"))
