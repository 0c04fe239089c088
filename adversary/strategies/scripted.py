"""Points, labels and target from a file."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from adversary.protocol import Card, Plan
from learners.protocol import Label
from proofs.errors import InputError
from proofs.rationals import read_rational
from proofs.settings import Halfspaces
from proofs.targets import Target
from proofs.trace import Coordinates, RationalText, Sign, TargetLine, read_foreign_point
from proofs.vectors import Vector


class _Header(msgspec.Struct):
    dimension: int
    margin_squared: RationalText | None = None
    unit_norm: bool = True


class _Line(msgspec.Struct):
    """A round, which has no target, or the footer, which has one (or ``null``)."""

    x: Coordinates | msgspec.UnsetType = msgspec.UNSET
    label: Sign | msgspec.UnsetType = msgspec.UNSET
    target: TargetLine | msgspec.UnsetType | None = msgspec.UNSET


class Scripted:
    """Plays the points and labels of a file, whatever the learner predicts.

    The file is a trace, or as much of one as matters: a header with ``dimension`` and, unless the margin is given,
    ``margin_squared`` (and ``"unit_norm": false`` for points of any norm); a line with ``x`` and ``label`` a round;
    a footer with the ``target``. It is read as a stream, once to see that every line is well-formed and once to play.

    Raises:
        InputError: the file cannot be read, with its line; or no margin is given anywhere.

    """

    card = Card(summary="plays the points and labels of a trace or script, and offers its target: scripted:FILE")

    def __init__(self, *, path: str, margin_squared: Fraction | None = None, dimension: int | None = None) -> None:
        self._path = Path(path)
        self._target: Target | None = None
        self._label: Label = 1
        self._given = margin_squared, dimension
        if self._path.exists() and not self._path.is_file():
            raise InputError(f"{path} is no regular file (a script is read twice)")
        rounds = sum(1 for _ in self._rounds())
        self.plan = Plan(self._setting, rounds)
        self._script = self._rounds()

    def next_point(self) -> Vector | None:
        """Return the script's next point."""
        point, self._label = next(self._script, (None, self._label))
        return point

    def label(self, x: Vector, predicted: Label) -> Label:  # noqa: ARG002 - all is written down
        """Return the script's label."""
        return self._label

    def target(self) -> Target | None:
        """Return the script's target."""
        return self._target

    def _rounds(self) -> Iterator[tuple[Vector, Label]]:
        number, finished = 0, False
        decode = msgspec.json.Decoder(_Line).decode
        try:
            with self._path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if finished:
                        raise InputError("there are lines after the footer")
                    if number == 1:
                        self._read_header(msgspec.json.decode(line, type=_Header))
                        continue
                    entry = decode(line)
                    if entry.target is not msgspec.UNSET:
                        self._read_target(entry.target)
                        finished = True
                    elif entry.x is msgspec.UNSET or entry.label is msgspec.UNSET:
                        raise InputError("a round has x and label, the footer has target")
                    else:
                        yield self._legal(entry.x), entry.label
        except OSError as error:
            raise InputError(f"{self._path} cannot be read: {error.strerror}") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise InputError(f"{self._path}, line {number}: {error}") from None
        if not finished:
            raise InputError(f"{self._path} ends without a footer that gives the target")

    def _read_header(self, header: _Header) -> None:
        margin_squared, dimension = self._given
        if margin_squared is None and header.margin_squared is None:
            raise InputError("no margin: give margin_squared here, or --margin on the command line")
        margin = read_rational(header.margin_squared or "") if margin_squared is None else margin_squared
        self._setting = Halfspaces(dimension or header.dimension, margin, header.unit_norm)

    def _read_target(self, target: TargetLine | None) -> None:
        if target is not None:
            scale_squared = read_rational(target.scale_squared)
            if scale_squared <= 0:
                raise InputError(f"scale_squared should be above 0, but is {scale_squared}")
            self._target = Target(self._legal(target.direction), scale_squared)

    def _legal(self, coordinates: Coordinates) -> Vector:
        point = read_foreign_point(coordinates)
        if point.entries and point.entries[-1][0] >= self._setting.dimension:
            index, dimension = point.entries[-1][0], self._setting.dimension
            raise InputError(f"coordinate {index} is out of range: the dimension is {dimension}")
        return point
