"""A search among all games in an arena: level by level, the most promising ones are played on.

A game is a list of rounds, each labeled against the learner's prediction (or, now and then, for it: some learners are
changed by rounds that they get right). To see what the learner says after a game, a fresh one plays it from the start.
As long as no level has more games than are kept, all games on a finite class are played. What is found is only a hint,
which has to be played again.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from adversary.search.counterexample import Played
from adversary.search.games import LEAST_POTENTIAL
from adversary.search.spaces import Arena, Scene
from learners.protocol import Label
from learners.sandbox.client import Client
from proofs.formats.settings import Finite, Halfspaces, Setting

RIGHT_ROUNDS = 0.2
"""The part of the games kept that go on with a round that the learner gets right."""


@dataclass(frozen=True, slots=True)
class _Game:
    rounds: tuple[tuple[int, Label], ...]
    said: tuple[Label, ...]
    scene: Scene
    views: tuple[Label, ...] = ()  # what the learner says of every point, after the rounds


_Move = tuple[float, bool, _Game, int, Label]
"""Potential, whether it is a mistake, the game so far, and the round: point and label."""


@dataclass
class Beam:
    """The search.

    ``games`` counts those that were played, and ``exhaustive`` is up to how many rounds all were, on a finite class.
    ``pending`` are the games that were played last: where the learner failed, it failed in one of them.
    """

    host: Client
    arena: Arena
    setting: Setting
    random: Random
    width: int = 60
    games: int = 0
    rounds: int = 0
    exhaustive: int = 0
    pending: list[tuple[tuple[int, Label], ...]] = field(default_factory=list)
    _asked: int = 0

    def levels(self, depth: int, most_rounds: float = math.inf) -> Iterator[list[Played]]:
        """Yield, level by level, the most promising game with one more round.

        No level is begun after so many rounds, those counted in which the learner only predicts.

        Raises:
            Fault, CutShort: as ``Client``.

        """
        pool = self.arena.pool if isinstance(self.setting, Halfspaces) else ()
        self.host.begin(self.setting, pool, self.arena.sees)
        kept = [_Game((), (), self.arena.start())]
        complete = isinstance(self.setting, Finite)  # the targets of other arenas are not all there are
        for level in range(depth):
            if self._asked > most_rounds:
                return
            kept = self._viewed(kept)
            candidates = self._candidates(kept)
            complete = complete and len(candidates) <= self.width
            self.exhaustive = level + 1 if complete else self.exhaustive
            kept = self._after([*candidates] if complete else self._chosen(candidates))
            if not kept:
                return
            yield self._played(max(kept, key=lambda game: game.scene.mistakes) if complete else kept[0])

    def _viewed(self, games: list[_Game]) -> list[_Game]:
        self.pending = [game.rounds for game in games]
        self.games += len(games)
        self.rounds += sum(len(game.rounds) for game in games)
        self._asked += sum(len(game.rounds) + self.arena.points for game in games)
        answers = self.host.branches([game.rounds for game in games], self.arena.points)
        return [
            _Game(game.rounds, game.said, game.scene, tuple(said[len(game.rounds) :]))
            for game, said in zip(games, answers, strict=True)
        ]

    def _candidates(self, games: list[_Game]) -> list[_Move]:
        """Return every game with one more round that some target explains."""
        told = self.setting.margin_squared if self._is_told else None  # type: ignore[union-attr]
        found = list[_Move]()
        for game in games:
            contrary: list[Label] = [-1 if label == 1 else 1 for label in game.views]
            for mistake, labels in ((True, contrary), (False, list(game.views))):
                potentials = self.arena.potentials(game.scene, labels, told)
                legal = [int(number) for number in np.flatnonzero(potentials > 0)]
                found += [(float(potentials[number]), mistake, game, number, labels[number]) for number in legal]
        return found

    @property
    def _is_told(self) -> bool:
        return isinstance(self.setting, Halfspaces) and "margin_squared" in self.host.asks

    def _chosen(self, candidates: list[_Move]) -> list[_Move]:
        """Return the most promising moves, each set of rounds once, and some that the learner gets right, at random."""
        promising = [move for move in candidates if move[0] > LEAST_POTENTIAL]
        order = sorted(promising, key=lambda move: -move[0] - 1e-6 * self.random.random())
        right = [move for move in order if not move[1] and move[2].rounds]
        spared = self.random.sample(right, min(len(right), int(self.width * RIGHT_ROUNDS)))
        chosen, seen = list[_Move](), set[frozenset[tuple[int, Label]]]()
        for move in order:
            key = frozenset((*move[2].rounds, (move[3], move[4])))
            if move[1] and key not in seen:
                seen.add(key)
                chosen.append(move)
            if len(chosen) >= self.width - len(spared):
                break
        return [*chosen, *spared]

    def _after(self, moves: list[_Move]) -> list[_Game]:
        found = []
        for _, mistake, game, number, label in moves:
            scene = self.arena.after(game.scene, number, label, mistake=mistake)
            found.append(_Game((*game.rounds, (number, label)), (*game.said, game.views[number]), scene))
        return found

    def _played(self, game: _Game) -> list[Played]:
        return [
            Played(self.arena.pool[number], said, label)
            for (number, label), said in zip(game.rounds, game.said, strict=True)
        ]
