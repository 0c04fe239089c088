"""Rounds that were played, again: a fresh learner's predictions on them, each label told after its prediction."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from adversary.search.counterexample import Played
from adversary.search.record import Record
from learners.checks.venue import Rounds
from learners.protocol import Fault, Label
from learners.rounds import Teacher, run_rounds
from learners.runner.client import ClientPlayer, Host
from learners.runner.clock import CutShort
from proofs.settings import Point


class _Ahead(ClientPlayer):
    """Is shown each point together with the label of the one before: half as many messages, which take most of a grade.

    A fault may then be the update's or the next prediction's.
    """

    def __init__(self, host: Host, points: Iterable[Point]) -> None:
        super().__init__(host)
        self._host, self._points, self._said = host, iter(points), list[Label]()
        next(self._points, None)

    def predict(self, x: Point) -> Label:
        return self._said.pop() if self._said else super().predict(x)

    def update(self, x: Point, y: Label) -> None:  # noqa: ARG002 - it is the point that was just shown
        self._said = self._host.tell(y, [*islice(self._points, 1)])


def replay(host: Host, game: Record, beside: Rounds = (), *, ahead: bool = False) -> Record:
    """Play the rounds of a game to a fresh learner, each label after its prediction. Raises CutShort.

    ``beside`` are rounds, of the same points, that another learner in the same process is taught after each of them;
    if it fails there, that does not matter: perhaps no target explains them. ``ahead`` is for rounds that are not
    expected to fail: the next point comes with a label. If they fail they are played again without that.
    """
    points, numbers = game.space.numbered(x for x, _ in game.rounds)
    played: list[Played] = []

    def teach(_: Point, said: Label) -> Label:
        played[-1] = replace(played[-1], predicted=said)
        return played[-1].label

    def shown() -> Iterator[tuple[Point, Teacher[Point, Label]]]:
        for x, label in game.rounds:
            played.append(Played(x, None, label))
            yield numbers[x], teach

    try:
        host.begin(game.setting, points, game.space.sees)
        other = [(numbers[x], label) for x, label in beside]
        player = _Ahead(host, [numbers[x] for x, _ in game.rounds]) if ahead else ClientPlayer(host)
        for _ in run_rounds(player, shown()):
            if other:
                try:
                    host.branches([other], 0)
                except Fault as fault:
                    if fault.kind == "timeout":
                        raise
    except Fault as fault:
        if ahead and fault.kind in ("raised", "illegal label"):  # its process goes on
            return replay(host, game, beside)
        return replace(game, played=tuple(played), fault=fault)
    return replace(game, played=tuple(played), fault=None)


def in_time(again: Record) -> Record:
    """Return a game whose rounds have been played before: a call that takes too long only now tells nothing.

    Raises:
        CutShort: one has.

    """
    if again.fault and again.fault.kind == "timeout":
        raise CutShort(f"{again.fault.detail}, but it did when these rounds were first played")
    return again
