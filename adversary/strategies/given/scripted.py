"""Points, labels and target from a file."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from adversary.strategies.protocol import AdversaryCard, Plan, Script
from learners.protocol import Label
from proofs import checker
from proofs.classes.catalog import class_of_file
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, one_line, refusal_of, require_known
from proofs.exact.rationals import read_rational, write_rational
from proofs.exact.vectors import Target
from proofs.formats.trace import Coordinates, Index, Sign, TargetLine, read_foreign_vector
from proofs.settings import RECORDS, Finite, FiniteRecord, Point, Setting
from proofs.settings.finite import check_lies
from proofs.settings.vectors import RationalText


class _ClassHeader(msgspec.Struct, rename={"class_name": "class"}):
    class_name: str = "the script's"
    concepts: list[str] | None = None
    lies: Index = 0
    order: tuple[Index, ...] | None = None
    point_names: Any = None
    concept_names: Any = None


class _Line(msgspec.Struct):
    """A round, which has no target, or the footer, which has one (or ``null``)."""

    x: Coordinates | int | msgspec.UnsetType = msgspec.UNSET
    label: Sign | msgspec.UnsetType = msgspec.UNSET
    target: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET


class Scripted(Script):
    """Plays the points and labels of a file, whatever the learner predicts.

    The file is a trace, or as much of one as matters: a header with ``setting`` (by default halfspaces) and what its
    record needs, of a class only ``concepts``, unless the user gives it; a line with ``x`` and ``label`` a round; a
    footer with the ``target``. It is read as a stream, once to see that every line is well-formed and once to play.

    Raises:
        InputError: the file cannot be read, with its line; or its setting is unknown, or is not given completely.

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
        options: dict[str, Any] = {"class": concept_class, "lies": lies, "order": order}
        options |= {"margin_squared": margin_squared, "dimension": dimension}
        self._given = {name: value for name, value in options.items() if value is not None}
        if self._path.exists() and not self._path.is_file():
            raise InputError(f"{path} is not a regular file (a script is read twice)")
        self._setting: Setting
        self._target: Target | int | None = None
        rounds = sum(1 for _ in self._rounds())
        self.plan = Plan(self._setting, rounds)
        super().__init__(self._rounds(), self._target)

    def _rounds(self) -> Iterator[tuple[Point, Label]]:
        number, finished = 0, False
        decode = msgspec.json.Decoder(_Line).decode
        try:
            with self._path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    checker.need_shallow(line.decode())
                    if finished:
                        raise InputError("there are lines after the footer")
                    if number == 1:
                        self._setting = _setting(msgspec.json.decode(line, type=dict[str, Any]), self._given)
                        continue
                    entry = decode(line)
                    if entry.target is not msgspec.UNSET:
                        self._target = self._offered(entry.target)
                        finished = True
                    elif entry.x is msgspec.UNSET or entry.label is msgspec.UNSET:
                        raise InputError("a round has x and label, the footer has target")
                    else:
                        yield self._point(entry.x), entry.label
        except OSError as error:
            raise refusal_of(f"{self._path} cannot be read", error) from None
        except (msgspec.MsgspecError, ValueError, checker.MalformedError) as error:
            raise InputError(f"{self._path}, line {number}: {error}") from None
        if not finished:
            raise InputError(f"{self._path} ends without a footer that gives the target")

    def _offered(self, target: dict[str, Any] | None) -> Target | int | None:
        if target is None:
            return None
        offered: Target | int
        if target.get("concept") is not None:
            offered = msgspec.convert(target["concept"], int)
        elif target.get("direction") is None or target.get("scale_squared") is None:
            raise InputError("a target has direction and scale_squared, or on a class its concept")
        else:
            line = msgspec.convert(target, TargetLine)
            offered = Target(read_foreign_vector(line.direction), read_rational(line.scale_squared))
        return self._setting.read_target(offered, "the script offers")

    def _point(self, written: Coordinates | int) -> Point:
        if isinstance(written, int) and self._setting.has_norms:
            raise InputError("a point is a list of pairs [index, rational]")
        point = written if isinstance(written, int) else read_foreign_vector(written)
        return self._setting.read_point(point, "the script shows")


def _setting(header: dict[str, Any], options: Mapping[str, Any]) -> Setting:
    """Return the setting of a script: its header's record, in which what the user has given replaces what it says."""
    kind = one_line(str(header.setdefault("setting", "halfspaces")))
    require_known("setting", RECORDS, kind)
    record = RECORDS[kind]
    if other := sorted(options.keys() - {*record.__struct_encode_fields__}):
        raise InputError(f'this script has "setting": "{kind}", which has no {other[0]} to choose')
    if record is FiniteRecord:
        return _finite(msgspec.convert(header, _ClassHeader), options)
    header |= {name: value if isinstance(value, int) else write_rational(value) for name, value in options.items()}
    for field in msgspec.structs.fields(record):
        if field.required and field.name not in header:
            raise InputError(f"the header has no {field.name}, and no option gives it")
        if field.type == RationalText:
            read_rational(str(header[field.name]))  # it has a maximum of digits
    return msgspec.convert(header, record).setting()


def _finite(header: _ClassHeader, options: Mapping[str, Any]) -> Finite:
    """Return the setting of a script on a class: the given one, if the header has no other."""
    table, lies, order = options.get("class"), options.get("lies", header.lies), options.get("order", header.order)
    if header.concepts is None:
        if table is None:
            raise InputError("the header has no concepts: give a class with --class")
        return Finite(table, check_lies(lies), order)
    own = class_of_file(header.class_name, header.concepts, header.point_names, header.concept_names)
    if table is not None and (table.labelings != own.labelings or table.points != own.points):
        raise InputError(f"its class is not {table.name}: the script has {own.size} concepts on {own.points} points")
    return Finite(table or own, check_lies(lies), order)
