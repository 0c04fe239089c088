"""Beam search in a search space: at each level the most promising games get one more round.

A game is a list of rounds. Most labels are the opposite of the learner's prediction. Some agree with it, because some
learners also change in rounds that they get right. To learn a prediction after a game, a fresh learner plays the game
from the start. As long as no level has more games than are kept, the search plays all games on a finite class. A game
that it finds is only a hint, and has to be played again.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from adversary.search.games.game import LEAST_POTENTIAL
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import SearchState
from learners.protocol import Label, opposite
from learners.runner.runner import Runner
from proofs.formats.trace import Round

RIGHT_ROUNDS = 0.2  # the part of the games kept that go on with a round that the learner gets right


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """A partial game: its rounds, the answers, and the state after them."""

    rounds: tuple[tuple[int, Label], ...]
    said: tuple[Label, ...]
    state: SearchState
    views: tuple[Label, ...] = ()  # what the learner says of every point, after the rounds


_Move = tuple[float, bool, GameSoFar, int, Label]
"""Potential, whether it is a mistake, the game so far, and the round: point and label."""


@dataclass
class Beam:
    """The search.

    ``games`` counts those that were played, and ``exhaustive`` is up to how many rounds all were, on a finite class.
    ``pending`` are the games that were played last: where the learner failed, it failed in one of them.
    """

    runner: Runner
    space: SearchSpace
    random: Random
    width: int
    games: int = 0
    rounds: int = 0
    exhaustive: int = 0
    pending: list[tuple[tuple[int, Label], ...]] = field(default_factory=list)
    _asked: int = 0

    def __post_init__(self) -> None:
        if "margin_squared" in self.runner.asks:
            self.space = replace(self.space, told=True)

    def levels(self, depth: int, most_rounds: float = math.inf) -> Iterator[list[Round]]:
        """Yield, level by level, the most promising game with one more round.

        No level is begun after so many rounds, those counted in which the learner only predicts.

        Raises:
            Fault, CutShort: as ``Client``.

        """
        kept = [GameSoFar((), (), self.space.start())]
        complete = self.space.complete
        for level in range(depth):
            if self._asked > most_rounds:
                return
            self.runner.begin(self.space.setting, self.space.named, self.space.sees)  # others may have played meanwhile
            kept = self._viewed(kept)
            candidates = self._candidates(kept)
            complete = complete and len(candidates) <= self.width
            self.exhaustive = level + 1 if complete else self.exhaustive
            kept = self._after([*candidates] if complete else self._chosen(candidates))
            if not kept:
                return
            yield self._played(max(kept, key=lambda game: game.state.mistakes) if complete else kept[0])

    def _viewed(self, games: list[GameSoFar]) -> list[GameSoFar]:
        self.pending = [game.rounds for game in games]
        self.games += len(games)
        self.rounds += sum(len(game.rounds) for game in games)
        self._asked += sum(len(game.rounds) + self.space.points for game in games)
        answers = self.runner.branches([game.rounds for game in games], self.space.points)
        return [
            replace(game, views=tuple(labels[len(game.rounds) :])) for game, labels in zip(games, answers, strict=True)
        ]

    def _candidates(self, games: list[GameSoFar]) -> list[_Move]:
        """Return every game with one more round that some target explains."""
        least = 0 if self.space.complete else LEAST_POTENTIAL
        moves = list[_Move]()
        for game in games:
            labelings = [opposite(label) for label in game.views], game.views
            potentials = self.space.potentials(game.state, *labelings, least=least)
            for mistake, labels, values in zip((True, False), labelings, potentials, strict=True):
                moves += [
                    (potential, mistake, game, number, labels[number])
                    for number, potential in enumerate(values.tolist())
                    if potential > least
                ]
        return moves

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

    def _after(self, moves: list[_Move]) -> list[GameSoFar]:
        games = []
        for _, mistake, game, number, label in moves:
            state = self.space.after(game.state, number, label, mistake=mistake)
            games.append(GameSoFar((*game.rounds, (number, label)), (*game.said, game.views[number]), state))
        return games

    def _played(self, game: GameSoFar) -> list[Round]:
        return [
            Round(self.space.pool[number], predicted, label)
            for (number, label), predicted in zip(game.rounds, game.said, strict=True)
        ]
