"""The options of a game: declared once, for Python and the command line, and read into exact values."""

import csv
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, TypeVar, Unpack, cast

from learners.spec import Spec, parse
from proofs.exact.errors import InputError, require_known, unknown
from proofs.exact.rationals import MAX_DIGITS, is_short, read_margin_squared, read_rational

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from learners.runner.child import Limits
    from proofs.classes.concepts import ConceptClass

MAX_LIMIT = 86_400.0
"""Seconds of the longest limit."""

MAX_MARGINS = 200
"""Margins of a list."""


def read_limits(time_limit: float, game_limit: float) -> "Limits":
    """Return the limits on a player's calls. Raises InputError."""
    from learners.runner.child import Limits

    for name, limit in (("time", time_limit), ("game", game_limit)):
        if type(limit) not in (int, float) or not 0 < limit <= MAX_LIMIT:
            raise InputError(f"the {name} limit should be above 0 and at most {MAX_LIMIT:,.0f} seconds, not {limit!r}")
    return Limits(time_limit, game_limit)


# ------------------------------------------------------------------------------------------------ reading
# Each reads what is given for an option, by its name; what was read of the options before it is known.


def _as_given(name: str, value: Any, read: object) -> Any:  # noqa: ARG001 - as all readers
    """Return true, or ``None`` for false."""
    return value or None


def _margin(name: str, value: object, read: object) -> Fraction:  # noqa: ARG001 - as all readers
    """Return δ² for δ."""
    return read_margin_squared(exact_number(value))


def _margin_squared(name: str, value: object, read: Mapping[str, Any]) -> Fraction:  # noqa: ARG001 - as all readers
    """Return δ²."""
    if "margin" in read:
        raise InputError("give the margin or its square, not both")
    squared = read_rational(exact_number(value))
    if squared <= 0:
        raise InputError(f"the margin should be above 0, but its square is {squared}")
    return squared


def _whole(name: str, value: object, read: object) -> int:  # noqa: ARG001 - as all readers
    """Return an int, a dimension only if it is above 0."""
    if type(value) is not int:
        raise InputError(f"{name} should be an int, but is {value!r}")
    if name == "dimension" and value < 1:
        raise InputError(f"the dimension should be at least 1, but is {value}")
    return value


def _rational(name: str, value: object, read: object) -> Fraction:  # noqa: ARG001 - as all readers
    """Return an exact number."""
    return read_rational(exact_number(value, name))


def _class(name: str, value: object, read: object) -> "ConceptClass":  # noqa: ARG001 - as all readers
    """Return the class of a name, a file or an array."""
    from proofs.classes.files import class_of

    return class_of(value)


def _class_for(name: str, read: Mapping[str, Any]) -> "ConceptClass":
    """Return the class that was given. Raises InputError, which names the option that it is needed for."""
    if "concept_class" not in read:
        raise InputError(f"{OPTIONS[name].flag} is for games on a finite class: give one, like --class intervals:4")
    table: ConceptClass = read["concept_class"]
    return table


def _lies(name: str, value: object, read: Mapping[str, Any]) -> int:
    """Return how many labels may differ from the target's."""
    from proofs.settings.finite import check_lies

    _class_for(name, read)
    return check_lies(value)


