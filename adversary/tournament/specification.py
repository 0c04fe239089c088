"""What a tournament is asked to play: a TOML file, or options of the command line, or both."""

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import located, read_table, without_folder
from adversary.strategies import registry
from adversary.strategies.options import MAX_LIMIT, read_limits, read_margins
from adversary.strategies.registry import find_adversary_file
from learners.loading import sources
from learners.loading.code_file import CodeFile, find_code_file
from learners.runner.child import LIMITS
from proofs.classes.concepts import validate_class_names
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, unknown
from proofs.settings.finite import check_lies

SPECIFICATION_KEYS = (
    "title",
    "learners",
    "against",
    "margins",
    "dimensions",
    "classes",
    "lies",
    "seeds",
    "time_limit",
    "game_limit",
)
"""Of the TOML file; all but the title and the limits are lists, and options of the command line, too."""

LISTS = SPECIFICATION_KEYS[1:8]
_EXAMPLES = {
    "learners": '["perceptron", "student.py"]',
    "against": '["standard-basis", "littlestone"]',
    "margins": '["1/2..1/6", "1/sqrt(7)"]',
    "dimensions": "[4, 8, 16]",
    "classes": '["intervals:5", "my_class.csv"]',
    "lies": "[0, 1]",
    "seeds": "[1, 2]",
}
_OF_NUMBERS = ("dimensions", "lies", "seeds")

MAX_TITLE = 200
MAX_IN_LIST = 10_000


@dataclass(frozen=True, slots=True)
class TournamentSpecification:
    """Learners, adversaries (None: the registered ones that fit) and settings, each in the order of the file.

    Files are named as from ``folder``. ``margins`` are squared. Without ``dimensions`` the adversaries have theirs.
    """

    folder: Path
    title: str
    learners: tuple[str, ...]
    against: tuple[str, ...] | None
    margins: tuple[Fraction, ...] = ()
    dimensions: tuple[int, ...] = ()
    classes: tuple[str, ...] = ()
    lies: tuple[int, ...] = ()
    seeds: tuple[int, ...] = ()
    time_limit: float = LIMITS.call
    game_limit: float = LIMITS.game


def read_specification(file: Path | None, options: Mapping[str, str | list[str] | None]) -> TournamentSpecification:
    """Read what is to be played, and see that all of its players and classes are there.

    Args:
        file: a TOML file with some of ``SPECIFICATION_KEYS``, or None.
        options: lists, or texts with commas, by the names of ``LISTS``; each replaces what the file has of that name.

    Raises:
        InputError: in one line that says which key is wrong, and what would be right.

    """
    found = {} if file is None else read_table(file, "specification")
    for key in found:
        if key not in SPECIFICATION_KEYS:
            raise unknown(f"key in {file}:", key, SPECIFICATION_KEYS)
    given = {
        key: _split(key, text) if isinstance(text, str) else text for key, text in options.items() if text is not None
    }
    where = {key: f"{file}: {key}" for key in SPECIFICATION_KEYS}
    where |= {key: "--class" if key == "classes" else f"--{key}" for key in given}
    table = found | given
    lists = {key: _list(where[key], key, table[key]) for key in LISTS if key in table}
    folder = Path.cwd() if file is None else file.resolve().parent
    if "learners" not in lists:
        raise InputError(
            "a tournament needs learners: --learners perceptron,student.py, or a FILE.toml that names some"
        )
    if "lies" in lists and "classes" not in lists:
        raise InputError(f"{where['lies']} are for games on finite classes, and no classes are given")
    limits = [_seconds(where[key], table.get(key, usual)) for key, usual in _LIMITS]
    read_limits(*limits)
    margins = _margins(where["margins"], lists["margins"]) if "margins" in lists else ()
    for key, check in _CHECKS.items():
        for value in lists.get(key, ()):
            check(where[key], value)
    _require_players(where, lists, folder)
    brings_its_own = any(_has_its_setting(located(name, folder)) for name in lists.get("against", ()))
    if not ({"margins", "dimensions", "classes"} & set(lists) or brings_its_own):
        raise InputError("a tournament needs settings: margins like 1/2..1/6, or classes like intervals:5, or both")
    against = lists.get("against")
    time_limit, game_limit = limits
    return TournamentSpecification(
        folder,
        _title(where["title"], table.get("title", "")),
        tuple(lists["learners"]),
        None if against is None else tuple(against),
        margins,
        dimensions=tuple(lists.get("dimensions", ())),
        classes=tuple(lists.get("classes", ())),
        lies=tuple(lists.get("lies", ())),
        seeds=tuple(lists.get("seeds", ())),
        time_limit=time_limit,
        game_limit=game_limit,
    )


