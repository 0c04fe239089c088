"""A recorded game, and a judged file as pages, figures and tables need it. Each setting has a subclass of its view.

A number has an exact text for people, and a float that is used only for drawing.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import copysign, sqrt
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from adversary.game.judge import Verdict
from adversary.search.counterexample import Weighed
from adversary.views.markup import latex_text
from adversary.views.words import statement_numbers
from learners.loading.sources import find
from learners.protocol import Label, Prediction
from learners.registry import LEARNERS
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_rational
from proofs.exact.vectors import Target
from proofs.formats.trace import RoundLine, read_foreign_vector
from proofs.solvers.budget import Budget

GameRound = tuple[Any, Prediction, Label]
"""The point, which is a vector, or a number on a class; what was predicted; and the label."""

Bound = tuple[str, Rational]
"""What a theorem, or a grader, says of the mistakes of a game, and the number."""


TexRow = list[str]
"""Cells of a table, in LaTeX."""


MAX_BITS = 128
"""Of a numerator or a denominator that is written out; longer ones nobody reads."""

LARGEST = 1e300
"""What is drawn in the place of numbers that no float can hold."""


class Recording(NamedTuple):
    """The first and the last line of a trace, and the rounds between them; w, where a learner has shown its own."""

    header: dict[str, Any]
    rounds: list[GameRound]
    footer: dict[str, Any]
    weights: Weighed | None = None

    @property
    def target(self) -> Target | None:
        """The halfspace that was offered in the end, if there is one."""
        if (line := self.footer["target"]) is None:
            return None
        direction = read_foreign_vector([(index, text) for index, text in line["direction"]])
        return Target(direction, read_rational(line["scale_squared"]))


def read_recording(trace: str | Path) -> Recording:
    """Read the lines of a trace of which a checker says what it proves. Raises InputError."""
    decode = msgspec.json.Decoder(RoundLine).decode
    rounds, number = list[GameRound](), 1
    try:
        first, *between, last = Path(trace).read_bytes().removesuffix(b"\n").split(b"\n")
        header = msgspec.json.decode(first, type=dict[str, Any])
        for number, line in enumerate(between, 2):  # noqa: B007 - for the message
            entry = decode(line)
            point = entry.x if isinstance(entry.x, int) else read_foreign_vector(entry.x)
            predicted = entry.predicted if isinstance(entry.predicted, int) else Fraction(entry.predicted)
            rounds.append((point, predicted, entry.label))
        return Recording(header, rounds, msgspec.json.decode(last, type=dict[str, Any]))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # a key that is not text, for example
        raise InputError(f"{trace}, line {number}: {error}") from None
    except OSError as error:
        raise InputError(f"{trace} cannot be read: {error.strerror}") from None


Kind = Literal["game", "certificate", "counterexample"]
"""What a file has."""


class PageVerdict(msgspec.Struct, kw_only=True):
    """The checker's verdict in words, and ``how`` to have it again; ``note`` is what else there is to say.

    ``result`` is what came out of a valid game, in one line.
    """

    valid: bool
    word: str
    result: str
    reason: str | None
    statements: list[str]
    facts: list[str]
    how: str
    note: str = ""


class Story(msgspec.Struct, kw_only=True):
    """The texts and numbers of a grade or an attack, for a page that also shows the checker's numbers."""

    by: str
    breaks: str
    told: str
    allowed: int | None
    unkept: str
    why: str
    bound: str
    reason: str | None
    minimal: str
    lifted: str


class PageData(msgspec.Struct, kw_only=True):
    """The data of a page: who played, what is proved and, of a counterexample, its story. A text is a printable line.

    Each setting adds its own, with the ``rounds``. Where hinge losses are not known, ``no_losses`` is the reason.
    """

    kind: str
    learner: str
    adversary: str
    fault: str | None
    verdict: PageVerdict
    story: Story | None = None
    no_losses: str | None = None


