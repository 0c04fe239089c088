"""A person at the terminal: points are shown on standard error, and predictions are read from standard input."""

import sys
from io import TextIOWrapper
from typing import Any

from adversary.cli.terminal import print_line
from adversary.game.referee import Person
from learners.protocol import Fault, Label
from proofs.exact.errors import counted
from proofs.settings import Point, Setting

LABELS: dict[str, Label] = {"+": 1, "+1": 1, "1": 1, "-": -1, "-1": -1, "−": -1, "−1": -1}
"""What a person may type for a label."""

MAX_TRIES = 20
"""Lines that may be something else, in one round."""

MAX_LINE = 1_000
"""Characters of a line that are read at once."""


class PersonAtPrompt(Person):
    """A person who types + or -."""

    def __init__(self) -> None:
        self._setting: Setting
        self._space: Any = None
        self._total = ""
        self._round = self._mistakes = 0
        self._said: Label = 1
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def begin(self, setting: Setting, rounds: int | None, *, as_printed: bool = False) -> None:
        """Say what the game is about."""
        self._setting, self._total = setting, "" if rounds is None else f" of {rounds:,}"
        self._space = setting.everything
        for told in setting.announce(as_printed=as_printed):
            print_line(told)
        print_line("you see a point, type + or -, and then hear its label; Ctrl-D ends the game")

    def predict(self, x: Point) -> Label:
        """Show the point, and return what is typed. Raises Fault where nothing more comes, or no label ever."""
        self._round += 1
        print_line("")
        print_line(f"round {self._round:,}{self._total}: the point {self._setting.point_name(x)}")
        for _ in range(MAX_TRIES):
            typed = _typed("+ or -? ")
            if typed is None:
                print_line("")
                raise Fault("exited", f"the person left the game in round {self._round:,}")
            if typed in LABELS:
                self._said = LABELS[typed]
                return self._said
            print_line("type + or -, and then the Enter key")
        raise Fault("illegal label", f"the person typed no label in {MAX_TRIES} lines")

    def update(self, x: Point, y: Label) -> None:
        """Say what the label is."""
        self._mistakes += self._said != y
        verdict = "right" if self._said == y else f"a mistake, {self._mistakes:,} so far"
        self._space = self._setting.after(self._space, x, y)
        left = self._setting.left(self._space)
        more = "" if left is None else f"; {counted(left, 'concept')} left"
        print_line(f"  the label is {y:+d}: {verdict}{more}")


def _typed(prompt: str) -> str | None:
    """Return a line from standard input, or ``None`` where there is no more."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline(MAX_LINE) if sys.stdin else ""
    return line.strip() if line else None
