"""A judged file as pages, figures and tables need it. Each setting has a subclass, in a module of its own.

Numbers have an exact text for people, and a float to draw with, of which nothing is claimed.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, sqrt
from typing import Any, ClassVar, Literal, Self

from adversary.game.judge import Verdict
from adversary.views.game.recording import Recording
from adversary.views.markup import latex_text
from adversary.views.words import statement_numbers
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.solvers.budget import Budget

STATEMENTS = (
    "(1: the target is legal and {legal}; 2: this learner makes so many mistakes on this sequence; "
    "3: every deterministic learner{told} makes at least as many as is said{within}.)"
)
"""What the numbers of statements mean, for a caption."""

Bound = tuple[str, int]
"""What a theorem, or a grader, says of the mistakes of a game, and the number."""


TexRow = list[str]
"""Cells of a table, in LaTeX."""


Growth = tuple[str, Sequence[float], str, float, str]
"""What grows from round to round, its values, what they are called, the limit, and what that is called."""

MAX_BITS = 128
"""Of a numerator or a denominator that is written out; longer ones nobody reads."""

LARGEST = 1e300
"""What is drawn in the place of numbers that no float can hold."""


@dataclass(frozen=True)
class GameView(ABC):
    """A file that is shown: ``data`` has what its page has, plain JSON values with texts of one printable line each."""

    title: str
    data: dict[str, Any]
    findings: Verdict

    charts: ClassVar[Sequence[str]]
    """The charts that there may be, the one that is drawn by default first."""

    lacks: ClassVar[Mapping[str, str]]
    """The charts that there never are, each with the reason."""

    @classmethod
    @abstractmethod
    def rounds(cls, recording: Recording, findings: Verdict, budget: Budget) -> dict[str, Any]:
        """Return what a page has of a recorded game: its rounds, target and setting, and what theorems compare."""

    @property
    @abstractmethod
    def compared_by(self) -> tuple[object, ...]:
        """What two games have in common that can be compared, whatever their setting is called."""

    @property
    @abstractmethod
    def about(self) -> str:
        """What the game is about, for a caption."""

    @abstractmethod
    def counts(self) -> list[float]:
        """Return the mistakes after each round; expected ones of a learner that tosses coins."""

    @abstractmethod
    def theorems(self, *, alone: bool) -> list[Bound]:
        """Return what theorems say of the setting, and, of a game that is ``alone`` in a chart, of its rounds."""

    @property
    def setting(self) -> Any:
        """The ``Setting`` that the file is about."""
        return self.findings.setting

    @property
    def kind(self) -> Literal["game", "certificate", "counterexample"]:
        """Return what the file is, in a word."""
        if "certificate" in self.data:
            return "certificate"
        return "counterexample" if "story" in self.data else "game"

    @property
    def facts(self) -> dict[str, Any]:
        """What a program is told of the file, as plain JSON values."""
        judged = {key: self.data["verdict"][key] for key in ("valid", "reason")}
        return self.findings.to_json() | judged | self.findings.unusual | {"kind": self.kind}

    @property
    def name(self) -> str:
        """Return what a sentence calls the file."""
        if (story := self.data.get("story")) is None:
            return self.title
        return f"{self.data['learner']}: a counterexample" + (f" to {story['bound']}" if story["bound"] else "")

    @property
    def setting_text(self) -> str:
        """All that sets the game apart, for the caption of several."""
        return self.about

    @property
    def rank_letter(self) -> str:
        """What the rank of a version space is called: in an announced order A, with lies D, else L."""
        return "A" if self.setting.order else "D" if self.setting.lies else "L"

    @property
    def proved(self) -> str:
        """Return which of the three statements the file proves, by their numbers; others by their names."""
        return statement_numbers(self.data["verdict"]["statements"])

    @property
    def forced_on_all(self) -> int | None:
        """How many mistakes are proved to be forced on all deterministic learners (that are told its order, if any)."""
        forced: int | None = self.findings.proved(self.setting.lower_statement)
        return forced

    def bounds(self, *, alone: bool) -> list[Bound]:
        """Return what theorems, or a grader, say of the mistakes."""
        bounds, story = self.theorems(alone=alone), self.data.get("story")
        if story is None or story["allowed"] is None:
            return bounds
        others = [bound for bound in bounds if bound[1] != story["allowed"]]
        return [(f"allowed, says the {story['by']}", story["allowed"]), *others]

    def allowed_so_far(self) -> list[float]:
        """Return how many mistakes a theorem allows after each round, if one does."""
        return []

    @abstractmethod
    def tex_rounds(self) -> tuple[tuple[TexRow, list[TexRow]], list[str]]:
        """Return the titles and the rounds of a table for papers, and what it leaves out, a sentence each."""

    @property
    def rank_note(self) -> str:
        """What a table says of the ranks of version spaces, other than L."""
        return ""

    def growth(self) -> Growth:
        """Return what the target has spent of its budget. Raises InputError if that does not grow."""
        why = "its target is not δ times the labeled sum of orthonormal points, so that no norm² grows with the rounds"
        raise self.unfit("budget", why)

    def statements_text(self) -> str:
        """Return what the numbers of statements mean in this setting."""
        return STATEMENTS.format(legal="explains every label", told="", within="")

    def unfit(self, chart: str, why: str) -> InputError:
        """Return the error for a chart that cannot be drawn of the file."""
        return InputError(f"no {chart} of {self.name}: {why}")

    @classmethod
    def of_trace(cls, data: dict[str, Any], recording: Recording, findings: Verdict, budget: Budget) -> Self:
        """Return what is shown of a game; ``data`` is what pages of all settings have."""
        rounds = cls.rounds(recording, findings, budget)
        title = f"{data['learner']} against {data['adversary']}"
        return cls(title, data | {"kind": findings.setting.kind} | rounds, findings)


def number_text(value: Rational) -> str:
    """Return a rational as text: exactly, or nearly if it is long."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS:
        return str(value)
    near = drawn(value)
    return f"≈{near:.6g}" if abs(near) < LARGEST else f"{'above ' if near > 0 else 'below -'}1e300"


def drawn(value: Rational) -> float:
    """Return the float to draw a rational with."""
    try:
        return max(-LARGEST, min(LARGEST, float(value)))
    except OverflowError:
        return LARGEST if value > 0 else -LARGEST


def drawn_root(value: Rational) -> float:
    """Return the float to draw √value with, or −√−value below 0."""
    found = drawn(value)
    return copysign(sqrt(abs(found)), found)


def tex_label(label: int, *, wrong: bool = False) -> str:
    """Return a label or a prediction in LaTeX, bold where it is wrong."""
    shown = latex_text("+1" if label == 1 else "−1")
    return rf"\textbf{{{shown}}}" if wrong else shown


def forfeits(games: Sequence[GameView]) -> list[str]:
    """Return which learners gave no answer after their last round, and why: a sentence each."""
    return [f"{game.data['learner']} then forfeits: {game.data['fault']}." for game in games if game.data["fault"]]