@dataclass(frozen=True)
class GameView(ABC):
    """The view of a file."""

    title: str
    data: Any
    findings: Verdict

    charts: ClassVar[Sequence[str]]
    """The charts that there may be, the one that is drawn by default first."""

    lacks: ClassVar[Mapping[str, str]] = {}
    """The charts that there never are, each with the reason."""

    script: ClassVar[str]
    """The name of the page's script in ``templates/page``, and of its function."""

    @classmethod
    @abstractmethod
    def page_data(cls, shared: PageData, recording: Recording, findings: Verdict, budget: Budget) -> PageData:
        """Return a page's data of a recorded game: what all games have, its rounds, target, setting and bounds."""

    @property
    @abstractmethod
    def compared_by(self) -> tuple[object, ...]:
        """Return the values that two games must share so that one chart can compare them."""

    @property
    @abstractmethod
    def about(self) -> str:
        """What the game is about, for a caption."""

    @abstractmethod
    def counts(self) -> list[float]:
        """Return the mistakes after each round; expected ones of a learner that tosses coins."""

    @abstractmethod
    def theorems(self, *, alone: bool) -> list[Bound]:
        """Return the theorems' bounds in the setting and, for a game ``alone`` in a chart, on its rounds."""

    @property
    def setting(self) -> Any:
        """The ``Setting`` that the file is about."""
        return self.findings.setting

    @property
    def kind(self) -> Kind:
        """Return the kind of the file, in a word."""
        return "game" if self.data.story is None else "counterexample"

    def facts(self, file: str) -> dict[str, Any]:
        """Return the facts about the file, as plain JSON values."""
        judged = {"valid": self.data.verdict.valid, "reason": self.data.verdict.reason}
        return self.findings.to_json() | judged | self.findings.unusual | {"kind": self.kind, "file": file}

    @property
    def name(self) -> str:
        """Return the name of the file in sentences."""
        if (story := self.data.story) is None:
            return self.title
        return f"{self.data.learner}: a counterexample" + (f" to {story.bound}" if story.bound else "")

    @property
    def setting_text(self) -> str:
        """All that sets the game apart, for the caption of several."""
        return f"{self.about}, announced in the order {self.setting.order_text()}" if self.setting.order else self.about

    @property
    def rank_letter(self) -> str:
        """Return the letter of a version space's rank: A in an announced order, D with lies, else L."""
        return "A" if self.setting.order else "D" if self.setting.lies else "L"

    @property
    def rank_note(self) -> str:
        """What a table says of the ranks of version spaces, other than L."""
        if self.setting.order:
            return "; A(V) is what the rest of the announced order can force"
        dimension = "; V has the concepts that may still be the target, and D(V) is their Littlestone dimension "
        return f"{dimension}with the lies that each has left" if self.setting.lies else ""

    @property
    def proved(self) -> str:
        """Return which of the three statements the file proves, by their numbers; others by their names."""
        return statement_numbers(self.data.verdict.statements)

    @property
    def forced_on_all(self) -> int | None:
        """Return the mistakes proved to be forced on every deterministic learner (that knows the order, if any)."""
        forced: int | None = self.findings.proved(self.setting.lower_statement)
        return forced

    def bounds(self, *, alone: bool) -> list[Bound]:
        """Return the bounds on the mistakes by theorems or by a grader."""
        bounds, story = self.theorems(alone=alone), self.data.story
        if story is None or story.allowed is None:
            return bounds
        others = [bound for bound in bounds if bound[1] != story.allowed]
        return [(f"allowed, says the {story.by}", story.allowed), *others]

    def expected_bound(self) -> list[Bound]:
        """Return the theorem on the card of a registered learner that tosses coins, by the name in the file."""
        if (name := self.data.learner) not in LEARNERS or not (source := find(name)).card().randomized:
            return []
        most = source.bound(self.setting)
        return [] if most is None else [(f"{name} is never expected to make more", most)]

    def allowed_so_far(self) -> list[float]:
        """Return how many mistakes a theorem allows after each round, if one does."""
        return []

    @abstractmethod
    def tex_rounds(self) -> tuple[tuple[TexRow, list[TexRow]], list[str]]:
        """Return the titles and the rounds of a table for papers, and what it leaves out, a sentence each."""

    def unfit(self, chart: str, why: str) -> InputError:
        """Return the error for a chart that cannot be drawn of the file."""
        return InputError(f"no {chart} of {self.name}: {why}")


def number_text(value: Rational) -> str:
    """Return a rational as text: exactly, or nearly if it is long."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS:
        return str(value)
    near = drawn(value)
    return f"≈{near:.6g}" if abs(near) < LARGEST else f"{'above ' if near > 0 else 'below -'}1e300"


def number_of(text: str) -> float:
    """Return the number that ``number_text`` has written."""
    return float(Fraction(text.removeprefix("≈")))


def said_text(predicted: Rational) -> int | str:
    """Return a prediction as a page has it: a label, or the text of a probability of +1."""
    return predicted if isinstance(predicted, int) else number_text(predicted)


def drawn(value: Rational) -> float:
    """Return the float to draw a rational with."""
    try:
        return max(-LARGEST, min(LARGEST, float(value)))
    except OverflowError:
        return LARGEST if value > 0 else -LARGEST


def drawn_root(value: Rational) -> float:
    """Return the float to draw √value with, or −√−value below 0."""
    near = drawn(value)
    return copysign(sqrt(abs(near)), near)


def tex_label(label: int, *, wrong: bool = False) -> str:
    """Return a label or a prediction in LaTeX, bold where it is wrong."""
    text = latex_text("+1" if label == 1 else "−1")
    return rf"\textbf{{{text}}}" if wrong else text


def tex_prediction(said: int | str, *, wrong: bool) -> str:
    """Return what ``said_text`` has written in LaTeX, bold where it is wrong."""
    return tex_label(said, wrong=wrong) if isinstance(said, int) else latex_text(f"+1 with {said}")


def forfeits(games: Sequence[GameView]) -> list[str]:
    """Return a sentence for each learner that forfeited, with the reason."""
    return [f"{game.data.learner} then forfeits: {game.data.fault}." for game in games if game.data.fault]
