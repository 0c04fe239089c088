"""How a counterexample is made small, where a function judges its games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from adversary.search import shrink
from adversary.search.counterexample import STOPPED_EARLY, Counterexample, unplayed
from adversary.search.games.game import UnderWay
from adversary.search.record import Record
from adversary.search.shrink import Shrinker
from adversary.search.spaces.registry import space_of
from learners.protocol import Fault
from learners.runner.clock import CutShort
from proofs.classes.catalog import find_class
from proofs.exact.mistake_bounds import read_bound
from proofs.settings import Finite

SETTING = Finite(find_class("thresholds:3"))
ROUNDS = unplayed(((0, 1), (1, -1), (2, 1), (2, -1)))
FOUND = Counterexample("memorizer", SETTING, ROUNDS)


def shrinker(judged: Callable[[Record], bool] = lambda _: True, **grader: Any) -> Shrinker:
    """Return a shrinker whose grader judges games by this function."""
    made: Any = SimpleNamespace(
        alone=lambda game: game,
        judged=lambda game, _: replace(FOUND, rounds=game.played) if judged(game) else None,
        have_time_to_confirm=lambda: None,
        consistent=False,
        tolerance=0,
        **grader,
    )
    return Shrinker(made, Record(space_of(SETTING, read_bound("L")), ROUNDS))


def yielding(*lengths: int, then: Exception | None = None) -> Callable[..., Iterator[Counterexample]]:
    """Return steps of a shrinking, each 1-minimal and with so many rounds, and what ends it."""

    def smaller(*_: object) -> Iterator[Counterexample]:
        for length in lengths:
            yield replace(FOUND, rounds=ROUNDS[:length], minimal=True)
        if then:
            raise then

    return smaller


@pytest.mark.parametrize(
    ("alone_right", "left", "minimal"), [(set(), 1, True), ({2}, 1, True), ({1}, 2, True), ({2, 3}, 1, True)]
)
def test_a_smaller_game_counts_if_it_is_a_counterexample_in_a_process_of_its_own(
    alone_right: set[int], left: int, minimal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shrinker, "_smaller", yielding(3, 2, 1))
    monkeypatch.setattr(Shrinker, "again", lambda *_: FOUND)
    found = shrinker(lambda game: len(game.played) not in alone_right).shrunk(FOUND)
    assert (len(found.rounds), found.minimal) == (left, minimal)


def test_what_another_process_does_not_confirm_is_not_called_minimal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shrinker, "_smaller", yielding(4, 3))
    monkeypatch.setattr(Shrinker, "again", lambda *_: FOUND)
    found = shrinker(lambda game: len(game.played) == 4).shrunk(FOUND)  # the two processes differ
    assert (len(found.rounds), found.minimal) == (4, False)
    monkeypatch.setattr(Shrinker, "again", lambda *_: None)  # the process of the shrinking cannot tell
    found = shrinker().shrunk(FOUND)
    assert (len(found.rounds), found.minimal) == (3, False)


@pytest.mark.parametrize("then", [CutShort("the time did not suffice"), Fault("raised", "the constructor failed")])
def test_what_cuts_a_search_short_does_not_undo_its_last_step(then: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shrinker, "_smaller", yielding(3, then=then))
    monkeypatch.setattr(Shrinker, "again", lambda *_: None)
    found = shrinker().shrunk(FOUND)
    assert (len(found.rounds), found.minimal) == (3, False)
    assert found.search == f"{STOPPED_EARLY} before the first attempt: {then}"


@pytest.mark.parametrize("fault", [Fault("exited", "it ended"), CutShort("the time did not suffice")])
def test_games_of_a_batch_are_judged_before_what_a_later_one_does(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two games ends the process, or takes too long: the first one is a counterexample already."""
    ended, runner = list[str](), SimpleNamespace(takes_turns=True)

    def turns(_: object, games: Sequence[UnderWay]) -> None:
        if len(games) == 1:
            raise fault
        games[0].go_on([-1])  # it is asked, says the wrong label, and is shown the point
        games[0].go_on([])

    def smaller(self: Any, _: Counterexample) -> Iterator[Counterexample]:
        space = self.record.space
        game, script = self._wrong_first([(space, ((0, 1),), 1), (space, ((1, 1),), 1)], 0)
        assert script == ((0, 1),)
        yield game

    monkeypatch.setattr(shrink, "take_turns", turns)
    monkeypatch.setattr(Shrinker, "_smaller", smaller)
    monkeypatch.setattr(Shrinker, "_test", lambda _, games: games[0])
    found = shrinker(runner=runner, end=lambda: ended.append("ended")).shrunk(FOUND)
    assert found.rounds == unplayed(((0, 1),))
    assert ended == (["ended"] if isinstance(fault, Fault) else [])
