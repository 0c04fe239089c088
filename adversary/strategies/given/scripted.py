"""Points, labels and target from a file."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from adversary.strategies.given.script import Script
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.classes.catalog import class_of_file
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, refusal_of
from proofs.exact.rationals import read_rational
from proofs.exact.vectors import Target
from proofs.formats.trace import Coordinates, Index, Sign, read_foreign_vector
from proofs.settings import Finite, Halfspaces, Hinge, Point, Setting
from proofs.settings.finite import check_lies
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


class Scripted(Script):
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
        given: dict[str, Any] = {"concept_class": concept_class, "lies": lies, "order": order}
        given |= {"margin_squared": margin_squared, "dimension": dimension}
        self._given = {name: value for name, value in given.items() if value is not None}
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
                    if finished:
                        raise InputError("there are lines after the footer")
                    if number == 1:
                        header = msgspec.json.decode(line, type=_Header)
                        self._setting = _SETTINGS.get(header.setting, _halfspaces)(header, self._given)
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
        except RecursionError:
            raise InputError(f"{self._path}, line {number}: brackets are nested too deeply") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise InputError(f"{self._path}, line {number}: {error}") from None
        if not finished:
            raise InputError(f"{self._path} ends without a footer that gives the target")

    def _offered(self, target: _TargetLine | None) -> Target | int | None:
        if target is None:
            return None
        offered: Target | int
        if target.concept is not None:
            offered = target.concept
        elif target.direction is None or target.scale_squared is None:
            raise InputError("a target has direction and scale_squared, or on a class its concept")
        else:
            offered = Target(read_foreign_vector(target.direction), read_rational(target.scale_squared))
        return self._setting.read_target(offered, "the script offers")

    def _point(self, written: Coordinates | int) -> Point:
        if isinstance(written, int) and self._setting.has_norms:
            raise InputError("a point is a list of pairs [index, rational]")
        point = written if isinstance(written, int) else read_foreign_vector(written)
        return self._setting.read_point(point, "the script shows")


def _finite(header: _Header, given: Mapping[str, Any]) -> Finite:
    """Return the setting of a script on a class: the given one, if the header has no other."""
    if "margin_squared" in given or "dimension" in given:
        raise InputError("this script is about a finite class: it has no margin and no dimension to choose")
    table, lies, order = given.get("concept_class"), given.get("lies", header.lies), given.get("order", header.order)
    if header.concepts is None:
        if table is None:
            raise InputError("the header has no concepts: give a class with --class")
        return Finite(table, check_lies(lies), order)
    found = class_of_file(header.class_name, header.concepts, header.point_names, header.concept_names)
    if table is not None and (table.labelings != found.labelings or table.points != found.points):
        raise InputError(
            f"its class is not {table.name}: the script has {found.size} concepts on {found.points} points"
        )
    return Finite(table or found, check_lies(lies), order)


def _hinge(header: _Header, given: Mapping[str, Any]) -> Hinge:
    """Return the setting of a script with a hinge budget."""
    if "margin_squared" in given or "concept_class" in given:
        raise InputError("this script has a hinge budget: it has no margin and no class to choose")
    if header.hinge is None or header.norm_squared is None or header.dimension is None:
        raise InputError("the header of a script with a hinge budget has hinge, norm_squared and dimension")
    budget = read_rational(header.hinge), read_rational(header.norm_squared)
    return Hinge(given.get("dimension", header.dimension), *budget)


def _halfspaces(header: _Header, given: Mapping[str, Any]) -> Halfspaces:
    """Return the setting of a script with a margin, whatever its header calls it."""
    if "concept_class" in given:
        raise InputError('a class is given, but the script is about halfspaces: its header lacks "setting": "finite"')
    if "margin_squared" not in given and header.margin_squared is None:
        raise InputError("no margin: give margin_squared here, or --margin on the command line")
    if header.dimension is None:
        raise InputError("the header has no dimension")
    margin = given["margin_squared"] if "margin_squared" in given else read_rational(header.margin_squared or "")
    return Halfspaces(given.get("dimension", header.dimension), margin, header.unit_norm)


_SETTINGS: dict[str, Callable[[_Header, Mapping[str, Any]], Setting]] = {"finite": _finite, "hinge": _hinge}
"""What reads the setting of a script, where it is not halfspaces."""
