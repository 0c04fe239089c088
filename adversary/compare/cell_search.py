"""A learner in a setting, led to as many mistakes as strategies and a search made for it can find."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from adversary.compare.comparison import DOES_NOT_PLAY, Cell
from adversary.compare.margin_games import ANY_NUMBER, MAX_SEARCHED, explained_at, margin_games
from adversary.game.play import play, upper_bound
from adversary.game.result import GameResult
from adversary.search.counterexample import Played, rounds_of
from adversary.search.found_game import FoundGame, read_found_game
from adversary.search.games.class_games import class_games
from adversary.search.games.game import Game
from adversary.search.grader import Grader
from adversary.search.processes import folder_of
from adversary.search.spaces.classes import class_space, explained
from adversary.search.specification import Specification
from adversary.search.worst_case import WorstCase, homogeneous, worst_case
from learners.loading.sources import Source
from learners.protocol import Card, Fault, Label
from learners.runner.child import LIMITS, Limits
from learners.runner.clock import CutShort, NotStarted
from proofs.exact.errors import InputError, NotLoadedError, ResourceError, one_line
from proofs.exact.rationals import Rational
from proofs.exact.targets import Target
from proofs.settings import Finite, Halfspaces, Point, SearchSetting
from proofs.solvers.budget import Budget
from proofs.statements import CERTIFIED

HALFSPACE_STRATEGY = "standard-basis"
"""Whatever shows orthonormal points once has as many mistakes; other bases are in the search, shown again."""
CLASS_STRATEGIES = ("littlestone", "even-split")
SOLVED_STRATEGIES = ("halving-worst-case?tie=positive", "halving-worst-case?tie=negative")
RANDOMIZED_STRATEGIES = ("worst-sequence", "random-path")
MAX_CLASS_PLAYED = 100
"""Concepts of a class up to which the strategies are played that solve a game on it first."""

UNLIKE = "it does not play the same game twice the same way"

STATES = 10_000
"""States of a learner that are looked at for its worst case on a class."""


@dataclass(frozen=True, slots=True)
class Best:
    """The game with most mistakes so far: what plays it, what that is called, and how often the learner errs.

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
class CellSearch:
    """A learner in a setting; ``progress`` is told the number of games after each.

    A trace is written to ``output``: that of the cell's game, if the cell names it.
    """

    source: Source
    setting: SearchSetting
    lower: int | None
    seconds: float
    seed: int
    output: Path
    progress: Callable[[int], None]

    def cell(self) -> Cell:
        """Return the cell; whatever the learner does to itself, the others have theirs."""
        source, setting = self.source, self.setting
        empty = Cell(source.text, setting)
        try:
            card = source.card(setting)
            if card.sees == "index" and isinstance(setting, Halfspaces):
                return replace(empty, plays=False, note=f"{DOES_NOT_PLAY}: it sees numbers of points")
            upper = upper_bound(source, setting)
            bounds = replace(
                empty,
                lower=None if card.randomized else self.lower,
                upper=upper,
                upper_is_word=upper is not None and not source.is_ours,
            )
            cell, best = self._led(bounds, card)
        except ResourceError:
            raise
        except NotLoadedError as error:
            return replace(empty, note=one_line(str(error)))
        except InputError as error:
            return replace(empty, plays=False, note=f"{DOES_NOT_PLAY}: {one_line(str(error))}")
        if cell.fault:
            return cell
        try:
            return self._searched(cell, card, best)
        except ResourceError:
            raise
        except InputError as error:
            return replace(bounds, note=one_line(str(error)))

    def again(self, cell: Cell, larger: Cell, trace: Path) -> Cell:
        """Return the cell with the game of a cell at a larger margin, which has more mistakes, in place of its own."""
        game, dimension = read_found_game(trace)
        best = Best(lambda: game, larger.adversary or "", larger.mistakes or 0, dimension, larger.at_limit)
        empty = replace(cell, mistakes=None, adversary=None, rounds=None, at_limit=False)
        try:
            return self._judged(empty, best)
        except ResourceError:
            raise
        except InputError as error:
            return replace(empty, note=one_line(str(error)))

    def _led(self, cell: Cell, card: Card) -> tuple[Cell, Best | None]:
        """Play the strategies. Raises InputError where the learner does not play in the setting."""
        best: Best | None = None
        for name in self._strategies(card):
            alone = isinstance(self.setting, Halfspaces)
            result = self._play(name, replay=alone, output=self.output if alone else None)
            if result.fault:
                return replace(cell, fault=result.fault, note=f"forfeits: {result.fault}"), None
            cell = self._counted(cell)
            if result.upper_is_word:  # a file's card is read in its own process
                cell = replace(cell, upper=result.bounds["upper"], upper_is_word=True)
            if best is None or result.mistakes > best.mistakes:
                best = Best(partial(str, name), name, result.mistakes, result=result if alone else None)
        return cell, best

    def _searched(self, cell: Cell, card: Card, best: Best | None) -> Cell:
        """Search, if there is anything to find, and judge the best game. Raises InputError."""
        if best is not None and cell.upper == best.mistakes and not cell.upper_is_word:
            return self._judged(replace(cell, search="not needed", exact=True), best)
        if card.randomized:
            return self._judged(cell, best)
        if isinstance(self.setting, Finite) and not self.source.plays_apart:
            solved = self._solved(self.setting, cell, best)
            if solved is not None:
                return solved
        return self._hunted(cell, best)

    def _strategies(self, card: Card) -> Iterator[str]:
        if isinstance(self.setting, Halfspaces):
            yield HALFSPACE_STRATEGY
        elif card.randomized:
            yield from RANDOMIZED_STRATEGIES if self.setting.concept_class.size <= MAX_CLASS_PLAYED else ()
        elif self.lower is not None:
            yield from CLASS_STRATEGIES
            yield from SOLVED_STRATEGIES if self.setting.concept_class.size <= MAX_CLASS_PLAYED else ()

    def _play(
        self, against: Any, *, replay: bool, dimension: int | None = None, output: Path | None = None
    ) -> GameResult:
        where: dict[str, Any] = (
            {"concept_class": self.setting.concept_class}
            if isinstance(self.setting, Finite)
            else {"margin_squared": self.setting.margin_squared, "dimension": dimension}
        )
        return play(self.source, against=against, replay=replay, second_opinion=False, output=output, **where)

    def _counted(self, cell: Cell) -> Cell:
        self.progress(cell.games + 1)
        return replace(cell, games=cell.games + 1)

    def _judged(self, cell: Cell, best: Best | None) -> Cell:
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

    def _solved(self, setting: Finite, cell: Cell, best: Best | None) -> Cell | None:
        """Find the worst case exactly, or as far as the budget goes; ``None`` where states of it cannot be had."""
        try:
            found = worst_case(self.source, setting.concept_class, Budget(states=STATES, seconds=self.seconds))
        except InputError:
            return None
        except Fault as fault:
            return replace(cell, fault=str(fault), note=f"forfeits: {fault}")
        exact = found.cycle is None and found.at_most == found.at_least
        note = None
        if found.cycle is not None and homogeneous(self.source, setting.concept_class):
            note = f"the point 0 is on every halfspace through the origin: see homogeneous:{self.source.text}"
        cell = replace(
            self._counted(cell),
            search="complete" if not found.ran_out else "cut short",
            exact=exact,
            unbounded=found.cycle is not None,
            note=f"{found.ran_out} did not suffice" if found.ran_out else note,
        )
        if best is not None and best.mistakes >= found.at_least and found.cycle is None:
            return self._judged(cell, best)
        return self._judged(cell, _of_worst_case(found))

    def _hunted(self, cell: Cell, best: Best | None) -> Cell:
        """Play the games of a search to it, in a sandbox, and keep the one with most mistakes, decided exactly."""
        setting = self.setting
        if isinstance(setting, Halfspaces) and setting.most_mistakes > MAX_SEARCHED:
            note = f"no search: 1/δ² is more than {MAX_SEARCHED}"
            return self._judged(replace(cell, note=note, inherits=True), best)
        limits, told = Limits(LIMITS.call, self.seconds), False
        with Grader(self.source, "auto", None, limits, folder_of(self.source)) as grader:
            try:
                for game in self._games():
                    grader.budget.check()  # to make a game, and to judge the last one, takes time, too
                    record = grader.play(Specification(), game)
                    if record.fault:
                        return replace(cell, fault=str(record.fault), note=f"forfeits: {record.fault}")
                    best = self._better(best, game, record.played)
                    cell = self._counted(cell)
                    told = grader.told
                cell = replace(cell, search="complete")
            except NotStarted as error:
                raise ResourceError(str(error)) from None
            except CutShort:
                cell = replace(cell, search="cut short", note=f"{self.seconds:g} s did not suffice for the search")
        return self._judged(replace(cell, inherits=not told and isinstance(setting, Halfspaces)), best)

    def _games(self) -> Iterator[Game[Any]]:
        if isinstance(self.setting, Halfspaces):
            return margin_games(self.setting.margin_squared, self.seed)
        return class_games(class_space(self.setting.concept_class, ANY_NUMBER), self.seed)

    def _better(self, best: Best | None, game: Game[Any], played: tuple[Played, ...]) -> Best | None:
        """Return the better of two games: the best one so far, and what a search has just played, if that is legal."""
        at_limit = len(played) >= _limit_of(game)
        while played and not played[-1].wrong:
            played = played[:-1]  # what comes after the last mistake shows nothing
        mistakes = sum(entry.wrong for entry in played)
        if best is not None and mistakes <= best.mistakes:
            return best
        target: Target | int | None
        dimension = None
        if isinstance(self.setting, Halfspaces):
            target = explained_at(self.setting.margin_squared, played) if played else None
            dimension = game.space.setting.dimension
        else:
            target = explained(self.setting, rounds_of(played))
        if target is None:
            return best
        how = getattr(game.run, "func", game.run).__name__.replace("_", " ")
        against = partial(FoundGame, rounds_of(played), target)
        return Best(against, f"search: {how} on {game.space.name}", mistakes, dimension, at_limit)


def _limit_of(game: Game[Any]) -> float:
    """Return the number of rounds after which the game is ended, if it has one: ``against`` first shows each point."""
    options = game.run.keywords if isinstance(game.run, partial) else {}
    most: float = options.get("rounds", math.inf)
    return most + len(options.get("numbers", ()))


def _of_worst_case(found: WorstCase) -> Best:
    rounds: list[tuple[Point, Label]] = [*found.rounds, *(found.cycle or [])]
    unlike = "what is pickled of it does not tell how it plays, so that its worst case is not known"
    return Best(partial(FoundGame, rounds, found.concept), "search: worst case", found.at_least, unlike=unlike)