_LIMITS = (("time_limit", LIMITS.call), ("game_limit", LIMITS.game))


def _has_its_setting(adversary: str) -> bool:
    return adversary.startswith("scripted:") or find_adversary_file(adversary) is not None


def _split(key: str, text: str) -> list[Any]:
    """Return what an option lists; what has a comma in it stands in quotation marks."""
    try:
        parts = [part.strip() for row in csv.reader([text], skipinitialspace=True) for part in row]
    except csv.Error:
        raise InputError(f"--{key} should be a list with commas between, like {_example(key)}") from None
    if key not in _OF_NUMBERS:
        return parts
    try:
        return [int(part) for part in parts]
    except ValueError:
        raise InputError(f"--{key} should be ints with commas between, like {_example(key)}, not {text}") from None


def _example(key: str) -> str:
    return _EXAMPLES[key].strip("[]").replace('"', "").replace(", ", ",")


def _list(where: str, key: str, value: Any) -> list[Any]:
    """Return a list without duplicates that is not empty."""
    value = [value] if key == "margins" and isinstance(value, str) else value
    kind: type = int if key in _OF_NUMBERS else str
    what = "ints" if kind is int else "texts"
    if not isinstance(value, list) or not all(type(entry) is kind for entry in value):
        raise InputError(f"{where} should be a list of {what}, like {_EXAMPLES[key]}")
    if not value or "" in value:
        raise InputError(f"{where} should name at least one, like {_EXAMPLES[key]}, and none may be empty")
    if len(value) > MAX_IN_LIST:
        raise InputError(f"{where} are {len(value):,}, and at most {MAX_IN_LIST:,} are played")
    seen = set[Any]()
    for entry in value:
        if entry in seen:
            raise InputError(f"{where}: {entry} appears twice; name it once")
        seen.add(entry)
    return value


def _margins(where: str, texts: list[str]) -> tuple[Fraction, ...]:
    try:
        found = tuple(read_margins(",".join(texts)))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if large := [squared for squared in found if squared > 1]:
        raise InputError(f"{where}: a margin is at most 1, since points have norm 1, and one has the square {large[0]}")
    return found


def _title(where: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TITLE:
        raise InputError(f"{where} should be a text of at most {MAX_TITLE} characters")
    return value


def _seconds(where: str, value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= MAX_LIMIT:
        raise InputError(f"{where} should be seconds, above 0 and at most a day, not {value!r}")
    return float(value)


def _dimension(where: str, value: int) -> None:
    if value < 1:
        raise InputError(f"{where}: a dimension should be at least 1, but one is {value}")


def _lies(where: str, value: int) -> None:
    check_lies(value, f"{where}: ")


def _seed(where: str, value: int) -> None:
    if abs(value) >= 1 << 63:
        raise InputError(f"{where}: a seed has at most 63 bits, but one is {value}")


_CHECKS: dict[str, Callable[[str, int], None]] = {"dimensions": _dimension, "lies": _lies, "seeds": _seed}


def _require_players(where: Mapping[str, str], lists: Mapping[str, list[Any]], folder: Path) -> None:
    """Raise InputError unless all that is named can be found, and told apart."""
    classes = list[str]()
    finders: dict[str, Callable[[str], object]] = {
        "learners": sources.find,
        "against": _see_adversary,
        "classes": lambda name: classes.append(load_class(name).name),
    }
    for key, find in finders.items():
        for name in lists.get(key, ()):
            try:
                find(located(name, folder))
            except InputError as error:
                raise InputError(f"{where[key]}: {without_folder(folder, str(error))}") from None
        _require_different_files(where[key], key, lists.get(key, ()), folder)
    try:
        validate_class_names(classes)
    except InputError as error:
        raise InputError(f"{where['classes']}: {error}") from None


def _require_different_files(where: str, key: str, names: Sequence[str], folder: Path) -> None:
    files = dict[tuple[Path, str], str]()
    for name in names:
        if file := _file_of(key, located(name, folder)):
            same = files.setdefault((Path(file.path).resolve(), file.name), name)
            if same != name:
                raise InputError(f"{where}: {same} and {name} are the same; name it once")


def _file_of(key: str, name: str) -> CodeFile | None:
    if key == "against":
        return find_adversary_file(name)
    return find_code_file(name) if key == "learners" and not name.startswith("exec:") else None


def _see_adversary(name: str) -> None:
    if find_adversary_file(name) is None:
        registry.takes(name)
