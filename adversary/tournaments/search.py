"""The search for the worst game of one learner in one setting: first strategies, then a search for this learner.

``margin_search`` and ``class_search`` have what depends on the setting: strategies, games, and what explains them.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from adversary.game.play import play
from adversary.game.result import GameResult
from adversary.search.counterexample import rounds_of
from adversary.search.games.game import Game
from adversary.search.grader import Grader, folder_of
from adversary.search.record import Record
from adversary.search.worst_case import Count
from adversary.strategies.protocol import Script
from adversary.tournaments.cell import Cell
from learners.loading.sources import Source
from learners.protocol import Card
from learners.runner.child import LIMITS, Limits
from learners.runner.clock import CutShort, NotStarted
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, NotLoadedError, ResourceError, one_line
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target
from proofs.formats.trace import Round
from proofs.margin_game.lower import best_lower
from proofs.margin_game.upper import best_upper
from proofs.settings import SearchSetting, Setting
from proofs.solvers.budget import Budget
from proofs.solvers.littlestone import Littlestone

SEARCH = "search: "
"""How the name of a game begins that no strategy has played."""

UNLIKE = "it does not play the same game twice the same way"

STATES = 10_000
"""States of a learner that are looked at for its worst case on a class, unless a user says otherwise."""


BOUND_STATES, BOUND_WORK = 300_000, 400_000_000
"""What a Littlestone dimension is worth: counted, and not timed, so that it is the same everywhere.

