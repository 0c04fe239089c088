"""What a game leaves behind, and its file: JSON Lines, version 1 (docs/trace-format.md).

Written and read as a stream, so that a game of a million rounds takes no more memory than its points and its target.
Reading here serves replays and scripts; what a trace proves is for ``proofs.checker`` alone to say.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, BinaryIO, Literal

import msgspec

from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_rational, simplest, write_rational
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Finite, Point, Setting

RationalText = Annotated[str, msgspec.Meta(pattern="^-?[0-9]+(/[1-9][0-9]*)?$", description='A rational: "-3/5", "7".')]
Index = Annotated[int, msgspec.Meta(ge=0)]
Coordinates = list[tuple[Index, RationalText]]
Sign = Literal[-1, 1]


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: who plays, and in which setting."""

    format: Literal["forced-mistakes/1"]
    setting: Literal["halfspaces"]
    learner: str
    adversary: str
    margin_squared: RationalText
    dimension: Annotated[int, msgspec.Meta(ge=1)]
    unit_norm: bool = True


class FiniteHeader(msgspec.Struct, frozen=True, rename={"class_name": "class"}):
    """The first line of a game on a finite class, which it has as a table: a text of ``+`` and ``-`` a concept."""

    format: Literal["forced-mistakes/1"]
    setting: Literal["finite"]
    learner: str
    adversary: str
    class_name: str
    points: Annotated[int, msgspec.Meta(ge=1)]
    concepts: Annotated[list[Annotated[str, msgspec.Meta(pattern="^[+-]+$")]], msgspec.Meta(min_length=1)]


class Round(msgspec.Struct, frozen=True):
    """One round: the point, what the learner said, and the label.

    A randomized learner says with which probability it predicts +1.
    """

    x: Coordinates | Index
    predicted: Sign | RationalText
    label: Sign


class TargetLine(msgspec.Struct, frozen=True):
    """The target v = s·u as it stands in a footer."""

    direction: Coordinates
    scale_squared: RationalText


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement that the trace is said to prove; expected mistakes are a rational."""

    statement: Literal["realizable", "run bound", "expected mistakes", "universal bound", "upper bound"]
    mistakes: Annotated[int, msgspec.Meta(ge=0)] | RationalText | None = None


class Watched(msgspec.Struct, frozen=True):
    """What came of watching a statement about the learner's weights; nothing follows from it for a checker."""

    claim: str
    statement: str
    mistakes: int
    violation: str | None


class Footer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line: the target, the claims, and how the game ended."""

    target: TargetLine | None
    claims: list[Claim]
    termination: Literal["finished", "forfeit"]
    fault: str | None = None
    watched: list[Watched] = []


class ConceptLine(msgspec.Struct, frozen=True):
    """The target of a game on a finite class as it stands in a footer: the number of a concept."""

    concept: Index


class FiniteFooter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line of a game on a finite class. ``tree`` and ``ranks`` are witnesses: docs/finite-format.md."""

    target: ConceptLine | None
    claims: list[Claim]
    termination: Literal["finished", "forfeit"]
    fault: str | None = None
    tree: Any = None
    ranks: Any = None


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of a trace: a header, a round or a footer."""
    lines, definitions = msgspec.json.schema_components((Header, FiniteHeader, Round, Footer, FiniteFooter))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a trace, forced-mistakes/1",
        "anyOf": list(lines),
        "$defs": definitions,
    }


def write_point(point: Point) -> Coordinates | int:
    """Return a point as the file has it: its coordinates, or its number."""
    if isinstance(point, int):
        return point
    return [(index, str(value)) for index, value in point.entries]


def read_point(written: Coordinates | int) -> Point:
    """Return the point that ``write_point`` has written."""
    if isinstance(written, int):
        return written
    return Vector(tuple([(index, _value(text)) for index, text in written]))


def read_foreign_point(coordinates: Coordinates) -> Vector:
    """Return the point that anybody's coordinates stand for. Raises InputError or ValueError."""
    return vector((index, read_rational(text)) for index, text in coordinates)


@lru_cache(maxsize=1 << 16)
def _value(text: str) -> Rational:
    return simplest(read_rational(text))


class TraceWriter:
    """Writes a trace to a binary file as it happens: ``header``, then ``round`` as often as needed, then ``footer``."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encoder = msgspec.json.Encoder()
        self._waiting: list[tuple[Point, Sign | Fraction, Sign]] = []

    def header(self, learner: str, adversary: str, setting: Setting) -> None:
        """Write the first line."""
        header: Header | FiniteHeader
        if isinstance(setting, Finite):
            table = setting.concept_class
            rows = [table.row_text(concept) for concept in range(table.size)]
            header = FiniteHeader("forced-mistakes/1", "finite", learner, adversary, table.name, table.points, rows)
        else:
            margin = write_rational(setting.margin_squared)
            game = margin, setting.dimension, setting.unit_norm
            header = Header("forced-mistakes/1", "halfspaces", learner, adversary, *game)
        self._write(self._encoder.encode(header) + b"\n")

    def round(self, x: Point, predicted: Sign | Fraction, label: Sign) -> None:
        """Write one round; ``predicted`` may be a probability of +1."""
        self._waiting.append((x, predicted, label))
        if len(self._waiting) >= 128:  # noqa: PLR2004 - small, so that it stays in the cache
            self.flush()

    def flush(self) -> None:
        """Bring every round so far into the file."""
        rounds = [
            Round(write_point(x), said if type(said) is int else write_rational(said), label)
            for x, said, label in self._waiting
        ]
        self._write(self._encoder.encode_lines(rounds))
        self._waiting.clear()

    def footer(
        self, target: Target | None, claims: list[Claim], fault: str | None, watched: Sequence[Watched] = ()
    ) -> None:
        """Write the last line."""
        line = None
        if target is not None:
            direction = [(index, str(value)) for index, value in target.direction.entries]
            line = TargetLine(direction, write_rational(target.scale_squared))
        self._last(Footer(line, claims, "forfeit" if fault else "finished", fault, list(watched)))

    def finite_footer(self, concept: int | None, claims: list[Claim], fault: str | None, tree: Any = None) -> None:
        """Write the last line of a game on a finite class; ``tree`` is the witness of a universal bound."""
        line = None if concept is None else ConceptLine(concept)
        self._last(FiniteFooter(line, claims, "forfeit" if fault else "finished", fault, tree))

    def _last(self, footer: Footer | FiniteFooter) -> None:
        self.flush()
        self._write(self._encoder.encode(footer) + b"\n")

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise InputError(f"the trace cannot be written: {error.strerror}") from None


class RecordedRound(msgspec.Struct):
    """A round as it stands in a file, its point still text."""

    x: msgspec.Raw
    predicted: Sign | RationalText
    label: Sign


def read_rounds(file: BinaryIO) -> Iterator[RecordedRound]:
    """Yield each round of a trace that we wrote, with or without a footer."""
    decode = msgspec.json.Decoder(RecordedRound).decode
    next(file)
    for line in file:
        if line.startswith(b'{"target"'):
            return
        yield decode(line)
