"""The record of a game: its transcript, and its trace file in JSON Lines, version 1 (docs/formats.md).

It is written and read as a stream, so that a game of a million rounds takes no more memory than its points and its
target. The reader here serves replays and scripts. Only ``proofs.checker`` decides what a trace proves.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple

import msgspec

from proofs.exact.errors import ResourceError
from proofs.exact.rationals import Rational, read_own_rational, read_rational, write_rational
from proofs.exact.vectors import Target, Vector, vector
from proofs.formats.margin import LowerRecord
from proofs.settings import RECORDS, Point, Setting, SettingRecord
from proofs.settings.vectors import RationalText
from proofs.statements import Statement

ROUNDS_AT_ONCE = 128
"""Rounds that a writer keeps before it writes them: few, so that they stay in the cache."""

Index = Annotated[int, msgspec.Meta(ge=0)]
Coordinates = list[tuple[Index, RationalText]]
Sign = Literal[-1, 1]


def _first_line(kind: str, record: type[SettingRecord]) -> type[msgspec.Struct]:
    """Return the first line of a trace: who plays, and the record of the setting, of a class without its vectors."""
    name = record.__name__.replace("Record", "Header").removeprefix("Halfspaces")  # as the schemas call it
    tag: Any = Literal[kind]
    players = [("format", Literal["forced-mistakes/1"]), ("setting", tag), ("learner", str), ("adversary", str)]
    listed = [field for field in msgspec.structs.fields(record) if field.name not in ("vectors", "notes")]
    fields: list[Any] = [*players, *((field.name, field.type, field.default) for field in listed)]
    config: dict[str, Any] = {"frozen": True, "omit_defaults": True, "rename": {"class_name": "class"}}
    return msgspec.defstruct(name, fields, namespace={"__doc__": f"The first line of a game {record.about}."}, **config)


HEADERS = {kind: _first_line(kind, record) for kind, record in RECORDS.items()}
"""The types of the first line by the kind of the setting."""


class RoundLine(msgspec.Struct, frozen=True, gc=False):
    """One round: the point, the prediction and the label.

    A randomized learner says with which probability it predicts +1.
    """

    x: Coordinates | Index
    predicted: Sign | RationalText
    label: Sign


class TargetLine(msgspec.Struct, frozen=True):
    """The target v = s·u as it stands in a footer."""

    direction: Coordinates
    scale_squared: RationalText


class ClaimLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement that the trace claims; expected mistakes are a rational."""

    statement: Statement
    mistakes: Annotated[int, msgspec.Meta(ge=0)] | RationalText | None = None


class Watched(msgspec.Struct, frozen=True):
    """The result of watching a statement about the learner's weights. Checkers ignore it."""

    claim: str
    statement: str
    mistakes: int
    violation: str | None

    @property
    def failure(self) -> str | None:
        """What fails, as the reason of a game that proves less than it claims."""
        return self.violation and f"{self.claim}, {self.violation}"


class Footer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line: the target, the claims, and how the game ended. ``lower`` is a witness: docs/margin-proofs.md.

    ``w`` has what the learner shows as its weights before the first round and after each. Checkers ignore them.
    """

    target: TargetLine | None
    claims: list[ClaimLine]
    termination: Literal["finished", "forfeit"]
    fault: str | None = None
    watched: list[Watched] = []
    lower: LowerRecord | None = None
    w: list[Coordinates] = []


class ConceptLine(msgspec.Struct, frozen=True):
    """The target of a game on a finite class as it stands in a footer: the number of a concept."""

    concept: Index


class FiniteFooter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line of a game on a finite class. ``tree`` and ``ranks`` are witnesses: docs/finite-proofs.md."""

    target: ConceptLine | None
    claims: list[ClaimLine]
    termination: Literal["finished", "forfeit"]
    fault: str | None = None
    tree: Any = None
    ranks: Any = None


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of a trace: a header, a round or a footer."""
    lines, definitions = msgspec.json.schema_components([*HEADERS.values(), RoundLine, Footer, FiniteFooter])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a trace, forced-mistakes/1",
        "anyOf": list(lines),
        "$defs": definitions,
    }


def write_vector(x: Vector) -> Coordinates:
    """Return a vector as every file has it: its coordinates that are not 0."""
    return [(index, str(value)) for index, value in x.entries]  # as write_rational has it: this is the hot path


def read_vector(written: Iterable[tuple[int, str]]) -> Vector:
    """Read a vector that ``write_vector`` has written, without checks."""
    return Vector(tuple([(index, read_own_rational(text)) for index, text in written]))


def read_foreign_vector(coordinates: Coordinates) -> Vector:
    """Return the vector that anybody's coordinates stand for. Raises InputError or ValueError."""
    return vector((index, read_rational(text)) for index, text in coordinates)


