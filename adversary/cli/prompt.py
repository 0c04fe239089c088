"""A person at the terminal: points are shown on standard error, and predictions are read from standard input."""

import sys
from io import TextIOWrapper

from adversary.cli.terminal import print_line
from adversary.game.person import Person
from adversary.search.counterexample import point_text
from learners.protocol import Fault, Label
from proofs.exact.errors import counted
from proofs.settings import Finite, Hinge, Point, Setting
from proofs.solvers.spaces import Universe, whole_class

LABELS: dict[str, Label] = {"+": 1, "+1": 1, "1": 1, "-": -1, "-1": -1, "−": -1, "−1": -1}
"""What a person may type for a label."""

MAX_TRIES = 20
"""Lines that may be something else, in one round."""

MAX_NAMED = 16
"""Concepts of a class that are told at the beginning."""

MAX_LINE = 1_000
"""Characters of a line that are read at once."""


class PersonAtPrompt(Person):
    """A person who types + or -."""

    def __init__(self) -> None:
        self._setting: Setting
        self._universe: Universe
        self._total = ""
        self._round = self._mistakes = self._space = 0
        self._said: Label = 1
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def begin(self, setting: Setting, rounds: int | None, *, as_printed: bool = False) -> None:
        """Say what the game is about."""
        self._setting, self._total = setting, "" if rounds is None else f" of {rounds:,}"
        if isinstance(setting, Finite):
            table = setting.concept_class
            self._universe = whole_class(table, setting.lies)
            self._space = self._universe.everything
            but = f" but at most {setting.lies}" if setting.lies else ""
            game = (
                f"some concept of {table.name} explains all labels{but}: {counted(table.size, 'concept')} on "
                f"{counted(table.points, 'point')}"
            )
        elif isinstance(setting, Hinge):
            game = (
                f"some u explains the labels but for a budget: ‖u‖² ≤ {setting.norm_squared}, and its hinge losses "
                f"max(0, 1 − y⟨u,x⟩) sum to at most {setting.hinge}, in dimension {setting.dimension:,}"
            )
        else:
            says = "the notes claim, which the judge will check, that " if as_printed else ""
            game = (
                f"{says}some v explains all labels: ‖v‖² ≤ 1, and y⟨v,x⟩ ≥ δ, where δ² = {setting.margin_squared}, "
                f"in dimension {setting.dimension:,}"
            )
        print_line(game)
        if isinstance(setting, Finite) and setting.concept_class.size <= MAX_NAMED:
            table = setting.concept_class
            print_line(f"these are {', '.join(map(table.concept_name, range(table.size)))}")
        if isinstance(setting, Finite) and setting.order is not None:
            from adversary.views.words import order_text

            print_line(f"the points will be {order_text(setting)}, in this order")
        print_line("you see a point, type + or -, and then hear its label; Ctrl-D ends the game")

    def predict(self, x: Point) -> Label:
        """Show the point, and return what is typed. Raises Fault where nothing more comes, or no label ever."""
        self._round += 1
        shown = point_text(self._setting, x)
        point = shown if isinstance(self._setting, Finite) else f"the point {shown}"
        print_line("")
        print_line(f"round {self._round:,}{self._total}: {point}")
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
        left = ""
        if isinstance(self._setting, Finite) and isinstance(x, int):
            self._space = self._universe.after(self._space, x, y)
            left = f"; {counted(self._space.bit_count(), 'concept')} left"
        print_line(f"  the label is {y:+d}: {verdict}{left}")


def _typed(prompt: str) -> str | None:
    """Return a line from standard input, or ``None`` where there is no more."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline(MAX_LINE) if sys.stdin else ""
    return line.strip() if line else None
