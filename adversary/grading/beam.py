"""A search among all games in an arena: level by level, the most promising ones are played on.

A game is a list of rounds, each labeled against the learner's prediction (or, now and then, for it: some learners are
changed by rounds that they get right). To see what the learner says after a game, a fresh one plays it from the start.
As long as no level has more games than are kept, the search is exhaustive; what it finds is only a hint, which has to
be played again.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from adversary.grading.arena import Arena, Scene
from adversary.grading.counterexample import Played
from adversary.grading.games import LEAST_POTENTIAL
from learners.host import Host
from learners.protocol import Label
from proofs.settings import Halfspaces, Setting

RIGHT_ROUNDS = 0.2
"""The part of the games kept that go on with a round that the learner gets right."""


@dataclass(frozen=True, slots=True)
class _Game:
    rounds: tuple[tuple[int, Label], ...]
    said: tuple[Label, ...]
    scene: Scene
    views: tuple[Label, ...] = ()  # what the learner says of every point, after the rounds


@dataclass
class Beam:
    """The search.

    ``games`` counts those that were played, and ``exhaustive`` is up to how many rounds all were. ``pending`` are the
    games that were played last: where the learner failed, it failed in one of them.
    """

    host: Host
    arena: Arena
    setting: Setting
    random: Random
    width: int = 60
    games: int = 0
    rounds: int = 0
    exhaustive: int = 0
    pending: list[tuple[tuple[int, Label], ...]] = field(default_factory=list)

    def levels(self, depth: int, deadline: float) -> Iterator[list[Played]]:
        """Yield, level by level, the most promising game with one more round. Raises Fault."""
        pool = self.arena.pool if isinstance(self.setting, Halfspaces) else ()
        self.host.begin(self.setting, pool, self.arena.sees)
        kept = [_Game((), (), self.arena.start())]
        complete = True
        for level in range(depth):
            if time.monotonic() > deadline:
                return
            kept = self._viewed(kept)
            candidates = self._candidates(kept)
            complete = complete and len(candidates) <= self.width
            self.exhaustive = level + 1 if complete else self.exhaustive
            kept = self._chosen(candidates)
            if not kept:
                return
            yield self._played(kept[0])

    def _viewed(self, games: list[_Game]) -> list[_Game]:
        self.pending = [game.rounds for game in games]
        self.games += len(games)
        self.rounds += sum(len(game.rounds) for game in games)
        answers = self.host.branches([game.rounds for game in games], self.arena.points)
        return [
            _Game(game.rounds, game.said, game.scene, tuple(said[len(game.rounds) :]))
            for game, said in zip(games, answers, strict=True)
        ]

    def _candidates(self, games: list[_Game]) -> list[tuple[float, bool, _Game, int, Label]]:
        """Return every game with one more round, as (potential, whether it is a mistake, game, point, label)."""
        told = self.setting.margin_squared if self._is_told else None  # type: ignore[union-attr]
        found = list[tuple[float, bool, _Game, int, Label]]()
        for game in games:
            contrary: list[Label] = [-1 if label == 1 else 1 for label in game.views]
            potentials = self.arena.potentials(game.scene, contrary, told)
            wrong = [int(number) for number in np.flatnonzero(potentials > LEAST_POTENTIAL)]
            found += [(float(potentials[number]), True, game, number, contrary[number]) for number in wrong]
            number = self.random.randrange(self.arena.points)
            right = self.arena.potentials(game.scene, game.views, told)[number]
            if game.rounds and right > LEAST_POTENTIAL:
                found.append((float(right), False, game, number, game.views[number]))
        return found

    @property
    def _is_told(self) -> bool:
        return isinstance(self.setting, Halfspaces) and "margin_squared" in self.host.asks

    def _chosen(self, candidates: list[tuple[float, bool, _Game, int, Label]]) -> list[_Game]:
        order = sorted(candidates, key=lambda entry: -entry[0] - 1e-6 * self.random.random())
        wrong = [entry for entry in order if entry[1]]
        right = [entry for entry in order if not entry[1]]
        spared = min(len(right), max(int(self.width * RIGHT_ROUNDS), self.width - len(wrong)))
        chosen, seen = list[_Game](), set[frozenset[tuple[int, Label]]]()
        for _, mistake, game, number, label in [*wrong[: 4 * self.width], *right[:spared]]:
            rounds = (*game.rounds, (number, label))
            if len(candidates) > self.width and mistake:
                if len(chosen) >= self.width - spared or (key := frozenset(rounds)) in seen:
                    continue
                seen.add(key)
            scene = self.arena.after(game.scene, number, label, mistake=mistake)
            chosen.append(_Game(rounds, (*game.said, game.views[number]), scene))
        return chosen

    def _played(self, game: _Game) -> list[Played]:
        return [
            Played(self.arena.pool[number], said, label)
            for (number, label), said in zip(game.rounds, game.said, strict=True)
        ]
