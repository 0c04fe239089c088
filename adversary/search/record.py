"""A game of a search: where it is played, its rounds, and what came of it."""

from dataclasses import dataclass, field, replace

from adversary.search.counterexample import Played, rounds_of
from adversary.search.spaces.case import Case
from adversary.search.spaces.registry import SearchSpace
from adversary.search.specification import Specification
from learners.checks.replayer import Answers, Rounds
from learners.protocol import Fault
from proofs.settings import SearchSetting


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played, or is to be played again: where, and its rounds.

    ``peeks`` says that it asked about more points than it showed, ``fault`` where the learner failed to go on, if it
    did. ``before`` are rounds that another learner of the same class is taught first, in the same process.
    """

    space: SearchSpace
    played: tuple[Played, ...]
    specification: Specification = field(default_factory=Specification)
    peeks: bool = False
    fault: Fault | None = None
    before: Rounds = ()

    @property
    def setting(self) -> SearchSetting:
        """The setting."""
        return self.space.setting

    @property
    def rounds(self) -> Rounds:
        """Its points and labels."""
        return rounds_of(self.played)

    @property
    def answers(self) -> Answers:
        """What the learner said."""
        return [entry.predicted for entry in self.played]

    @property
    def mistakes(self) -> int:
        """How many answers differ from the labels."""
        return sum(entry.wrong for entry in self.played)

    def of(self, case: Case) -> "Record":
        """Return another game, to be played in the same way."""
        return replace(self, space=self.space.at(case.setting), before=case.before, played=unplayed(case.rounds))

    def on(self, rounds: Rounds) -> "Record":
        """Return the game with other rounds, and nothing before them."""
        return replace(self, played=unplayed(rounds), before=())


def unplayed(rounds: Rounds) -> tuple[Played, ...]:
    """Return rounds without answers."""
    return tuple([Played(x, None, label) for x, label in rounds])
