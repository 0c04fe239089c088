"""Rounds that were played, again: a fresh learner's predictions on them, each label told after its prediction."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from adversary.search.counterexample import Played
from learners.checks.venue import Answers, Rounds
from learners.protocol import Fault, Label, View
from learners.rounds import Teacher, run_rounds
from learners.runner.client import ClientPlayer, Host
from learners.runner.clock import CutShort
from proofs.settings import Finite, Point, SearchSetting


@dataclass(frozen=True, slots=True)
class Replay:
    """A fresh learner's predictions on given rounds; ``fault`` says where it failed to go on, if it did."""

    played: tuple[Played, ...]
    fault: Fault | None = None

    @property
    def answers(self) -> Answers:
        """What it said."""
        return [entry.predicted for entry in self.played]

    @property
    def in_time(self) -> "Replay":
        """The game, of rounds that it has played before: a call that takes too long only now tells nothing.

        Raises:
            CutShort: one has.

        """
        if self.fault and self.fault.kind == "timeout":
            raise CutShort(f"{self.fault.detail}, but it did when these rounds were first played")
        return self


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


def replay(  # noqa: PLR0913 - who plays what, and how
    host: Host,
    setting: SearchSetting,
    rounds: Rounds,
    sees: View | None = None,
    beside: Rounds = (),
    *,
    ahead: bool = False,
) -> Replay:
    """Play given rounds to a fresh learner, each label after its prediction. Raises CutShort.

    ``beside`` are rounds, of the same points, that another learner in the same process is taught after each of them;
    if it fails there, that does not matter: perhaps no target explains them. ``ahead`` is for rounds that are not
    expected to fail: the next point comes with a label. If they fail they are played again without that.
    """
    points, numbers = numbered(setting, rounds)
    played: list[Played] = []

    def teach(_: Point, said: Label) -> Label:
        played[-1] = replace(played[-1], predicted=said)
        return played[-1].label

    def shown() -> Iterator[tuple[Point, Teacher[Point, Label]]]:
        for x, label in rounds:
            played.append(Played(x, None, label))
            yield numbers[x], teach

    try:
        host.begin(setting, points, sees)
        other = [(numbers[x], label) for x, label in beside]
        player = _Ahead(host, [numbers[x] for x, _ in rounds]) if ahead else ClientPlayer(host)
        for _ in run_rounds(player, shown()):
            if other:
                try:
                    host.branches([other], 0)
                except Fault as fault:
                    if fault.kind == "timeout":
                        raise
    except Fault as fault:
        if ahead and fault.kind in ("raised", "illegal label"):  # its process goes on
            return replay(host, setting, rounds, sees, beside)
        return Replay(tuple(played), fault)
    return Replay(tuple(played))


def numbered(setting: SearchSetting, rounds: Iterable[tuple[Point, Label]]) -> tuple[list[Point], dict[Point, int]]:
    """Return the points that a learner is made with to play these rounds, and the numbers by which it is shown them."""
    points = list(dict.fromkeys(x for x, _ in rounds))
    if isinstance(setting, Finite):
        return [], {x: x for x in points if isinstance(x, int)}
    return points, {x: number for number, x in enumerate(points)}
