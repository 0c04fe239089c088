"""The worst game of a learner: every number rests on a judged game, and on small classes it is the worst case."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import ROOT

from adversary.game.judge import judge_file
from adversary.search.games.game import HalfspaceGame, Trial, seeded
from adversary.search.games.halfspace_games import unit_spaces
from adversary.search.grader import Grader
from adversary.search.worst_case import worst_case
from adversary.strategies.options import read_margins
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Where
from adversary.tournaments import margin_search
from adversary.tournaments.cell import Tournament
from adversary.tournaments.margin_search import explained_at, margin_games
from adversary.tournaments.run import run_tournament, write_results
from adversary.tournaments.specification import TournamentSpecification
from adversary.views.cells import render
from adversary.views.terminal.tournament_table import mistakes_text, titles_of, tournament_table
from learners.algorithms.perceptron import averaging
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


def compare(learners: Sequence[Any], margins: Sequence[Fraction] = (), **options: Any) -> Tournament:
    """Search for the worst games of learners, which may be classes, in settings with a margin or on classes."""
    named = tuple(learner if isinstance(learner, str) else find(learner) for learner in learners)
    options["classes"] = tuple(options.get("classes", ()))
    return run_tournament(TournamentSpecification(named, tuple(margins), **{"seconds": PLENTY} | options), Where(1))


@pytest.mark.parametrize("learner", ["halving", "soa", "first-consistent", "weighted-majority", "memorizer"])
@pytest.mark.parametrize("name", ["thresholds:3", "singletons:3", "cube:2"])
def test_on_a_small_class_the_number_is_the_worst_case(learner: str, name: str) -> None:
    table = find_class(name)
    (cell,) = compare([learner], classes=[table]).cells
    assert cell.exact
    worst = worst_case(learner, table).at_most
    assert worst is not None
    assert cell.mistakes == worst
    assert isinstance(cell.lower, int)
    assert isinstance(worst, int)
    assert worst >= cell.lower


@pytest.mark.full
def test_margins_from_the_theorems_and_by_a_search(tmp_path: Path) -> None:
    learners = ["perceptron", "averaging", "always-plus", str(STUDENT)]
    tournament = compare(learners, [Fraction(1, 4), Fraction(1, 9)])
    write_results(tmp_path, tournament)
    assert tournament.settled
    for number, cell in enumerate(tournament.cells):
        assert cell.lower == cell.bound == (4 if number < 4 else 9)
        assert isinstance(cell.mistakes, int)
        assert isinstance(cell.lower, int)
        assert cell.mistakes >= cell.lower
        verdict = judge_file(tmp_path / str(cell.trace))
        assert (verdict.valid, verdict.mistakes, verdict.rounds) == (True, cell.mistakes, cell.rounds)
        assert {"statement": "run bound", "mistakes": cell.mistakes} in verdict.statements
        rounds = read_rounds(tmp_path / str(cell.trace))
        assert sum(predicted != label for _, predicted, label in rounds) == cell.mistakes
    perceptron, averaging, plus, student = tournament.cells[4:]
    assert (perceptron.tight, perceptron.exact, perceptron.search) == (True, True, "not needed")
    assert averaging.mistakes is not None
    assert averaging.mistakes > 9
    assert (averaging.upper, averaging.tight, averaging.attained, averaging.exact) == (None, None, None, False)
    assert plus.at_limit
    assert (student.mistakes, student.search, student.upper) == (9, "complete", None)
    again = compare(learners, [Fraction(1, 4)])
    assert again.cells == tournament.cells[:4]
    assert again.to_json()["cells"] == json.loads(json.dumps(again.to_json()["cells"]))


def test_a_learner_forfeits_its_own_cells_alone(learner_file: Callable[..., str]) -> None:
    bad = learner_file("return 0")
    tournament = compare([bad, "perceptron", "halving"], [Fraction(1, 4)], classes=[find_class("cube:2")])
    ends = [(cell.learner == bad, cell.setting, cell.termination, cell.mistakes) for cell in tournament.cells]
    assert ends == [
        (True, "halfspaces", "forfeit", None),
        (False, "halfspaces", "finished", 4),
        (True, "finite", "forfeit", None),
        *[(False, "finite", "finished", number) for number in (2, 2)],
    ]
    (unfit,) = tournament.unfit
    assert (unfit.learner, unfit.reason) == ("halving", "it sees numbers of points")
    assert tournament.settled, "a forfeit is a result"
    assert "forfeit" in tournament._repr_html_()


@pytest.mark.parametrize(("answer", "mistakes"), [("Fraction(1, 2)", Fraction(2)), ("2", None)])
def test_of_a_randomized_learner_nothing_is_said_that_is_about_others(
    answer: str, mistakes: Fraction | None, learner_file: Callable[..., str]
) -> None:
    text = (
        "from fractions import Fraction\nclass L:\n"
        f"    def probability(self, x): return {answer}\n    def update(self, x, y): pass\n"
    )
    (cell,) = compare([learner_file(text)], [Fraction(1, 4)]).cells
    assert (cell.mistakes, cell.lower, cell.search) == (mistakes, None, "none")
    (given,) = compare([learner_file(text)], [Fraction(1, 4)], against=("standard-basis",)).cells
    assert (given.mistakes, given.lower) == (mistakes, None)
    assert compare([learner_file(text)], [Fraction(1, 4)]).settled == (mistakes is not None), "of forfeits alone"


def test_a_search_that_is_cut_short_keeps_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where games are made by a test, a class is compared: it plays in this process, in all tests."""

    def games(setting: Halfspaces, seed: int) -> Iterator[HalfspaceGame]:
        yield from islice(margin_games(setting, seed), 8)
        raise CutShort

    (whole,) = compare([averaging], [Fraction(1, 9)]).cells
    monkeypatch.setattr(margin_search, "margin_games", games)
    (cell,) = compare([averaging], [Fraction(1, 9)]).cells
    assert (cell.mistakes, cell.search, cell.certified) == (whole.mistakes, "cut short", True)


