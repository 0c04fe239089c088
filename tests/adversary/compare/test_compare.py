"""Learners compared: every number rests on a judged game, and on small classes it is the worst case."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from conftest import ROOT

from adversary.compare import margin_search
from adversary.compare.compare import compare
from adversary.compare.margin_search import ANY_NUMBER, explained_at, margin_games
from adversary.game.judge import judge_file
from adversary.game.result import identity
from adversary.search.games.game import HalfspaceGame, Trial, seeded
from adversary.search.games.halfspace_games import unit_spaces
from adversary.search.grader import Grader
from adversary.search.worst_case import worst_case
from adversary.strategies.options import read_margins
from adversary.views.terminal.comparison_table import mistakes_text
from learners.algorithms.averaging import Averaging
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.runner.clock import CutShort, Stopwatch
from learners.runner.runner import LocalRunner
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import basis_vector, vector
from proofs.formats.trace import Round, read_rounds
from proofs.settings import Halfspaces

pytestmark = pytest.mark.usefixtures("two_replays", "local_learners")

PLENTY = 3600.0
"""Seconds that no search in these tests needs."""

STUDENT = ROOT / "examples" / "student.py"


@pytest.mark.parametrize("learner", ["halving", "soa", "first-consistent", "weighted-majority", "memorizer"])
@pytest.mark.parametrize("name", ["thresholds:3", "singletons:3", "cube:2"])
def test_on_a_small_class_the_number_is_the_worst_case(learner: str, name: str) -> None:
    table = find_class(name)
    (cell,) = compare([learner], classes=[table]).cells
    assert cell.exact
    worst = worst_case(learner, table).at_most
    assert worst is not None
    assert cell.mistakes == worst
    assert cell.lower is not None
    assert worst >= cell.lower


def test_margins_from_the_theorems_and_by_a_search(tmp_path: Path) -> None:
    learners = ["perceptron", "averaging", "always-plus", str(STUDENT)]
    found = compare(learners, [Fraction(1, 9), Fraction(1, 4)], traces=tmp_path, seconds=PLENTY)
    assert [cell.size for cell in found.cells] == [4] * 4 + [9] * 4  # from the largest margin down
    assert found.settled
    for number, cell in enumerate(found.cells, 1):
        assert cell.lower == cell.size
        assert isinstance(cell.mistakes, int)
        assert cell.mistakes >= cell.size
        verdict = judge_file(tmp_path / f"{number}.jsonl")
        assert (verdict.valid, verdict.mistakes, verdict.rounds) == (True, cell.mistakes, cell.rounds)
        assert {"statement": "run bound", "mistakes": cell.mistakes} in verdict.statements
        rounds = read_rounds(tmp_path / f"{number}.jsonl")
        assert sum(predicted != label for _, predicted, label in rounds) == cell.mistakes
    perceptron, averaging, plus, student = found.cells[4:]
    assert (perceptron.tight, perceptron.exact, perceptron.search) == (True, True, "not needed")
    assert averaging.mistakes is not None
    assert averaging.mistakes > 9
    assert (averaging.upper, averaging.tight, averaging.attained, averaging.exact) == (None, None, None, False)
    assert plus.at_limit
    assert (student.mistakes, student.search, student.upper) == (9, "complete", None)
    again = compare(learners, [Fraction(1, 4)], traces=tmp_path, seconds=PLENTY)
    assert again.to_json()["cells"] == found.to_json()["cells"][:4]


@pytest.mark.parametrize(("learner", "mistakes"), [("averaged-perceptron", 11), ("balanced-winnow", 9)])
def test_the_widest_game_goes_on_while_the_margin_is_large_enough(learner: str, mistakes: int) -> None:
    (corners,) = [
        space
        for space in unit_spaces(ANY_NUMBER)
        if space.name.startswith("corners of the") and space.setting.dimension == 4
    ]
    margin_squared = Fraction(1, 400)
    trial, runner = Trial(corners.at(Halfspaces(4, margin_squared))), LocalRunner(find(learner))
    game = trial.game(
        partial(
            margin_search.widest,
            random=seeded(0, corners.name, margin_squared),
            rounds=60,
            margin_squared=margin_squared,
        )
    )
    turn = next(game)
    with contextlib.suppress(StopIteration):
        while True:
            turn = game.send(runner.turn(turn))
    assert sum(played.wrong for played in trial.played) == mistakes


def test_a_learner_forfeits_its_own_cells_alone(learner_file: Callable[..., str]) -> None:
    bad = learner_file("return 0")
    found = compare([bad, "perceptron", "halving"], [Fraction(1, 4)], [find_class("cube:2")])
    assert [cell.fault is not None for cell in found.cells] == [True, False, False] * 2
    assert [cell.plays for cell in found.cells[:3]] == [True, True, False]
    assert found.cells[0].mistakes is None
    assert found.cells[2].note is not None
    assert "does not play this setting" in found.cells[2].note
    assert not found.settled
    assert "forfeit" in found._repr_html_()


def test_learners_of_one_name_have_their_own_games() -> None:
    def make(of: type[Perceptron]) -> type[Perceptron]:
        class Same(of):  # type: ignore[misc, valid-type]
            pass

        return Same

    found = compare([make(Averaging), make(Perceptron)], [Fraction(1, 9)], seconds=PLENTY)
    assert found.learners[0] == found.learners[1]
    averaging, perceptron = found.cells
    assert (averaging.mistakes, averaging.note, perceptron.note) == (20, None, None)
    assert perceptron.mistakes == 9


def test_classes_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two classes are called cube:2"):
        compare(["halving"], classes=[find_class("cube:2"), find_class("cube:2")])


MARGINS = [Fraction(1, 9), Fraction(1, 10)]
"""Where games are made by a test, a class is compared: it plays in this process."""


def test_a_game_at_a_larger_margin_counts_where_there_is_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margin_search, "MAX_SEARCHED", 9)
    first, second = compare([Averaging], MARGINS, seconds=PLENTY).cells
    assert (first.search, second.search, second.games) == ("complete", "none", 1)
    assert second.mistakes == first.mistakes == 20
    assert (mistakes_text(second), mistakes_text(replace(second, at_limit=False))) == ("≥ 20", "≥ 20")


@pytest.mark.parametrize("cut", MARGINS)
def test_a_search_that_is_cut_short_forgets_nothing(monkeypatch: pytest.MonkeyPatch, cut: Fraction) -> None:
    def games(setting: Halfspaces, seed: int) -> Iterator[HalfspaceGame]:
        yield from islice(margin_games(setting, seed), 8 if setting.margin_squared == cut else None)
        if setting.margin_squared == cut:
            raise CutShort

    monkeypatch.setattr(margin_search, "margin_games", games)
    first, second = compare([Averaging], MARGINS, seconds=PLENTY).cells
    assert first.mistakes is not None
    assert second.mistakes is not None
    assert second.mistakes >= first.mistakes >= 20
    assert (first.search == "cut short", second.search) == (cut == MARGINS[0], "cut short")  # it may have missed a game


def test_time_counts_that_is_spent_on_making_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def games(setting: Halfspaces, seed: int) -> Iterator[HalfspaceGame]:
        for game in margin_games(setting, seed):
            monkeypatch.setattr(Stopwatch, "left", 0.0)
            yield game

    monkeypatch.setattr(margin_search, "margin_games", games)
    monkeypatch.setattr(Grader, "play", None)  # no game is begun
    (cell,) = compare(["averaging"], [Fraction(1, 9)], seconds=PLENTY).cells
    assert (cell.mistakes, cell.search, mistakes_text(cell)) == (9, "cut short", "≥ 9")


def test_each_game_is_told() -> None:
    told: list[str] = []
    (cell,) = compare(
        ["averaging"], [Fraction(1, 4)], seconds=PLENTY, progress=lambda _done, _all, what: told.append(what)
    ).cells
    assert told == ["", "averaging", "averaging: 1 game", *[f"averaging: {n} games" for n in range(2, cell.games + 1)]]


def test_no_trace_stays_that_no_cell_rests_on(learner_file: Callable[..., str], tmp_path: Path) -> None:
    traces = tmp_path / "traces"
    traces.mkdir()
    bad = learner_file("return 1 if len([v for v in x if v]) == 1 else 0")
    (cell,) = compare([bad], [Fraction(1, 4)], traces=traces, seconds=PLENTY).cells
    assert (cell.fault is not None, cell.games > 1, cell.trace) == (True, True, None)
    assert not [*traces.iterdir()]


def test_where_nobody_plays_there_is_nothing_to_compare() -> None:
    with pytest.raises(InputError, match="does not play this setting: it sees numbers of points"):
        compare(["halving", "soa"], [Fraction(1, 4)])


def test_a_learner_that_can_be_led_for_ever() -> None:
    (cell,) = compare(["always-plus"], classes=[find_class("thresholds:3")]).cells
    assert (cell.unbounded, cell.exact, cell.search) == (True, False, "complete")
    (cell,) = compare(["randomized-halving"], classes=[find_class("thresholds:3")]).cells
    assert (cell.mistakes, cell.upper, cell.lower, cell.attained) == (Fraction(13, 12), Fraction(13, 12), None, True)


OWN = """
from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, unit_points


