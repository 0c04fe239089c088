"""A learner as the players of its games: here or in a process of its own, as its kind demands."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from learners.loading.sources import Source
from learners.protocol import Fault, Label, Prediction
from learners.rounds import Player
from learners.runner.child import LIMITS, Limits
from learners.runner.client import Client, WorkerPlayer
from learners.runner.local import open_local
from learners.runner.program import ProgramPlayer
from proofs.settings import Point, Setting


class GamePlayer(Player[Point, Prediction], Protocol):
    """What the referee talks to."""

    def close(self) -> None:
        """End the learner and whatever runs for it."""
        ...


class IsolatedPlayer(GamePlayer, Protocol):
    """A player in a process of its own, which can also be asked about rounds that are over."""

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Prediction]:
        """Play recorded rounds, (point as JSON text, label), and yield the learner's predictions."""
        ...


@dataclass(frozen=True, slots=True)
class Contestant:
    """A learner in a setting, within its limits, from which the players of a game and of its replays are made."""

    source: Source
    setting: Setting
    limits: Limits = LIMITS

    def player(self, hash_seed: int) -> GamePlayer:
        """Make a fresh player for a game; a file's or a program's code never runs in this process.

        Raises:
            InputError: the learner cannot be loaded.
            Fault: its constructor failed, or its process hangs or ends while loading.

        """
        if self.source.plays_apart:
            return self.isolated(hash_seed)
        return open_local(self.source.again(), self.setting)  # as a replay: nothing was made of it before

    def isolated(self, hash_seed: int) -> IsolatedPlayer:
        """Make a fresh player in a process of its own. Raises as ``player``."""
        kind = ProgramPlayer if self.source.kind == "program" else WorkerPlayer
        return kind(self.source, self.setting, self.limits, hash_seed)


def see_loadable(sources: Iterable[Source], setting: Setting) -> None:
    """Raise InputError if somebody's file cannot be loaded, whatever it plays; its code runs in its own process.

    No learner is made, so that what else is wrong, such as that it does not suit the setting, its games will say; as
    they will of one that hangs.
    """
    for source in dict.fromkeys(source for source in sources if source.kind == "file"):
        with suppress(Fault):
            Client(source, setting, LIMITS, hash_seed=1, makes=False).close()