def write_point(point: Point) -> Coordinates | int:
    """Return a point as every file has it: a vector, or a number."""
    return point if isinstance(point, int) else write_vector(point)


def read_point(written: Coordinates | int) -> Point:
    """Return the point that ``write_point`` has written."""
    return written if isinstance(written, int) else read_vector(written)


def write_target(target: Target | int | None) -> TargetLine | ConceptLine | None:
    """Return a target as every file has it: a vector's direction and scale, or the number of a concept."""
    if isinstance(target, Target):
        return TargetLine(write_vector(target.direction), write_rational(target.scale_squared))
    return None if target is None else ConceptLine(target)


def read_target(plain: dict[str, Any] | None) -> Target | int | None:
    """Return the target that ``write_target`` has written, from plain JSON values. Raises ValueError."""
    if plain is None:
        return None
    if "concept" in plain:
        return msgspec.convert(plain, ConceptLine).concept
    line = msgspec.convert(plain, TargetLine)
    return Target(read_vector(line.direction), Fraction(line.scale_squared))


class TraceWriter:
    """Writes a trace to a binary file as it happens: ``header``, then ``round`` as often as needed, then ``footer``.

    Attributes:
        waiting: rounds that ``flush`` writes. A long game appends to it, without a call of ``round`` each.

    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encoder = msgspec.json.Encoder()
        self.waiting: list[tuple[Point, Sign | Fraction, Sign]] = []

    def header(self, learner: str, adversary: str, setting: Setting) -> None:
        """Write the first line."""
        players = {"format": "forced-mistakes/1", "learner": learner, "adversary": adversary}
        plain = msgspec.to_builtins(setting.record(names=False)) | players
        self._line(msgspec.convert(plain, HEADERS[setting.kind]))

    def round(self, x: Point, predicted: Sign | Fraction, label: Sign) -> None:
        """Write one round; ``predicted`` may be a probability of +1."""
        self.waiting.append((x, predicted, label))
        if len(self.waiting) >= ROUNDS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Bring every round so far into the file."""
        lines = [
            RoundLine(write_point(x), predicted if type(predicted) is int else str(predicted), label)
            for x, predicted, label in self.waiting
        ]
        self._write(self._encoder.encode_lines(lines))
        self.waiting.clear()

    def footer(  # noqa: PLR0913, PLR0917 - all that the last line has
        self,
        target: Target | int | None,
        claims: list[ClaimLine],
        fault: str | None,
        watched: Sequence[Watched] = (),
        tree: Any = None,
        lower: LowerRecord | None = None,
        weights: Sequence[Vector] = (),
    ) -> None:
        """Write the last line; ``tree`` and ``lower`` are witnesses of a universal bound: on a class, on halfspaces."""
        self.flush()
        line = write_target(target)
        end: Literal["finished", "forfeit"] = "forfeit" if fault else "finished"
        if isinstance(line, ConceptLine) or tree is not None:
            self._line(FiniteFooter(line, claims, end, fault, tree))  # type: ignore[arg-type]
        else:
            self._line(Footer(line, claims, end, fault, list(watched), lower, list(map(write_vector, weights))))

    def _line(self, line: msgspec.Struct) -> None:
        self._write(self._encoder.encode(line) + b"\n")

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()


LINES_AT_ONCE = 1 << 14
"""Bytes of rounds that are decoded together."""

UNREADABLE = "the trace cannot be read"
"""How the message begins that a trace which we wrote is damaged."""