class Mine(Perceptron):
    card = Card(summary="mine", sees="exact", mistake_bound=lambda setting: (unit_points(setting) or 0) // 2)
"""


def test_the_card_of_a_file_is_its_word(learner_file: Callable[..., str]) -> None:
    (cell,) = compare([learner_file(OWN)], [Fraction(1, 9)]).cells
    assert (cell.upper, cell.upper_is_word, cell.tight, cell.refuted) == (4, True, None, True)


def test_a_target_is_found_where_there_is_one() -> None:
    basis = [Round(basis_vector(index), 1, -1) for index in range(4)]
    target = explained_at(Fraction(1, 4), basis)
    assert target is not None
    assert target.norm_squared() == 1
    assert [target.margin_squared(basis_vector(index), -1) for index in range(4)] == [Fraction(1, 4)] * 4
    assert explained_at(Fraction(26, 100), basis) is None
    far = [*basis[:1], Round(vector([(0, Fraction(3, 5)), (1, Fraction(4, 5))]), 1, 1)]
    best = explained_at(Fraction(1, 25), far)  # Σ yx gives the first point the wrong margin, or less than it could be
    assert best is not None
    assert explained_at(Fraction(1, 100), [*basis, Round(basis_vector(0), 1, 1)]) is None
    opposite = [Round(vector([(0, Fraction(sign))]), 1, -1) for sign in (1, -1)]
    assert explained_at(Fraction(1, 100), opposite) is None  # Σ yx is 0


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("1/3..1/6", [9, 16, 25, 36]),
        ("1/5..1/3", [25, 16, 9]),
        ("1/3", [9]),
        ("1/2, 1/sqrt(7),1/2..1/3", [4, 7, 9]),
    ],
)
def test_margins_are_read(text: str, squares: list[int]) -> None:
    assert read_margins(text) == [Fraction(1, square) for square in squares]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1/3..2/9", "is not a range of margins: write unit fractions at its ends"),
        ("1/3..", "is not a range of margins"),
        ("1/2..1/999", "998 margins, and at most 200 are compared"),
        ("1/3,,1/4", "is not a margin|is not a rational|empty|''"),
        ("0..1/3", "is not a range"),
        ("-1/3", "above 0|not a"),
        ("1/3..1/9999999999999", "is not a range"),
    ],
)
def test_margins_that_are_none(text: str, line: str) -> None:
    with pytest.raises(InputError, match=line):
        read_margins(text)


def test_json_is_plain() -> None:
    found = compare(["perceptron"], [Fraction(1, 4)], seconds=7, seed=3).to_json()
    assert json.loads(json.dumps(found)) == found
    assert (found["seconds"], found["seed"], found["json_version"]) == (7, 3, 1)
    assert found["version"] == identity()["version"]
    (cell,) = found["cells"]
    assert (cell["margin_squared"], cell["mistakes"], cell["lower"], cell["upper"], cell["tight"]) == (
        "1/4",
        4,
        4,
        4,
        True,
    )


def test_of_a_file_the_number_is_a_lower_bound_alone() -> None:
    table = find_class("intervals:5")
    (cell,) = compare([str(ROOT / "examples" / "student_halving.py")], classes=[table], seconds=PLENTY).cells
    assert (cell.exact, cell.at_most, cell.states) == (False, None, None)
    assert isinstance(cell.mistakes, int)
    assert 3 <= cell.mistakes <= len(cell.sequence)
    concept = table.concept_names.index(cell.target) if table.concept_names and cell.target else -1
    assert all(table.label(concept, table.point_names.index(x)) == y for x, y, _ in cell.sequence)


@pytest.mark.parametrize(("learner", "number"), [("weighted-majority", 5), ("soa", 4), ("memorizer", 5)])
def test_lies_make_more_mistakes_and_are_shown(learner: str, number: int) -> None:
    (cell,) = compare([learner], classes=[find_class("thresholds:3")], lies=1).cells
    assert (cell.mistakes, cell.exact, cell.lower, cell.place) == (number, True, 4, "thresholds:3 with at most 1 lie")
    assert sum(lie for _, _, lie in cell.sequence) <= 1


def test_a_cycle_may_be_repeated_for_ever() -> None:
    (cell,) = compare(["halving"], classes=[find_class("thresholds:3")], lies=1).cells
    assert (cell.unbounded, cell.exact, cell.at_most, mistakes_text(cell)) == (True, False, None, "∞")
    shown = cell.to_json()
    assert (shown["sequence"], shown["cycle"], shown["target"]) == ([["1", 1], ["2", -1]], [["1", -1]], "x ≤ 0")


@pytest.mark.full
def test_of_a_program_the_lies_are_searched_for() -> None:
    (cell,) = compare(
        [f"exec:{ROOT}/examples/learner_in_sh"], classes=[find_class("thresholds:1")], lies=1, seconds=2
    ).cells
    assert (cell.exact, cell.at_most) == (False, None)
    assert isinstance(cell.mistakes, int)
    assert cell.mistakes >= 3


def test_updates_are_counted_on_classes() -> None:
    table = find_class("halfspaces:1")
    (cell,) = compare(["homogeneous:perceptron-ties"], classes=[table], count="updates").cells
    assert (cell.updates, cell.mistakes, cell.at_most, mistakes_text(cell)) == (5, None, 5, "= 5")
    found = compare(["homogeneous:perceptron-ties"], classes=[table], count="updates", states=3)
    assert (found.cells[0].search, found.settled, mistakes_text(found.cells[0])[0]) == ("cut short", False, "≥")
    with pytest.raises(InputError, match="in a process of its own, where its states cannot be seen"):
        compare([str(STUDENT)], classes=[table], count="updates")
    with pytest.raises(InputError, match="leave out the margins"):
        compare(["perceptron"], [Fraction(1, 4)], count="updates")
    with pytest.raises(InputError, match="unknown count 'mistake'; did you mean 'mistakes'"):
        compare(["soa"], classes=[table], count="mistake")  # type: ignore[arg-type]


def test_states_are_a_budget() -> None:
    (cell,) = compare(["first-consistent"], classes=[find_class("halfspaces:2")], states=3).cells
    assert (cell.search, cell.exact, cell.at_most, cell.note) == ("cut short", False, 13, "3 states did not suffice")


# ------------------------------------------------------------------------------------------------ small dimension


def test_in_space_the_perceptron_errs_more_often_than_cone_halving(tmp_path: Path) -> None:
    squares = [Fraction(1, 9), Fraction(1, 25)]
    found = compare(["perceptron", "cone-halving"], squares, dimension=3, traces=tmp_path, seconds=PLENTY)
    assert found.settled
    assert [cell.place for cell in found.cells[::2]] == ["δ² = 1/9, d = 3", "δ² = 1/25, d = 3"]
    assert [(cell.lower, cell.upper) for cell in found.cells] == [(4, 9), (4, 4), (6, 25), (6, 6)]
    assert [cell.mistakes for cell in found.cells] == [8, 4, 23, 6]
    assert [cell.exact for cell in found.cells] == [False, True] * 2
    for number in range(1, 5):
        verdict = judge_file(tmp_path / f"{number}.jsonl")
        assert (verdict.valid, verdict.setting.dimension) == (True, 3)
        assert verdict.mistakes == found.cells[number - 1].mistakes
    assert [cell["dimension"] for cell in found.to_json()["cells"]] == [3] * 4


def test_in_the_plane_it_swings_from_one_end_to_the_other() -> None:
    found = compare(["perceptron", "cone-halving"], [Fraction(1, 25)], dimension=2, seconds=PLENTY)
    assert [(cell.lower, cell.mistakes, cell.upper) for cell in found.cells] == [(3, 9, 25), (3, 3, 3)]


def test_a_dimension_that_does_not_limit_anything_changes_nothing() -> None:
    with_it, without = (compare(["cone-halving"], [Fraction(1, 3)], dimension=d) for d in (5, None))
    assert with_it == without
    assert with_it.cells[0].mistakes == 3
    assert with_it.to_json()["cells"][0]["dimension"] is None


def test_what_does_not_play_in_the_dimension_has_a_cell_that_says_so() -> None:
    found = compare(["perceptron", "cone-halving"], [Fraction(1, 9)], dimension=4, seconds=PLENTY)
    assert found.cells[1].note == "does not play this setting: cone-halving plays in dimension 1 to 3, not 4"
    for wrong, says in ((0, "at least 1"), (3, "for games with a margin")):
        with pytest.raises(InputError, match=says):
            compare(["perceptron"], [Fraction(1, 9)] * (not wrong), [find_class("cube:2")], dimension=wrong)
