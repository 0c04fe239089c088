"""The search for the worst game of one learner in one setting: first strategies, then a search for this learner.

``margin_search`` and ``class_search`` have what depends on the setting: strategies, games, and what explains them.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from adversary.compare.comparison import DOES_NOT_PLAY, Cell
from adversary.game.play import play
from adversary.game.result import GameResult
from adversary.search.counterexample import FoundGame, read_found_game, rounds_of
from adversary.search.games.game import Game
from adversary.search.grader import Grader, folder_of
from adversary.search.record import Record, Specification
from adversary.search.worst_case import Count
from learners.loading.sources import Source
from learners.protocol import Card
from learners.runner.child import LIMITS, Limits
from learners.runner.clock import CutShort, NotStarted
from proofs.exact.errors import InputError, NotLoadedError, ResourceError, counted, one_line
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target
from proofs.formats.trace import Round
from proofs.settings import SearchSetting, Setting
from proofs.statements import CERTIFIED

SEARCH = "search: "
"""How the name of a game begins that no strategy has played."""

UNLIKE = "it does not play the same game twice the same way"

STATES = 10_000
"""States of a learner that are looked at for its worst case on a class, unless a user says otherwise."""


@dataclass(frozen=True, slots=True)
class Best:
    """The game with the most mistakes so far: its adversary, the adversary's name, and the number of mistakes.

    ``result`` is that of the game, where it was played with a replay; ``unlike`` says what it means if the game, played
    again, has another number of mistakes.
    """

    against: Callable[[], Any]
    name: str
    mistakes: Rational
    dimension: int | None = None
    at_limit: bool = False
    result: GameResult | None = None
    unlike: str = UNLIKE


@dataclass(frozen=True, slots=True)
class CellSearch(ABC):
    """The search for the worst game of one learner in one setting.

    ``lower`` is what every deterministic learner can be forced to in the setting, if that is known. ``own`` and
    ``larger`` are given where a cell is found already, and is to have the game of one at a larger margin.
    The trace of the cell's game is written to ``output``, if the cell names it; ``told`` is told what is under way.
    """

    source: Source
    setting: SearchSetting
    lower: int | None
    seconds: float
    seed: int = 0
    states: int = STATES
    count: Count = "mistakes"
    own: Cell | None = None
    larger: Cell | None = None
    output: Path = Path()
    told: Callable[[str], None] = lambda _what: None

    # ------------------------------------------------------------------------------------------------ by setting

    @classmethod
    @abstractmethod
    def of(cls, source: Source, setting: Any, **options: Any) -> Self:
        """Return the search in a setting, with the mistakes that can be forced on every deterministic learner."""

    @abstractmethod
    def strategies(self, card: Card) -> Iterator[str]:
        """Yield the registered adversaries that are played first. Raises InputError if it does not play there."""

    @abstractmethod
    def games(self) -> Iterator[Game[Any]]:
        """Yield the games of the search."""

    @abstractmethod
    def explained(self, played: Sequence[Round]) -> Target | int | None:
        """Return a target that explains all rounds, or ``None``: decided exactly."""

    @abstractmethod
    def is_of(self, played: Setting) -> bool:
        """Tell whether a stored game was played in the setting of this cell."""

    replays_strategies = False
    """Whether a strategy is played with a replay at once: it is nearly always the game that counts."""

    def solved(self, cell: Cell, best: Best | None) -> Cell | None:  # noqa: ARG002 - those that know more need these
        """Return the cell if its worst case can be computed without games, else ``None``."""
        return None

    def no_search(self) -> str | None:
        """Return why there is no search, if there is none."""
        return None

    # ------------------------------------------------------------------------------------------------ the search

    def cell(self) -> Cell:
        """Return the cell. A learner that fails affects only its own cell."""
        empty = Cell(self.source.text, self.setting)
        bounds: Cell | None = None
        try:
            card = self.source.card(self.setting)
            strategies = list(self.strategies(card))
            if self.count == "updates":
                return self.solved(empty, None) or empty
            upper = self.source.bound(self.setting)
            known = replace(
                empty,
                lower=None if card.randomized else self.lower,
                upper=upper,
                upper_is_word=upper is not None and not self.source.is_ours,
            )
            cell, best = self._led(known, strategies)
            bounds = known
            return cell if cell.fault else self._searched(cell, card, best)
        except ResourceError:
            raise
        except InputError as error:
            why = one_line(str(error))
            if bounds or isinstance(error, NotLoadedError):
                return replace(bounds or empty, note=why)
            return replace(empty, plays=False, note=f"{DOES_NOT_PLAY}: {why}")

    def with_larger_game(self, cell: Cell, larger: Cell) -> Cell:
        """Return the cell with its game replaced by a game at a larger margin that has more mistakes.

        The trace of that game is in ``output``.
        """
        game, dimension = read_found_game(self.output)
        best = Best(lambda: game, larger.adversary or "", larger.mistakes or 0, dimension, larger.at_limit)
        empty = replace(cell, mistakes=None, adversary=None, rounds=None, at_limit=False)
        try:
            return self.judged(empty, best)
        except ResourceError:
            raise
        except InputError as error:
            return replace(empty, note=one_line(str(error)))

    def _led(self, cell: Cell, strategies: Sequence[str]) -> tuple[Cell, Best | None]:
        """Play the strategies. Raises InputError where the learner does not play in the setting."""
        best: Best | None = None
        for name in strategies:
            alone = self.replays_strategies
            result = self._play(name, replay=alone, output=self.output if alone else None)
            if result.fault:
                return replace(cell, fault=result.fault, note=f"forfeits: {result.fault}"), None
            cell = self.counted(cell)
            if result.upper_is_word:  # a file's card is read in its own process
                cell = replace(cell, upper=result.bounds["upper"], upper_is_word=True)
            if best is None or result.mistakes > best.mistakes:
                best = Best(partial(str, name), name, result.mistakes, result=result if alone else None)
        return cell, best

    def _searched(self, cell: Cell, card: Card, best: Best | None) -> Cell:
        """Search, if there is anything to find, and judge the best game. Raises InputError."""
        if best is not None and cell.upper == best.mistakes and not cell.upper_is_word:
            return self.judged(replace(cell, search="not needed", exact=True), best)
        if card.randomized:
            return self.judged(cell, best)
        return self.solved(cell, best) or self._hunted(cell, best)

    def _play(
        self, against: Any, *, replay: bool, dimension: int | None = None, output: Path | None = None
    ) -> GameResult:
        where = self.setting.options()
        if dimension is not None and "dimension" in where:
            where["dimension"] = dimension  # that of a game that was found
        return play(self.source, against=against, replay=replay, second_opinion=False, output=output, **where)

    def counted(self, cell: Cell) -> Cell:
        """Return the cell with one more game counted, and report progress."""
        games = cell.games + 1
        self.told(f"{self.source.text}: {counted(games, 'game')}")
        return replace(cell, games=games)

    def judged(self, cell: Cell, best: Best | None) -> Cell:
        """Play the best game once more, with everything: trace, replay in a fresh process, the trusted checker."""
        if best is None:
            return replace(cell, note=cell.note or "no strategy that fits")
        result = best.result or self._play(best.against(), replay=True, dimension=best.dimension, output=self.output)
        if result.fault:
            return replace(cell, fault=result.fault, exact=False, note=f"forfeits: {result.fault}")
        if not any(found["statement"] in CERTIFIED for found in result.statements):
            return replace(cell, exact=False, note=result.reason or "its game could not be judged")
        if result.mistakes != best.mistakes:
            return replace(cell, exact=False, note=best.unlike)
        return replace(
            cell,
            mistakes=result.mistakes,
            adversary=best.name,
            rounds=result.rounds,
            at_limit=best.at_limit,
            trace=result.trace,
        )

    def _hunted(self, cell: Cell, best: Best | None) -> Cell:
        """Play the games of a search in a sandbox, and keep the game with the most mistakes, decided exactly."""
        if note := self.no_search():
            return self.judged(replace(cell, note=note, inherits=True), best)
        limits, told = Limits(LIMITS.call, self.seconds), False
        with Grader(self.source, "auto", None, limits, folder_of(self.source)) as grader:
            try:
                for game in filter(lambda game: self.source.plays_in(game.space.setting), self.games()):
                    grader.budget.check()  # making a game, and judging the last one, also take time
                    record = grader.play(Specification(), game)
                    if record.fault:
                        return replace(cell, fault=str(record.fault), note=f"forfeits: {record.fault}")
                    if record.mistakes > (best.mistakes if best else 0) and self.is_more_than_rounding(grader, record):
                        best = self._better(best, game, record.played)
                    cell = self.counted(cell)
                    told = grader.told
                cell = replace(cell, search="complete")
            except NotStarted as error:
                raise ResourceError(str(error)) from None
            except CutShort:
                cell = replace(cell, search="cut short", note=f"{self.seconds:g} s did not suffice for the search")
        return self.judged(replace(cell, inherits=self.replays_strategies and not told), best)

    def is_more_than_rounding(self, grader: Grader, record: Record) -> bool:  # noqa: ARG002 - others ask
        """Tell whether the mistakes of a game count. Raises CutShort."""
        return True

    def _better(self, best: Best | None, game: Game[Any], played: tuple[Round, ...]) -> Best | None:
        """Return the better of two games: the best one so far, and what a search has just played, if that is legal."""
        at_limit = len(played) >= _limit_of(game)
        while played and not played[-1].wrong:
            played = played[:-1]  # what comes after the last mistake shows nothing
        mistakes = sum(entry.wrong for entry in played)
        if (best is not None and mistakes <= best.mistakes) or (target := self.explained(played)) is None:
            return best
        how = getattr(game.run, "func", game.run).__name__.replace("_", " ")
        against = partial(FoundGame, rounds_of(played), target)
        dimension = game.space.setting.dimension
        return Best(against, f"{SEARCH}{how} on {game.space.name}", mistakes, dimension, at_limit)


def _limit_of(game: Game[Any]) -> float:
    """Return the number of rounds after which the game is ended, if it has one: ``against`` first shows each point."""
    options = game.run.keywords if isinstance(game.run, partial) else {}
    most: float = options.get("rounds", math.inf)
    return most + len(options.get("numbers", ()))
