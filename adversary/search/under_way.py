"""Games that are played at the same time: one message to the learners' process has a turn of each game."""

from collections.abc import Sequence

from adversary.search.games.game import Asking
from learners.protocol import Fault, Label
from learners.runner.clock import CutShort
from learners.runner.runner import Runner, Turn

MAX_TOGETHER, FIRST_ALONE = 64, 10
"""Games that are under way at a time, and how many are played one by one before: what these find is easiest to read."""


class UnderWay:
    """A game that is played turn by turn.

    Attributes:
        turn: what it waits for an answer to, or ``None`` when it is over.
        past: the turns that were answered, by which it can be played again.
        runner: what runs its learner, once that was asked.
        stopped: what ended it early.

    """

    def __init__(self, asking: Asking[object]) -> None:
        self._asking = asking
        self.turn: Turn | None = next(asking, None)
        self.past: list[Turn] = []
        self.runner: Runner | None = None
        self.stopped: Fault | CutShort | None = None
        self.number = 0

    def stop(self, why: Fault | CutShort) -> None:
        """End it early."""
        self.turn, self.stopped = None, why

    def play_out(self, runner: Runner) -> None:
        """Replay the game so far, and then play it alone to its end, call by call."""
        self.runner = runner
        try:
            for turn in self.past:
                runner.turn(turn)
            while self.turn is not None:
                self.go_on(runner.turn(self.turn))
        except (Fault, CutShort) as why:
            self.stop(why)

    def go_on(self, labels: list[Label]) -> None:
        """Continue the game with the learner's answers of its turn."""
        if self.turn is not None:
            self.past.append(self.turn)
        try:
            self.turn = self._asking.send(labels)
        except StopIteration:
            self.turn = None


def take_turns(runner: Runner, games: Sequence[UnderWay]) -> None:
    """Take a turn in each of some games. Raises Fault or CutShort: then all of them have to be played again."""
    new = [game for game in games if game.runner is None]
    free = sorted({*range(len(games))} - {game.number for game in games if game.runner}) if new else ()
    for game, number in zip(new, free, strict=False):
        game.number, game.runner = number, runner
    turns = [(game.number, game.turn) for game in games if game.turn is not None]
    for game, labels in zip(games, runner.take_turns(turns), strict=True):
        if isinstance(labels, Fault):
            game.stop(labels)
        else:
            game.go_on(labels)