def test_where_there_is_no_search_the_number_is_that_of_the_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(margin_search, "MAX_SEARCHED", 8)
    (cell,) = compare([averaging], [Fraction(1, 9)]).cells
    assert (cell.mistakes, cell.search, cell.games) == (9, "none", 1)
    assert (mistakes_text(cell), mistakes_text(replace(cell, at_limit=True))) == ("≥ 9", "≥ 9")


def test_time_counts_that_is_spent_on_making_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def games(setting: Halfspaces, seed: int) -> Iterator[HalfspaceGame]:
        for game in margin_games(setting, seed):
            monkeypatch.setattr(Stopwatch, "left", 0.0)
            yield game

    monkeypatch.setattr(margin_search, "margin_games", games)
    monkeypatch.setattr(Grader, "play", None)  # no game is begun
    (cell,) = compare([averaging], [Fraction(1, 9)]).cells
    assert (cell.mistakes, cell.search, mistakes_text(cell)) == (9, "cut short", "≥ 9")
    assert not cell.settled


def test_no_trace_stays_that_no_cell_rests_on(learner_file: Callable[..., str]) -> None:
    bad = learner_file("return 1 if len([v for v in x if v]) == 1 else 0")
    tournament = compare([bad], [Fraction(1, 4)])
    (cell,) = tournament.cells
    assert (cell.fault is not None, cell.games > 1, cell.trace, cell.trace_sha256) == (True, True, None, None)
    assert not tournament.traces


def test_where_nobody_plays_there_is_no_cell_and_a_reason_for_each() -> None:
    tournament = compare(["halving", "soa"], [Fraction(1, 4)])
    assert [(pair.learner, pair.reason) for pair in tournament.without_game] == [
        (name, "it sees numbers of points") for name in ("halving", "soa")
    ]
    assert not tournament.settled


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
    tournament = compare([learner_file(OWN)], [Fraction(1, 9)])
    (cell,) = tournament.cells
    assert (cell.upper, cell.upper_is_word, cell.tight) == (4, True, None)
    assert " (its word)" in render(tournament_table(tournament, verbose=True))
    assert "its own word, at most 4" in " ".join(render(tournament_table(tournament)).split())


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
        ("1/2..1/999", "998 margins, and at most 200 are compared"),
        ("1/3,,1/4", "is not a margin|is not a rational|empty|''"),
        ("-1/3", "above 0|not a"),
        ("1/3..1/9999999999999", "is not a range"),
    ],
)
def test_margins_that_are_none(text: str, line: str) -> None:
    with pytest.raises(InputError, match=line):
        read_margins(text)


