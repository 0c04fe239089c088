"""What a game leaves behind, and its file: JSON Lines, version 1 (docs/trace-format.md).

Written and read as a stream, so that a game of a million rounds takes no more memory than its points and its target.
Reading here serves replays and scripts; what a trace proves is for ``proofs.checker`` alone to say.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, BinaryIO, Literal

import msgspec

from proofs.errors import InputError
from proofs.rationals import Rational, read_rational, simplest, write_rational
from proofs.settings import Halfspaces
from proofs.targets import Target
from proofs.vectors import Vector, vector

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


class Round(msgspec.Struct, frozen=True):
    """One round: the point, what the learner said, and the label."""

    x: Coordinates
    predicted: Sign
    label: Sign


class TargetLine(msgspec.Struct, frozen=True):
    """The target v = s·u as it stands in a footer."""

    direction: Coordinates
    scale_squared: RationalText


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement that the trace is said to prove."""

    statement: Literal["realizable", "run bound", "universal bound"]
    mistakes: Annotated[int, msgspec.Meta(ge=0)] | None = None


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


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of a trace: a header, a round or a footer."""
    lines, definitions = msgspec.json.schema_components((Header, Round, Footer))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a trace, forced-mistakes/1",
        "oneOf": list(lines),
        "$defs": definitions,
    }


def write_point(point: Vector) -> Coordinates:
    """Return the coordinates of a point as the file has them."""
    return [(index, str(value)) for index, value in point.entries]


def read_point(coordinates: Coordinates) -> Vector:
    """Return the point that coordinates written by ``write_point`` stand for."""
    return Vector(tuple([(index, _value(text)) for index, text in coordinates]))


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
        self._waiting: list[tuple[Vector, Sign, Sign]] = []

    def header(self, learner: str, adversary: str, setting: Halfspaces) -> None:
        """Write the first line."""
        margin = write_rational(setting.margin_squared)
        game = margin, setting.dimension, setting.unit_norm
        header = Header("forced-mistakes/1", "halfspaces", learner, adversary, *game)
        self._write(self._encoder.encode(header) + b"\n")

    def round(self, x: Vector, predicted: Sign, label: Sign) -> None:
        """Write one round."""
        self._waiting.append((x, predicted, label))
        if len(self._waiting) >= 128:  # noqa: PLR2004 - small, so that it stays in the cache
            self.flush()

    def flush(self) -> None:
        """Bring every round so far into the file."""
        rounds = [Round(write_point(x), predicted, label) for x, predicted, label in self._waiting]
        self._write(self._encoder.encode_lines(rounds))
        self._waiting.clear()

    def footer(
        self, target: Target | None, claims: list[Claim], fault: str | None, watched: Sequence[Watched] = ()
    ) -> None:
        """Write the last line."""
        self.flush()
        line = None
        if target is not None:
            line = TargetLine(write_point(target.direction), write_rational(target.scale_squared))
        last = Footer(line, claims, "forfeit" if fault else "finished", fault, list(watched))
        self._write(self._encoder.encode(last) + b"\n")

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise InputError(f"the trace cannot be written: {error.strerror}") from None


class RecordedRound(msgspec.Struct):
    """A round as it stands in a file, its point still text."""

    x: msgspec.Raw
    predicted: Sign
    label: Sign


def read_rounds(file: BinaryIO) -> Iterator[RecordedRound]:
    """Yield each round of a trace that we wrote, with or without a footer."""
    decode = msgspec.json.Decoder(RecordedRound).decode
    next(file)
    for line in file:
        if line.startswith(b'{"target"'):
            return
        yield decode(line)
