"""How a counterexample is made small, where a function judges its games."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from adversary.search.counterexample import Counterexample, unplayed
from adversary.search.record import Record
from adversary.search.shrink import Shrinker
from adversary.search.spaces.registry import space_of
from proofs.classes.catalog import find_class
from proofs.exact.mistake_bounds import read_bound
from proofs.settings import Finite


@pytest.mark.parametrize(("alone_right", "left"), [({2}, 1), ({1}, 2), ({1, 2}, 3)])
def test_a_smaller_game_counts_if_it_is_a_counterexample_in_a_process_of_its_own(
    alone_right: set[int], left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = Finite(find_class("thresholds:3"))
    rounds = unplayed(((0, 1), (1, -1), (2, 1), (2, -1)))
    found = Counterexample("memorizer", setting, rounds)

    def found_of(many: int) -> Counterexample:
        return replace(found, rounds=rounds[:many], minimal=many == 3)

    grader: Any = SimpleNamespace(
        alone=lambda game: game,
        judged=lambda game, _: None if len(game.played) in alone_right else replace(found, rounds=game.played),
    )
    monkeypatch.setattr(Shrinker, "_smaller", lambda *_: [found_of(n) for n in (3, 2, 1)])
    shrinker = Shrinker(grader, Record(space_of(setting, read_bound("L")), rounds))
    assert shrinker.shrunk(found) == replace(found_of(left), search="")  # none was tried
