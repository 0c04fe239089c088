"""Points, labels and target from a file."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.classes.names import class_of_file
from proofs.exact.errors import InputError, refusal_of
from proofs.exact.rationals import read_rational
from proofs.exact.vectors import Target, Vector
from proofs.formats.trace import Coordinates, Index, Sign, read_foreign_vector
from proofs.settings import Finite, Halfspaces, Hinge, Point, Setting
from proofs.settings.vectors import RationalText


class _Header(msgspec.Struct, rename={"class_name": "class"}):
    setting: str = "halfspaces"
    dimension: int | None = None
    margin_squared: RationalText | None = None
    hinge: RationalText | None = None
    norm_squared: RationalText | None = None
    unit_norm: bool = True
    class_name: str = "the script's"
    concepts: list[str] | None = None
    lies: Index = 0
    order: tuple[Index, ...] | None = None
    point_names: Any = None
    concept_names: Any = None


class _TargetLine(msgspec.Struct):
    """The target of either setting."""

    direction: Coordinates | None = None
    scale_squared: RationalText | None = None
    concept: int | None = None


class _Line(msgspec.Struct):
    """A round, which has no target, or the footer, which has one (or ``null``)."""

    x: Coordinates | int | msgspec.UnsetType = msgspec.UNSET
    label: Sign | msgspec.UnsetType = msgspec.UNSET
    target: _TargetLine | msgspec.UnsetType | None = msgspec.UNSET


class Scripted:
    """Plays the points and labels of a file, whatever the learner predicts.

    The file is a trace, or as much of one as matters: a header with ``dimension`` and, unless the margin is given,
    ``margin_squared`` (and ``"unit_norm": false`` for points of any norm), or with ``"setting": "hinge"``,
    ``dimension``, ``hinge`` and ``norm_squared``, or with ``"setting": "finite"`` and, unless these are given,
    ``concepts`` and ``lies`` or ``order``, if there are any; a line with ``x`` and ``label`` a round; a footer with the
    ``target``. It is read as a stream, once to see that every line is well-formed and once to play.

    Raises:
        InputError: the file cannot be read, with its line; or no margin, or no class, is given anywhere.

    """

    card = AdversaryCard(
        summary="plays the points and labels of a trace or script, and offers its target: scripted:FILE",
        oblivious=True,
    )

    def __init__(  # noqa: PLR0913 - whatever a user may give
        self,
        *,
        path: str,
        margin_squared: Fraction | None = None,
        dimension: int | None = None,
        concept_class: ConceptClass | None = None,
        lies: int | None = None,
        order: tuple[int, ...] | None = None,
    ) -> None:
        self._path = Path(path)
        self._target: Target | int | None = None
        self._label: Label = 1
        self._given = margin_squared, dimension, concept_class
        self._lies, self._order = lies, order
        if self._path.exists() and not self._path.is_file():
            raise InputError(f"{path} is not a regular file (a script is read twice)")
        self._setting: Setting | None = None
        self._script: Iterator[tuple[Point, Label]]
        rounds = sum(1 for _ in self._rounds())
        assert self._setting is not None  # noqa: S101 - the header was read
        self.plan = Plan(self._setting, rounds)
        self._script = self._rounds()

    def next_point(self) -> Point | None:
        """Return the script's next point."""
        point, self._label = next(self._script, (None, self._label))
        return point

    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - all is written down
        """Return the script's label."""
        return self._label

    def target(self) -> Target | int | None:
        """Return the script's target."""
        return self._target

    def _rounds(self) -> Iterator[tuple[Point, Label]]:
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
            raise refusal_of(f"{self._path} cannot be read", error) from None
        except RecursionError:
            raise InputError(f"{self._path}, line {number}: brackets are nested too deeply") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise InputError(f"{self._path}, line {number}: {error}") from None
        if not finished:
            raise InputError(f"{self._path} ends without a footer that gives the target")

    def _read_header(self, header: _Header) -> None:
        if self._setting is not None:  # the second reading
            return
        margin_squared, dimension, concept_class = self._given
        if header.setting == "finite":
            if margin_squared is not None or dimension is not None:
                raise InputError("this script is about a finite class: it has no margin and no dimension to choose")
            lies = header.lies if self._lies is None else self._lies
            order = header.order if self._order is None else self._order
            self._setting = Finite(_class_of(header, concept_class), lies, order)
            return
        if header.setting == "hinge":
            self._setting = _hinge_of(header, self._given)
            return
        if concept_class is not None:
            raise InputError(
                'a class is given, but the script is about halfspaces: its header lacks "setting": "finite"'
            )
        if margin_squared is None and header.margin_squared is None:
            raise InputError("no margin: give margin_squared here, or --margin on the command line")
        if header.dimension is None:
            raise InputError("the header has no dimension")
        margin = read_rational(header.margin_squared or "") if margin_squared is None else margin_squared
        self._setting = Halfspaces(dimension or header.dimension, margin, header.unit_norm)

    def _read_target(self, target: _TargetLine | None) -> None:
        if target is None:
            return
        if isinstance(self._setting, Finite):
            if target.concept is None or not 0 <= target.concept < self._setting.concept_class.size:
                raise InputError(f"the target's concept should be a number below {self._setting.concept_class.size}")
            self._target = target.concept
            return
        if target.direction is None or target.scale_squared is None:
            raise InputError("a target has direction and scale_squared")
        scale_squared = read_rational(target.scale_squared)
        if scale_squared <= 0:
            raise InputError(f"scale_squared should be above 0, but is {scale_squared}")
        direction = self._legal(target.direction)
        if isinstance(direction, Vector):
            self._target = Target(direction, scale_squared)

    def _legal(self, written: Coordinates | int) -> Point:
        if isinstance(self._setting, Finite):
            points = self._setting.concept_class.points
            if not isinstance(written, int) or not 0 <= written < points:
                raise InputError(f"a point of this class is a number below {points}")
            return written
        if isinstance(written, int):
            raise InputError("a point is a list of pairs [index, rational]")
        point = read_foreign_vector(written)
        dimension = self._setting.dimension if self._setting else 0
        if point.entries and point.entries[-1][0] >= dimension:
            raise InputError(f"coordinate {point.entries[-1][0]} is out of range: the dimension is {dimension}")
        return point


def _hinge_of(header: _Header, given: tuple[Fraction | None, int | None, ConceptClass | None]) -> Hinge:
    """Return the setting of a script with a hinge budget."""
    margin_squared, dimension, concept_class = given
    if margin_squared is not None or concept_class is not None:
        raise InputError("this script has a hinge budget: it has no margin and no class to choose")
    if header.hinge is None or header.norm_squared is None or header.dimension is None:
        raise InputError("the header of a script with a hinge budget has hinge, norm_squared and dimension")
    return Hinge(dimension or header.dimension, read_rational(header.hinge), read_rational(header.norm_squared))


def _class_of(header: _Header, given: ConceptClass | None) -> ConceptClass:
    """Return the class of a script: the one that is given, if the header has no other; a named one by its name."""
    if header.concepts is None:
        if given is None:
            raise InputError("the header has no concepts: give a class with --class")
        return given
    found = class_of_file(header.class_name, header.concepts, header.point_names, header.concept_names)
    if given is None:
        return found
    if given.rows != found.rows or given.points != found.points:
        raise InputError(
            f"its class is not {given.name}: the script has {found.size} concepts on {found.points} points"
        )
    return given
