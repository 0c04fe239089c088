"""The search on a finite class, perhaps with lies: strategies, the exact worst case, and games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from adversary.search.counterexample import rounds_of
from adversary.search.games.class_games import class_games
from adversary.search.games.game import Game
from adversary.search.spaces.classes import class_space, explained
from adversary.search.worst_case import LabeledPoints, homogeneous, worst_case
from adversary.strategies import registry
from adversary.strategies.protocol import Script
from adversary.tournaments.cell import Cell
from adversary.tournaments.margin_search import ANY_NUMBER
from adversary.tournaments.search import SEARCH, Best, CellSearch, forfeited
from learners.protocol import Card, Fault
from proofs.exact.errors import InputError
from proofs.formats.trace import Round, read_rounds
from proofs.settings import Finite, Setting
from proofs.solvers.budget import Budget

STRATEGIES = ("littlestone", "even-split")
SOLVED_STRATEGIES = ("halving-worst-case?tie=positive", "halving-worst-case?tie=negative")
RANDOMIZED_STRATEGIES = ("worst-sequence", "random-path")
MAX_CLASS_PLAYED = 100
"""Concepts of a class up to which the strategies are played that solve a game on it first."""

WORST_CASE = f"{SEARCH}worst case"
"""The name of a game that reaches the worst case of a learner's states."""


class ClassSearch(CellSearch):
    """The search on a finite class, with the number of lies that its setting allows."""

    setting: Finite

    def strategies(self, card: Card) -> Iterator[str]:
        """Yield the strategies that suit the learner's card, the size of the class, and its lies."""
        small = self.setting.concept_class.size <= MAX_CLASS_PLAYED
        names = list(RANDOMIZED_STRATEGIES if card.randomized and small else ())
        if not card.randomized and self.empty.lower is not None:
            names += STRATEGIES + SOLVED_STRATEGIES if small else STRATEGIES
        for name in names:
            if not self.setting.lies or "lies" in registry.takes(name):
                yield name

    def games(self) -> Iterator[Game[Any]]:
        """Yield games on the class."""
        return class_games(class_space(self.setting.concept_class, ANY_NUMBER, lies=self.setting.lies), self.seed)

    def explained(self, played: Sequence[Round]) -> int | None:
        """Return the concept that differs from the fewest labels, if their number is at most the allowed lies."""
        return explained(self.setting, rounds_of(played))

    @staticmethod
    def is_of(setting: Finite, played: Setting) -> bool:
        """Tell whether a game has the same concepts and lies; names do not matter."""
        same = played.class_bound(lambda table, _lies: table.same_concepts(setting.concept_class))
        return bool(same) and played.lies == setting.lies

    def judged(self, cell: Cell, best: Best | None) -> Cell:
        """Judge the best game, and show its sequence."""
        judged = super().judged(cell, best)
        if judged.mistakes is None:
            return judged
        rounds = [(x, y) for x, _, y in read_rounds(self.output)]
        return self._shown(judged, cast("LabeledPoints", rounds))  # points of a class are numbers

    def _shown(self, cell: Cell, rounds: LabeledPoints) -> Cell:
        """Return the cell with a sequence, and the concept that explains it."""
        table, concept = self.setting.concept_class, explained(self.setting, rounds)
        if concept is None:
            return cell
        sequence = [(table.point_names[x], y, self.setting.is_lie(concept, x, y)) for x, y in rounds]
        return replace(cell, sequence=tuple(sequence), target=table.concept_name(concept))

    def solved(self, cell: Cell, best: Best | None) -> Cell | None:
        """Compute the worst case, exactly or as a bound; return ``None`` if the learner's states cannot be examined."""
        table, lies = self.setting.concept_class, self.setting.lies
        updates = self.count == "updates"
        if self.source.out_of_process and not updates:
            return None
        budget = Budget(states=self.states, seconds=self.seconds)
        try:
            worst = worst_case(self.source, table, budget, count=self.count, lies=lies)
        except InputError:
            if updates:
                raise
            return None
        except Fault as fault:
            return forfeited(cell, str(fault))
        note = None
        if worst.cycle is not None and homogeneous(self.source, table):
            note = f"the point 0 is on every halfspace through the origin: see homogeneous:{self.source.text}"
        cell = replace(
            cell,
            games=cell.games + 1,
            search="cut short" if worst.ran_out else "complete",
            exact=worst.cycle is None and worst.at_most == worst.at_least,
            unbounded=worst.cycle is not None,
            note=f"{worst.ran_out} did not suffice" if worst.ran_out else note,
            cycle=len(worst.cycle or ()),
            states=worst.states,
        )
        rounds = [*worst.rounds, *(worst.cycle or [])]
        if updates:
            return self._shown(replace(cell, updates=worst.at_least, adversary=WORST_CASE), rounds)
        if best is not None and best.mistakes >= worst.at_least and worst.cycle is None:
            return self.judged(cell, best)
        unlike = "what is pickled of it does not tell how it plays, so that its worst case is not known"
        return self.judged(cell, Best(Script(rounds, worst.concept), WORST_CASE, worst.at_least, unlike=unlike))
