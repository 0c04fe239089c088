"""What a user gives for a game, read and checked."""

import csv
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypedDict, Unpack, cast

from learners.runner.child import Limits
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import class_of_array, load_class
from proofs.exact.errors import InputError, unknown
from proofs.exact.rationals import MAX_DIGITS, is_short, read_margin_squared, read_rational
from proofs.settings.finite import check_lies

MAX_LIMIT = 86_400.0
"""Seconds of the longest limit."""

MAX_MARGINS = 200
"""Margins of a list."""


def read_limits(time_limit: float, game_limit: float) -> Limits:
    """Return the limits on a player's calls. Raises InputError."""
    limits = Limits(time_limit, game_limit)
    if not all(type(limit) in (int, float) and 0 < limit <= MAX_LIMIT for limit in limits):
        raise InputError(f"a time limit should be above 0 seconds and at most a day: {time_limit}, {game_limit}")
    return limits


class GameOptions(TypedDict, total=False):
    """Options of a game's setting and of its adversary, as ``play`` has them."""

    margin: str | Fraction | int | None
    margin_squared: str | Fraction | int | None
    dimension: int | None
    seed: int | None
    concept_class: str | Path | ConceptClass | None
    as_printed: bool
    mistakes: int | None
    scale: str | Fraction | int | None
    lies: int | None
    order: str | Sequence[str | int] | None


def read_given(**given: Unpack[GameOptions]) -> dict[str, Any]:
    """Return what ``read_options`` makes of options. Raises InputError, also for a name that none of them has."""
    for name in given:
        if name not in GameOptions.__annotations__:
            raise unknown("option", name, GameOptions.__annotations__)
    return read_options(**given)


def read_options(  # noqa: PLR0913 - as many options
    *,
    margin: object = None,
    margin_squared: object = None,
    dimension: object = None,
    seed: object = None,
    concept_class: object = None,
    as_printed: bool = False,
    mistakes: object = None,
    scale: object = None,
    lies: object = None,
    order: object = None,
) -> dict[str, Any]:
    """Return what the user has given, by the names that adversaries have for it. Raises InputError."""
    table = _class_of(concept_class)
    if margin is not None and margin_squared is not None:
        raise InputError("give the margin or its square, not both")
    for option, value in (("dimension", dimension), ("seed", seed), ("mistakes", mistakes)):
        if value is not None and type(value) is not int:
            raise InputError(f"{option} should be an int, but is {value!r}")
    square = _margin_squared(margin, margin_squared)
    if isinstance(dimension, int) and dimension < 1:
        raise InputError(f"the dimension should be at least 1, but is {dimension}")
    options = {"dimension": dimension, "seed": seed, "as_printed": as_printed or None, "concept_class": table}
    options |= {"lies": _lies(lies, table), "order": _order(order, table)}
    options |= {"margin_squared": square, "mistakes": mistakes}
    if options["lies"] and options["order"]:
        raise InputError("--lies and --order do not go together: an announced order is for labels without lies")
    options["scale"] = None if scale is None else read_rational(_exact(scale, "scale"))
    return {key: value for key, value in options.items() if value is not None}


def _lies(given: object, table: ConceptClass | None) -> int | None:
    """Return how many labels may be unlike the target's, or ``None`` where nobody has said so."""
    if given is None:
        return None
    if table is None:
        raise InputError("--lies is for games on a finite class: give one, like --class intervals:4")
    return check_lies(given)


def _order(given: object, table: ConceptClass | None) -> tuple[int, ...] | None:
    """Return the numbers of the points that a user has listed by their names, in a text with commas or one by one."""
    if given is None:
        return None
    if table is None:
        raise InputError("--order is for games on a finite class: give one, like --class intervals:4")
    if isinstance(given, str):
        names = _split(given)
    elif isinstance(given, Sequence):
        names = [str(name) for name in given]
    else:
        raise InputError(f"--order should have names of points, like 2,4,1,3, and is a {type(given).__name__}")
    numbers = {name: number for number, name in enumerate(table.point_names)}
    order = dict[int, None]()
    for name in map(str.strip, names):
        if name not in numbers:
            raise unknown(f"point of {table.name} in --order:", name, table.point_names)
        if numbers[name] in order:
            raise InputError(f"--order: the point {name} appears twice, and each can be announced only once")
        order[numbers[name]] = None
    if not order:
        raise InputError("--order has no points: name at least one, like 2,4,1,3")
    return tuple(order)


def _split(text: str) -> list[str]:
    """Return the names in a text with commas; a name with a comma in it stands in quotation marks."""
    try:
        return [name for row in csv.reader([text], skipinitialspace=True) for name in row]
    except csv.Error:
        raise InputError("--order should be names of points with commas between, like 2,4,1,3") from None


def _class_of(given: object) -> ConceptClass | None:
    if given is None or isinstance(given, ConceptClass):
        return given
    if isinstance(given, str | Path):
        return load_class(str(given))
    if hasattr(given, "ndim"):
        return class_of_array("an array", cast("Any", given))
    raise InputError(f"a class is a name, a file, a numpy array or a ConceptClass, not a {type(given).__name__}")


def _margin_squared(margin: object, margin_squared: object) -> Fraction | None:
    if margin is not None:
        return read_margin_squared(_exact(margin))
    if margin_squared is None:
        return None
    squared = read_rational(_exact(margin_squared))
    if squared <= 0:
        raise InputError(f"the margin should be above 0, but its square is {squared}")
    return squared


def _exact(number: object, what: str = "margin") -> str:
    if isinstance(number, float):
        raise InputError(f"{number!r} is a float, exactly {Fraction(number)}; give '{number!r}' or a Fraction")
    if type(number) not in (int, str, Fraction):
        raise InputError(f"a {what} is a str, an int or a Fraction, not {type(number).__name__}")
    if isinstance(number, int | Fraction) and not is_short(number):
        raise InputError(f"the {what} takes more than {MAX_DIGITS} digits to write exactly")
    return str(number)


def read_margins(text: str) -> list[Fraction]:
    """Return the δ² of a list of margins, each once: ``1/3..1/20`` is every unit fraction between, both ends included.

    The list has commas, ``1/2, 1/sqrt(7), 1/3..1/20``; it keeps its order.

    Raises:
        InputError: a part is no margin, or there are more than ``MAX_MARGINS``.

    """
    found: dict[Fraction, None] = {}
    for part in text.split(","):
        first, dots, last = part.partition("..")
        for squared in _unit_fractions(first, last, part) if dots else [read_margin_squared(part)]:
            found[squared] = None
        if len(found) > MAX_MARGINS:
            raise InputError(f"--margins {text} are more than {MAX_MARGINS} margins")
    return list(found)


def _unit_fractions(first: str, last: str, part: str) -> list[Fraction]:
    ends = [_UNIT_FRACTION.fullmatch(end.strip()) for end in (first, last)]
    if not all(ends):
        raise InputError(
            f"{part.strip()!r} is not a range of margins: write unit fractions at its ends, like 1/3..1/20"
        )
    begin, end = (int(match[1]) for match in ends if match)
    if abs(end - begin) >= MAX_MARGINS:
        raise InputError(f"{part.strip()} are {abs(end - begin) + 1:,} margins, and at most {MAX_MARGINS} are compared")
    step = 1 if begin <= end else -1
    return [Fraction(1, denominator**2) for denominator in range(begin, end + step, step)]


_UNIT_FRACTION = re.compile(r"1/([1-9][0-9]{0,9})")