def read_rounds(trace: Path) -> Iterator[tuple[Point, Sign | Fraction, Sign]]:
    """Yield the point, the prediction and the label of each round of a trace that we wrote, with or without a footer.

    They are plain tuples: in long games a ``Round`` each takes its time.

    Raises:
        ResourceError: the file is gone, or damaged, which is no fact about the players.

    """
    decode, number = msgspec.json.Decoder(RoundLine).decode_lines, lru_cache(read_own_rational)
    try:
        with trace.open("rb") as file:
            file.readline()
            while lines := file.readlines(LINES_AT_ONCE):
                if last := lines[-1].startswith(b'{"target"'):
                    lines.pop()
                for entry in decode(b"".join(lines)):
                    x, predicted = entry.x, entry.predicted
                    if isinstance(x, int):
                        point: Point = x
                    elif len(x) == 1:  # as ``read_vector``, for the points of most games that are long
                        ((index, text),) = x
                        point = Vector(((index, number(text)),))
                    else:
                        point = read_vector(x)
                    yield point, predicted if isinstance(predicted, int) else read_rational(predicted), entry.label
                if last:
                    return
    except (OSError, ValueError, ArithmeticError, msgspec.MsgspecError) as error:
        raise ResourceError(f"{UNREADABLE}: {getattr(error, 'strerror', error)}") from None


# ---------------------------------------------------------------------------------------------------------- transcripts


class Round(NamedTuple):
    """A round: the point, the prediction (a label, or the probability of +1), and the label that the learner was told.

    ``predicted`` is ``None`` where the learner failed to answer, and in rounds that are still to be played.
    """

    x: Point
    predicted: Any  # each reader knows whether there are probabilities, or missing answers
    label: Sign

    @property
    def point(self) -> Any:
        """The point; if it is a vector in a result, its ``Coordinates``."""
        return self.x

    @property
    def mistake(self) -> bool:
        """Whether the prediction is not the label."""
        return bool(self.predicted != self.label)

    def __repr__(self) -> str:
        return f"Round(point={self.point}, predicted={self.predicted}, label={self.label})"


class RoundIn(Round):
    """A round of a result, which knows the dimension of its space."""

    dimension = 0

    @property
    def point(self) -> Any:
        """The point, with all of its coordinates."""
        return self.x.coordinates(self.dimension) if isinstance(self.x, Vector) else self.x


def rounds_in(setting: Setting, rounds: Iterable[tuple[Point, Any, Sign]]) -> list[Round]:
    """Return rounds as a result has them."""
    placed = [RoundIn(*entry) for entry in rounds]
    for entry in placed:
        entry.dimension = setting.dimension
    return list[Round](placed)


def loss(predicted: Sign | Fraction, label: Sign) -> Rational:
    """Return 1 for a mistake and 0 for a right prediction, or the exact probability of a mistake."""
    if isinstance(predicted, int):
        return int(predicted != label)
    return 1 - predicted if label == 1 else predicted


@dataclass(frozen=True, slots=True)
class Transcript:
    """A played game. ``rounds`` are in memory, or those of the trace at a path, which may lack its last line.

    Of a randomized learner ``mistakes`` is the exact expectation. A ``fault`` ends the game before the round that it
    falls in is counted. ``target`` is what the adversary offered as the explanation of all labels.
    """

    setting: Setting
    played: int
    mistakes: Rational
    rounds: Sequence[Round] | Path
    target: Target | int | None = None
    fault: str | None = None

    def __iter__(self) -> Iterator[Round]:
        """Yield the rounds."""
        return starmap(Round, read_rounds(self.rounds)) if isinstance(self.rounds, Path) else iter(self.rounds)


def transcript_of(setting: Setting, rounds: Iterable[Round], target: Target | int | None = None) -> Transcript:
    """Return the transcript of a game whose rounds are in memory."""
    kept = tuple(rounds)
    return Transcript(setting, len(kept), sum([loss(entry.predicted, entry.label) for entry in kept]), kept, target)


def write_transcript(  # noqa: PLR0913, PLR0917 - all that a trace has
    trace: Path,
    players: tuple[str, str],
    game: Transcript,
    claims: list[ClaimLine],
    tree: object = None,
    lower: LowerRecord | None = None,
) -> None:
    """Write the trace of a game between a learner and an adversary, with its claims."""
    with trace.open("wb") as file:
        record = TraceWriter(file)
        record.header(*players, game.setting)
        for entry in game:
            record.round(*entry)
        record.footer(game.target, claims, game.fault, tree=tree, lower=lower)