It is so many version spaces, and fewer where each takes longer: some seconds in all.
"""

MAX_SMALL = 8
"""The largest dimension below ⌊1/δ²⌋ with a bound of its own: to find it takes seconds, and in larger ones longer."""


@dataclass(frozen=True, slots=True)
class Best:
    """The game with the most mistakes so far: its adversary, or a script; its name; and the number of mistakes.

    ``result`` is that of the game, where it was played with a replay; ``unlike`` says what it means if the game, played
    again, has another number of mistakes.
    """

    against: str | Script
    name: str
    mistakes: Rational
    dimension: int | None = None
    at_limit: bool = False
    result: GameResult | None = None
    unlike: str = UNLIKE


@dataclass(frozen=True, slots=True)
class CellSearch(ABC):
    """The search for the worst game of one learner in one setting.

    ``empty`` is the cell before anything is known of the learner. The trace of the cell's game is written to
    ``output``; what is there in the end is of another game if the cell has no mistakes.
    """

    source: Source
    setting: SearchSetting
    empty: Cell
    output: Path
    seconds: float
    seed: int = 0
    states: int = STATES
    count: Count = "mistakes"
    isolation: str = "auto"
    call: float = LIMITS.call
    game: float = LIMITS.game

    # ------------------------------------------------------------------------------------------------ by setting

    @staticmethod
    def lower(setting: Any) -> Rational | None:
        """Return what every deterministic learner can be forced to in a setting, if that is known."""
        return bound_of(setting)  # on a class it is both

    @abstractmethod
    def strategies(self, card: Card) -> Iterator[str]:
        """Yield the registered adversaries that are played first. Raises InputError if it does not play there."""

    @abstractmethod
    def games(self) -> Iterator[Game[Any]]:
        """Yield the games of the search."""

    @abstractmethod
    def explained(self, played: Sequence[Round]) -> Target | int | None:
        """Return a target that explains all rounds, or ``None``: decided exactly."""

    @staticmethod
    @abstractmethod
    def is_of(setting: Any, played: Setting) -> bool:
        """Tell whether a stored game was played in a setting."""

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
        """Return the cell. Raises InputError if the learner does not play in the setting."""
        cell: Cell | None = None
        try:
            card = self.source.card(self.setting)
            strategies = list(self.strategies(card))
            if self.count == "updates":
                return self.solved(self.empty, None) or self.empty
            upper = self.source.bound(self.setting)
            of_file = upper is not None and not self.source.is_ours
            bounded = replace(self.empty, upper=upper, upper_is_word=of_file)
            led, best, randomized = self._led(bounded, strategies, randomized=card.randomized)
            cell = replace(led, lower=None) if randomized else led
            return cell if led.fault else self._searched(cell, best, randomized=randomized)
        except InputError as error:
            if cell is None or isinstance(error, ResourceError | NotLoadedError):
                raise
            return replace(cell, reason=one_line(str(error)))

    def _led(self, cell: Cell, strategies: Sequence[str], *, randomized: bool) -> tuple[Cell, Best | None, bool]:
        """Play the strategies, which also shows whether a file's learner is randomized.

        Raises InputError where the learner does not play in the setting.
        """
        best: Best | None = None
        for name in strategies:
            alone = self.replays_strategies
            result = self._play(name, replay=alone, output=self.output if alone else None)
            randomized = result.randomized
            if result.fault:
                return forfeited(cell, result.fault), None, randomized
            cell = replace(cell, games=cell.games + 1)
            if result.upper_is_word:  # a file's card is read in its own process
                cell = replace(cell, upper=result.bounds["upper"], upper_is_word=True)
            if best is None or result.mistakes > best.mistakes:
                best = Best(name, name, result.mistakes, result=result if alone else None)
            else:
                best = replace(best, result=None)  # the file now has another game
        return cell, best, randomized

    def _searched(self, cell: Cell, best: Best | None, *, randomized: bool) -> Cell:
        """Search, if there is anything to find, and judge the best game. Raises InputError."""
        if best is not None and cell.upper == best.mistakes and not cell.upper_is_word:
            return self.judged(replace(cell, search="not needed", exact=True), best)
        if randomized:
            return self.judged(cell, best)
        return self.solved(cell, best) or self._hunted(cell, best)

    def _play(
        self, against: Any, *, replay: bool, dimension: int | None = None, output: Path | None = None
    ) -> GameResult:
        where = self.setting.options()
        if dimension is not None and "dimension" in where:
            where["dimension"] = dimension  # that of a game that was found
        limits: dict[str, Any] = {"time_limit": self.call, "game_limit": self.game}
        return play(self.source, against=against, replay=replay, second_opinion=False, output=output, **limits, **where)

    def judged(self, cell: Cell, best: Best | None) -> Cell:
        """Play the best game once more, with everything: trace, replay in a fresh process, the trusted checker."""
        if best is None:
            return replace(cell, reason=cell.note or "no strategy that fits")
        result = best.result or self._play(best.against, replay=True, dimension=best.dimension, output=self.output)
        if result.fault:
            return forfeited(replace(cell, exact=False), result.fault)
        judged = replace(
            cell,
            mistakes=result.mistakes,
            adversary=best.name,
            rounds=result.played,
            at_limit=best.at_limit,
            statements=tuple(result.statements),
            realizable=result.realizable if result.judged else None,
            replayed=result.replayed,
        )
        if not judged.certified:
            return replace(cell, exact=False, reason=result.reason or "its game could not be judged")
        return judged if result.mistakes == best.mistakes else replace(cell, exact=False, reason=best.unlike)

    def _hunted(self, cell: Cell, best: Best | None) -> Cell:
        """Play the games of a search in a sandbox, and keep the game with the most mistakes, decided exactly."""
        if note := self.no_search():
            return self.judged(replace(cell, note=note), best)
        limits = Limits(self.call, self.seconds)
        with Grader(self.source, self.isolation, None, limits, folder_of(self.source)) as grader:
            try:
                for game in filter(lambda game: self.source.plays_in(game.space.setting), self.games()):
                    grader.budget.check()  # making a game, and judging the last one, also take time
                    record = grader.play(game)
                    if record.fault:
                        return forfeited(cell, str(record.fault))
                    if record.mistakes > (best.mistakes if best else 0) and self.is_more_than_rounding(grader, record):
                        best = self._better(best, game, record.played)
                    cell = replace(cell, games=cell.games + 1)
                cell = replace(cell, search="complete")
            except NotStarted as error:
                raise ResourceError(str(error)) from None
            except CutShort:
                cell = replace(cell, search="cut short", note=f"{self.seconds:g} s did not suffice for the search")
        return self.judged(cell, best)

    def is_more_than_rounding(self, grader: Grader, record: Record) -> bool:  # noqa: ARG002 - others ask
        """Tell whether the mistakes of a game count. Raises CutShort."""
        return True

    def _better(self, best: Best | None, game: Game[Any], played: tuple[Round, ...]) -> Best | None:
        """Return the better of two games: the best one so far, and what a search has just played, if that is legal."""
        at_limit = len(played) >= _limit_of(game)
        while played and not played[-1].mistake:
            played = played[:-1]  # what comes after the last mistake shows nothing
        mistakes = sum(entry.mistake for entry in played)
        if (best is not None and mistakes <= best.mistakes) or (target := self.explained(played)) is None:
            return best
        how = getattr(game.run, "func", game.run).__name__.replace("_", " ")
        against = Script(rounds_of(played), target)
        dimension = game.space.setting.dimension
        return Best(against, f"{SEARCH}{how} on {game.space.name}", mistakes, dimension, at_limit)


def forfeited(cell: Cell, fault: str) -> Cell:
    """Return the cell of a learner that forfeits."""
    return replace(cell, termination="forfeit", fault=fault, reason=fault, search="none")


def _limit_of(game: Game[Any]) -> float:
    """Return the number of rounds after which the game is ended, if it has one: ``against`` first shows each point."""
    options = game.run.keywords if isinstance(game.run, partial) else {}
    most: float = options.get("rounds", math.inf)
    return most + len(options.get("numbers", ()))


def bound_of(setting: Setting) -> Rational | None:
    """Return a number of mistakes that some deterministic learner never exceeds, or ``None`` if none is known.

    With a margin, on unit points, it is ⌊1/δ²⌋, the Perceptron's (Chan, Notes 3, Theorem 1.1), which orthonormal points
    force in dimensions as large. In smaller ones, up to ``MAX_SMALL``, it is the best upper bound of the margin game
    that is proved here; a learner that makes fewer mistakes may exist where no lower bound meets it.
    On a class it is the Littlestone dimension, with the lies; in an announced order less may suffice. With a hinge
    budget it is what the proof of Hsu's third theorem gives.
    """
    bound = setting.perceptron_bound  # None on a class, or where nothing says how long points are
    if bound is None:
        return setting.class_bound(_dimension)
    squared = setting.unit_margin_squared
    if squared is None or setting.dimension > min(bound - 1, MAX_SMALL):
        return bound
    return best_upper(setting.dimension, squared, best_lower(setting.dimension, squared).mistakes).mistakes


def states_for(concept_class: ConceptClass, lies: int) -> int:
    """Return the budget of version spaces for the bound of a class."""
    # One is split at each point, for each number of lies, and has a bit for every concept.
    each = concept_class.points * (lies + 1) * (16 + concept_class.size // 64)
    return min(BOUND_STATES, BOUND_WORK // each + 1)


@lru_cache(maxsize=256)
def _dimension(concept_class: ConceptClass, lies: int) -> int | None:
    value = Littlestone(concept_class, Budget(states=states_for(concept_class, lies)), lies).bounds().value
    return None if value is None else int(value)
