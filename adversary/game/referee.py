"""The rounds of a game between a player, who may be a person, and an adversary: recorded and counted one by one."""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import islice, repeat
from typing import Any

from adversary.progress import Bar
from adversary.strategies.protocol import Adversary
from learners.protocol import Fault, Label, Player, Prediction, run_rounds
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import Rational
from proofs.formats.trace import ROUNDS_AT_ONCE, TraceWriter, Transcript, loss
from proofs.settings import Point, Setting

LABELS: dict[str, Label] = {"+": 1, "+1": 1, "1": 1, "-": -1, "-1": -1, "−": -1, "−1": -1}
"""What a person may type for a label."""

MAX_TRIES = 20
"""Lines that may be something else, in one round."""

MAX_LINE = 1_000
"""Characters of a line that are read at once."""


class Person:
    """A person who predicts: points are shown on standard error, and predictions are read from standard input.

    What a person does cannot be replayed. So the trace of such a game never claims a run bound. It claims that the game
    is realizable, and the number of mistakes that is forced on every deterministic learner. A subclass can show the
    points elsewhere.
    """

    text = "a person"
    """What the trace calls every person."""

    def __init__(self) -> None:
        self._setting: Setting
        self._space: Any = None
        self._total = ""
        self._round = self._mistakes = 0
        self._said: Label = 1
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def begin(self, setting: Setting, rounds: int | None, *, as_printed: bool = False) -> None:
        """Print the setting of the game."""
        self._setting, self._total = setting, "" if rounds is None else f" of {rounds:,}"
        self._space = setting.everything
        for line in setting.announce(as_printed=as_printed):
            _say(line)
        _say("you see a point, type + or -, and then hear its label; Ctrl-D ends the game")

    def predict(self, x: Point) -> Label:
        """Show the point, and return the label that is typed. Raises Fault if input ends or no label is typed."""
        self._round += 1
        _say("")
        _say(f"round {self._round:,}{self._total}: the point {self._setting.point_name(x)}")
        for _ in range(MAX_TRIES):
            typed = _typed()
            if typed is None:
                _say("")
                raise Fault("exited", f"the person left the game in round {self._round:,}")
            if typed in LABELS:
                self._said = LABELS[typed]
                return self._said
            _say("type + or -, and then the Enter key")
        raise Fault("illegal label", f"the person typed no label in {MAX_TRIES} lines")

    def update(self, x: Point, y: Label) -> None:
        """Print the label."""
        self._mistakes += self._said != y
        verdict = "right" if self._said == y else f"a mistake, {self._mistakes:,} so far"
        self._space = self._setting.after(self._space, x, y)
        concepts = self._setting.left(self._space)
        more = "" if concepts is None else f"; {counted(concepts, 'concept')} left"
        _say(f"  the label is {y:+d}: {verdict}{more}")

    def close(self) -> None:
        """Do nothing: a person has no process."""


def _say(line: str) -> None:
    sys.stderr.write(f"{one_line(line, 1_000)}\n")


def _typed() -> str | None:
    """Return a line from standard input, or ``None`` at its end."""
    sys.stderr.write("+ or -? ")
    sys.stderr.flush()
    line = sys.stdin.readline(MAX_LINE) if sys.stdin else ""
    return line.strip() if line else None


def play_rounds(  # noqa: PLR0913 - who plays, in what, and where it is recorded
    player: Player[Point, Prediction],
    adversary: Adversary,
    setting: Setting,
    record: TraceWriter,
    bar: Bar,
    *,
    oblivious: bool = False,
) -> Transcript:
    """Play until the adversary has no more points or the learner forfeits; record and count the rounds.

    A randomized learner flips no coin: the adversary is told which label is more probable, +1 where both are, so that
    the expected mistakes on its sequence are exact. An ``oblivious`` one is told nothing.

    The transcript has no rounds, which are in the record, and no target yet.
    """
    answer, waiting = adversary.label, record.waiting
    says_labels = getattr(player, "calls", None) is not None

    def label(x: Point, predicted: Prediction) -> Label:
        if isinstance(predicted, int):
            return answer(x, predicted)
        return answer(x, None if oblivious else 1 if 2 * predicted >= 1 else -1)  # it is the probability of +1

    teacher = answer if says_labels else label  # without a call in every round
    played = run_rounds(player, zip(points_of(adversary), repeat(teacher)))
    rounds, fault, more = 0, None, True
    mistakes: Rational = 0
    bar.under_way = waiting
    while more and not fault:
        try:
            waiting.extend(islice(played, ROUNDS_AT_ONCE))
        except Fault as error:  # the rounds before it are kept
            fault = str(error)
        more = len(waiting) == ROUNDS_AT_ONCE
        rounds += len(waiting)
        mistakes += sum(
            [
                prediction != truth if type(prediction) is int else loss(prediction, truth)
                for _, prediction, truth in waiting
            ]
        )
        record.flush()
        bar.done = rounds
    return Transcript(setting, rounds, mistakes, (), fault=fault)


def points_of(adversary: Adversary) -> Iterator[Any]:
    """Yield the points of an adversary, one at a time."""
    return iter(adversary.next_point, None)