def _order(name: str, value: object, read: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of the points that a user has listed by their names, in a text with commas or one by one."""
    table = _class_for(name, read)
    if read.get("lies"):
        raise InputError("lies and an order do not go together: an announced order is for labels without lies")
    if isinstance(value, str):
        names = _split(value)
    elif isinstance(value, Sequence):
        names = [str(name) for name in value]
    else:
        raise InputError(f"the order should have names of points, like 2,4,1,3, not {value!r}")
    numbers = {called: number for number, called in enumerate(table.point_names)}
    order = dict[int, None]()
    for point in map(str.strip, names):
        if point not in numbers:
            raise unknown(f"point of {table.name} in the order:", point, table.point_names)
        if numbers[point] in order:
            raise InputError(f"the point {point} appears twice in the order, and each can be announced only once")
        order[numbers[point]] = None
    if not order:
        raise InputError("the order has no points: name at least one, like 2,4,1,3")
    return tuple(order)


def _split(text: str) -> list[str]:
    """Return the names in a text with commas; a name with a comma in it stands in quotation marks."""
    try:
        return [name for row in csv.reader([text], skipinitialspace=True) for name in row]
    except csv.Error:
        raise InputError("the order should be names of points with commas between, like 2,4,1,3") from None


def exact_number(number: object, what: str = "margin") -> str:
    """Return the text of a number; a float is its shortest decimal, so that 0.1 is 1/10. Raises InputError."""
    if isinstance(number, float):
        if not math.isfinite(number):
            raise InputError(f"{float(number)} is not finite; give a rational, like '1/10'")
        return format(Decimal(repr(float(number))), "f")  # also of numpy's
    if type(number) not in (int, str, Fraction):
        raise InputError(f"a {what} is a str, a float, an int or a Fraction, not {type(number).__name__}")
    if isinstance(number, int | Fraction) and not is_short(number):
        raise InputError(f"the {what} takes more than {MAX_DIGITS} digits to write exactly")
    return str(number)


# ------------------------------------------------------------------------------------------------ declarations


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game, for the command line and for the adversary that is made with it.

    ``help`` is the command line's, ``flag`` what it is called there, and ``kind`` the type of its value there. A flag
    that begins with "?" is a parameter in the adversary's name, ``hinge?mistakes=25``; without ``help``, the option is
    one of Python alone. ``read`` checks what is given. ``needed`` says what to give where an adversary needs it.
    ``use`` says who is given it: the setting, an adversary, or registered adversaries alone.
    """

    flag: str
    help: str
    read: Callable[[str, Any, Mapping[str, Any]], Any]
    needed: str = ""
    kind: type = str
    use: Literal["setting", "adversary", "registered"] = "setting"


_HELP = {
    "class": "A finite class: intervals:11, or a .csv, .json or .npy file.",
    "lies": "On a class: how many labels may differ from the target's; by default none.",
}
_ANY_MARGIN = "a margin, like --margin 1/10"
_ANY_CLASS = "a finite class, like --class intervals:11"
_ANY_ORDER = "the order of its points, like announced-order?order=2,4,1,3"
_ANY_NUMBER = "a number of mistakes to force, like hinge?mistakes=25"
_DIMENSION = "The dimension of the space; by default what the adversary needs."

Number = str | Fraction | float | None
_Named = TypeVar("_Named")


class GameOptions(TypedDict, total=False):
    """The options of a game, of its setting and of its adversary, in the order in which they are read."""

    margin: Annotated[Number, Option("--margin", "The exact margin δ: 1/10, 0.1, sqrt(1/7) or 1/sqrt(7).", _margin)]
    margin_squared: Annotated[Number, Option("--margin", "", _margin_squared, _ANY_MARGIN)]
    dimension: Annotated[int | None, Option("--dimension", _DIMENSION, _whole, "a dimension, like --dimension 25", int)]
    concept_class: Annotated[
        "str | Path | ConceptClass | NDArray[Any] | None", Option("--class", _HELP["class"], _class, _ANY_CLASS)
    ]
    lies: Annotated[int | None, Option("--lies", _HELP["lies"], _lies, kind=int)]
    order: Annotated[str | Sequence[str | int] | None, Option("?order", "", _order, _ANY_ORDER)]
    seed: Annotated[
        int | None,
        Option(
            "--seed",
            "The seed of an adversary that chooses at random.",
            _whole,
            "a seed, like --seed 1",
            int,
            "adversary",
        ),
    ]
    as_printed: Annotated[bool, Option("?as-printed", "", _as_given, kind=bool, use="adversary")]
    mistakes: Annotated[
        int | None,
        Option("?mistakes", "", _whole, _ANY_NUMBER, int, "registered"),
    ]
    scale: Annotated[Number, Option("?scale", "", _rational, use="registered")]


OPTIONS: dict[str, Option] = {name: hint.__metadata__[0] for name, hint in GameOptions.__annotations__.items()}
"""Every option, by its name in Python."""


def read_options(**options: Unpack[GameOptions]) -> dict[str, Any]:
    """Return the user's options under the names that adversaries use: a margin as ``margin_squared``.

    Raises:
        InputError: something given is unusable, or there is no option of a name.

    """
    require_known("option", OPTIONS, *options)
    read: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if (value := options.get(name)) is not None and (exact := option.read(name, value, read)) is not None:
            read[name] = exact
    return {"margin_squared" if name == "margin" else name: value for name, value in read.items()}


def named_options(against: _Named, options: GameOptions) -> tuple[_Named, dict[str, Any]]:
    """Return an adversary, its name without the options in it, ``hinge?mistakes=25``, and what ``read_options`` does.

    Raises:
        InputError: as ``read_options``.

    """
    if not isinstance(against, str) or "?" not in against:
        return against, read_options(**options)
    spec, named = parse(against), dict[str, Any]()
    for (key, text), value in zip(spec.parameters, spec.values().values(), strict=True):
        if key in OPTIONS and OPTIONS[key].flag.startswith("?"):
            named[key] = text if OPTIONS[key].kind is str else value
    parameters = tuple([pair for pair in spec.parameters if pair[0] not in named])
    bare = cast("_Named", str(Spec(spec.name, parameters)))
    return bare, read_options(**cast("GameOptions", {**named, **options}))


# ------------------------------------------------------------------------------------------------ lists of margins


def read_margins(text: str) -> list[Fraction]:
    """Return the δ² of a list of margins, each once: ``1/3..1/20`` is every unit fraction between, both ends included.

    The list has commas, ``1/2, 1/sqrt(7), 1/3..1/20``; it keeps its order.

    Raises:
        InputError: a part is no margin, or there are more than ``MAX_MARGINS``.

    """
    margins: dict[Fraction, None] = {}
    for part in text.split(","):
        first, dots, last = part.partition("..")
        for squared in _unit_fractions(first, last, part) if dots else [read_margin_squared(part)]:
            margins[squared] = None
        if len(margins) > MAX_MARGINS:
            raise InputError(f"--margins {text} are more than {MAX_MARGINS} margins")
    return list(margins)


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