def test_of_a_file_the_number_is_a_lower_bound_alone() -> None:
    table = find_class("intervals:5")
    (cell,) = compare([str(ROOT / "examples" / "student_halving.py")], classes=[table]).cells
    assert (cell.exact, cell.states) == (False, None)
    assert isinstance(cell.mistakes, int)
    assert 3 <= cell.mistakes <= len(cell.sequence)
    concept = table.concept_names.index(cell.target) if table.concept_names and cell.target else -1
    assert all(table.label(concept, table.point_names.index(x)) == y for x, y, _ in cell.sequence)


@pytest.mark.parametrize(("learner", "number"), [("weighted-majority", 5), ("soa", 4), ("memorizer", 5)])
def test_lies_make_more_mistakes_and_are_shown(learner: str, number: int) -> None:
    (cell,) = compare([learner], classes=[find_class("thresholds:3")], lies=(1,)).cells
    assert (cell.mistakes, cell.exact, cell.lower, titles_of([cell.place])) == (
        number,
        True,
        4,
        ["thresholds:3, 1 lie"],
    )
    assert sum(lie for _, _, lie in cell.sequence) <= 1


def test_a_cycle_may_be_repeated_for_ever() -> None:
    (cell,) = compare(["halving"], classes=[find_class("thresholds:3")], lies=(1,)).cells
    assert (cell.unbounded, cell.exact, mistakes_text(cell)) == (True, False, "∞")
    points = [["1", 1], ["2", -1], ["1", -1]]
    assert ([[*entry[:2]] for entry in cell.sequence], cell.cycle, cell.target) == (points, 1, "x ≤ 0")


def test_updates_are_counted_on_classes() -> None:
    table = find_class("halfspaces:1")
    (cell,) = compare(["homogeneous:perceptron-ties"], classes=[table], count="updates").cells
    assert (cell.updates, cell.mistakes, mistakes_text(cell)) == (5, None, "= 5")
    tournament = compare(["homogeneous:perceptron-ties"], classes=[table], count="updates", states=3)
    (cell,) = tournament.cells
    assert (cell.search, tournament.settled, mistakes_text(cell)[0]) == ("cut short", False, "≥")
    (unfit,) = compare([str(STUDENT)], classes=[table], count="updates").unfit
    assert "in a process of its own, where its states cannot be seen" in unfit.reason


def test_states_are_a_budget() -> None:
    (cell,) = compare(["first-consistent"], classes=[find_class("halfspaces:2")], states=3).cells
    assert (cell.search, cell.exact, cell.note) == ("cut short", False, "3 states did not suffice")


# ------------------------------------------------------------------------------------------------ small dimension


def test_in_space_the_perceptron_errs_more_often_than_cone_halving(tmp_path: Path) -> None:
    squares = [Fraction(1, 9), Fraction(1, 25)]
    tournament = compare(["perceptron", "cone-halving"], squares, dimensions=(3,))
    write_results(tmp_path, tournament)
    cells = tournament.cells
    assert tournament.settled
    assert titles_of([cell.place for cell in cells[::2]]) == ["δ = 1/3, d = 3", "δ = 1/5, d = 3"]
    assert [(cell.lower, cell.upper, cell.bound) for cell in cells] == [(4, 9, 4), (4, 4, 4), (6, 25, 6), (6, 6, 6)]
    assert [cell.mistakes for cell in cells] == [8, 4, 24, 6]
    assert all(cell.exact for cell in cells)
    assert [cell.adversary for cell in cells[::2]] == ["three-dimensions"] * 2
    assert "over the reals it is 25, but in R³ these need √23" in (cells[2].note or "")
    for cell in cells:
        verdict = judge_file(tmp_path / str(cell.trace))
        assert (verdict.valid, verdict.setting.dimension, verdict.mistakes) == (True, 3, cell.mistakes)


def test_in_the_plane_it_swings_from_one_end_to_the_other() -> None:
    cells = compare(["perceptron", "cone-halving"], [Fraction(1, 25)], dimensions=(2,)).cells
    assert [(cell.lower, cell.mistakes, cell.upper) for cell in cells] == [(3, 9, 13), (3, 3, 3)]


def test_a_dimension_that_does_not_limit_anything_changes_nothing() -> None:
    wide, usual = (compare(["cone-halving"], [Fraction(1, 3)], dimensions=d).cells[0] for d in ((5,), ()))
    assert replace(wide, asked=usual.asked, command=usual.command) == usual
    assert (usual.mistakes, usual.dimension) == (3, 3)


def test_what_does_not_play_in_the_dimension_is_said() -> None:
    (unfit,) = compare(["perceptron", "cone-halving"], [Fraction(1, 9)], dimensions=(4,)).unfit
    assert unfit.reason == "cone-halving plays in dimension 1 to 3, not 4"


# ------------------------------------------------------------------------------------------------ stored cells

CHANGES: dict[str, tuple[Callable[[Any], object], str]] = {
    "lower": (lambda v: v.update(lower=99), "lower is 99, but should be 4"),
    "bound": (lambda v: v.update(bound=99), "bound is 99, but should be 4"),
    "learner": (lambda v: v.update(learner="soa"), 'learner is "soa", but should be "averaging"'),
    "margin": (lambda v: v.update(margin_squared="1/9"), 'margin_squared is "1/9", but should be "1/4"'),
    "adversary": (lambda v: v.update(adversary="littlestone"), "its trace is of another game"),
    "search": (lambda v: v.update(search="not needed", exact=True, upper=4), "upper is 4, but should be null"),
    "no trace": (lambda v: v.update(game=None), "it has 4 mistakes, and no trace of their game"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the store with the worst game of averaging."""
    path = tmp_path_factory.mktemp("stored") / "store.jsonl"
    with Store(path) as opened:
        run_tournament(AVERAGING, Where(1), opened)
    return path


AVERAGING = TournamentSpecification(("averaging",), (Fraction(1, 4),), seconds=PLENTY)


@pytest.mark.parametrize(("change", "why"), CHANGES.values(), ids=CHANGES)
def test_an_edited_worst_game_is_refused(
    change: Callable[[Any], object], why: str, store: Path, tmp_path: Path
) -> None:
    (tmp_path / "store").write_bytes(store.read_bytes())
    assert stores.edit(tmp_path / "store", change) == 1
    with Store(tmp_path / "store") as opened, pytest.raises(InputError, match=f"line 2, has been changed: .*{why}"):
        run_tournament(AVERAGING, Where(1), opened)


def test_what_no_trace_shows_is_said_not_to_be_checked(store: Path) -> None:
    both = replace(AVERAGING, learners=("averaging", "perceptron"))
    with Store(store) as opened:
        assert run_tournament(both, Where(1), opened).skipped == 1
        averaging, perceptron = run_tournament(both, Where(1), opened).cells
    assert averaging.note == f"what its search says of larger numbers: {NOT_CHECKED}"
    assert perceptron.note is None, "a theorem says the rest"


@pytest.mark.parametrize(("learner", "mistakes"), [("averaged-perceptron", 11), ("balanced-winnow", 9)])
def test_the_widest_game_goes_on_while_the_margin_is_large_enough(learner: str, mistakes: int) -> None:
    (corners,) = [
        space
        for space in unit_spaces(margin_search.ANY_NUMBER)
        if space.name.startswith("corners of the") and space.setting.dimension == 4
    ]
    margin_squared = Fraction(1, 400)
    space = replace(corners.at(Halfspaces(4, margin_squared)), told=True)
    random = seeded(0, corners.name, margin_squared)
    widest = partial(margin_search.widest, random=random, rounds=60, margin_squared=margin_squared)
    trial, runner = Trial(space), LocalRunner(find(learner))
    game = trial.game(widest)
    turn = next(game)
    with suppress(StopIteration):
        while True:
            turn = game.send(runner.turn(turn))
    assert sum(played.mistake for played in trial.played) == mistakes


def test_what_a_learner_attains_is_found_again(tmp_path: Path) -> None:
    spec = TournamentSpecification(("perceptron",), (Fraction(2, 15),), dimensions=(3,), seconds=PLENTY)
    with Store(tmp_path / "store.jsonl") as opened:
        (first,) = run_tournament(spec, Where(1), opened).cells
        assert (first.mistakes, first.exact, first.statements[-1]["statement"]) == (7, True, "worst case")
        again = run_tournament(spec, Where(1), opened)
    assert (again.skipped, again.cells[0].statements) == (1, first.statements)


@pytest.mark.full
def test_a_learner_with_slack_is_not_said_to_miss_an_integer() -> None:
    """With half steps ⌊9/(8δ²)⌋ is 7, too, and 7 mistakes are made on rational points of space."""
    spec = TournamentSpecification(("perceptron-half-step",), (Fraction(1, 7),), dimensions=(3,), seconds=5.0)
    (cell,) = run_tournament(spec, Where(1), Store(None)).cells
    assert not cell.exact
    assert "rational" not in (cell.note or "")
