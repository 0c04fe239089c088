"""The specification of a tournament, from a TOML file or the command line, and its pairs of players.

The games are all combinations of a specification, in its order.
"""

import ast
import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from adversary.files import located, read_table, without_folder
from adversary.strategies import registry
from adversary.strategies.options import MAX_LIMIT, read_margins
from adversary.strategies.registry import find_user_supplied
from adversary.tournament.result import Unfit
from learners.loading import sources
from learners.loading.code_file import CodeFile, find_code_file
from learners.registry import plugins
from learners.runner.child import LIMITS
from proofs.classes.concepts import validate_class_names
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, require_known
from proofs.exact.rationals import plain_number
from proofs.settings.finite import check_lies

LISTS = {
    "learners": '["perceptron", "student.py"]',
    "against": '["standard-basis", "littlestone"]',
    "margins": '["1/2..1/6", "1/sqrt(7)"]',
    "dimensions": "[4, 8, 16]",
    "classes": '["intervals:5", "my_class.csv"]',
    "lies": "[0, 1]",
    "seeds": "[1, 2]",
}
"""Keys of the TOML file that are options of the command line, too, each with an example."""

_OF_NUMBERS = ("dimensions", "lies", "seeds")
_LIMITS = {"time_limit": LIMITS.call, "game_limit": LIMITS.game}
SPECIFICATION_KEYS = ("title", *LISTS, *_LIMITS)

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
    """Read a specification and check that all of its players and classes exist.

    Args:
        file: a TOML file with some of ``SPECIFICATION_KEYS``, or None.
        options: lists, or texts with commas, by the names of ``LISTS``; each replaces what the file has of that name.

    Raises:
        InputError: in one line that says which key is wrong, and what would be right.

    """
    table = {} if file is None else read_table(file, "specification")
    require_known(f"key in {file}:", SPECIFICATION_KEYS, *table)
    where = {key: f"{file}: {key}" for key in SPECIFICATION_KEYS}
    for key, given in options.items():
        if given is not None:
            where[key] = "--class" if key == "classes" else f"--{key}"
            table[key] = _split(key, given) if isinstance(given, str) else given
    lists = {key: _list(where[key], key, table[key]) for key in LISTS if key in table}
    if "learners" not in lists:
        raise InputError(
            "a tournament needs learners: --learners perceptron,student.py, or a FILE.toml that names some"
        )
    if "lies" in lists and "classes" not in lists:
        raise InputError(f"{where['lies']} are for games on finite classes, and no classes are given")
    title = table.get("title", "")
    if not isinstance(title, str) or len(title) > MAX_TITLE:
        raise InputError(f"{where['title']} should be a text of at most {MAX_TITLE} characters")
    limits = [_seconds(where[key], table.get(key, usual)) for key, usual in _LIMITS.items()]
    folder = Path.cwd() if file is None else file.resolve().parent
    _require_players(where, lists, folder)
    adversaries = [located(name, folder) for name in lists.get("against", ())]
    brings_its_own = any(name.startswith("scripted:") or find_user_supplied(name) for name in adversaries)
    if not ({"margins", "dimensions", "classes"} & set(lists) or brings_its_own):
        raise InputError("a tournament needs settings: margins like 1/2..1/6, or classes like intervals:5, or both")
    time_limit, game_limit = limits
    chosen: dict[str, Any] = {"against": None, **lists}
    return TournamentSpecification(folder, title, **chosen, time_limit=time_limit, game_limit=game_limit)


def _seconds(where: str, value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= MAX_LIMIT:
        raise InputError(f"{where} should be seconds, above 0 and at most a day, not {value!r}")
    return float(value)


def _split(key: str, text: str) -> list[Any]:
    """Return the items of an option; an item with a comma must be in quotation marks."""
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
    return LISTS[key].strip("[]").replace('"', "").replace(", ", ",")


def _list(where: str, key: str, value: Any) -> tuple[Any, ...]:
    """Return the items of a nonempty list without duplicates; margins become their squares."""
    value = [value] if key == "margins" and isinstance(value, str) else value
    kind, what = (int, "ints") if key in _OF_NUMBERS else (str, "texts")
    if not isinstance(value, list) or not all(type(entry) is kind for entry in value):
        raise InputError(f"{where} should be a list of {what}, like {LISTS[key]}")
    if not value or "" in value:
        raise InputError(f"{where} should name at least one, like {LISTS[key]}, and none may be empty")
    if len(value) > MAX_IN_LIST:
        raise InputError(f"{where} are {len(value):,}, and at most {MAX_IN_LIST:,} are played")
    for entry, times in Counter(value).items():
        if times > 1:
            raise InputError(f"{where}: {entry} appears twice; name it once")
        if key == "dimensions" and entry < 1:
            raise InputError(f"{where}: a dimension should be at least 1, but one is {entry}")
        if key == "lies":
            check_lies(entry, f"{where}: ")
        if key == "seeds" and abs(entry) >= 1 << 63:
            raise InputError(f"{where}: a seed has at most 63 bits, but one is {entry}")
    return tuple(value) if key != "margins" else _margins(where, value)


def _margins(where: str, texts: list[str]) -> tuple[Fraction, ...]:
    try:
        found = tuple(read_margins(",".join(texts)))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if large := [squared for squared in found if squared > 1]:
        raise InputError(f"{where}: a margin is at most 1, since points have norm 1, and one has the square {large[0]}")
    return found


def _require_players(where: Mapping[str, str], lists: Mapping[str, Sequence[str]], folder: Path) -> None:
    """Raise InputError unless all named players and classes exist and have different names."""
    classes = list[str]()
    finders: dict[str, Callable[[str], object]] = {
        "learners": sources.find,
        "against": lambda name: find_user_supplied(name) or registry.takes(name),
        "classes": lambda name: classes.append(load_class(name).name),
    }
    for key, find in finders.items():
        files = dict[str | tuple[Path, str], str]()
        for name in lists.get(key, ()):
            try:
                find(located(name, folder))
            except InputError as error:
                raise InputError(f"{where[key]}: {without_folder(folder, str(error))}") from None
            if file := _file_of(key, located(name, folder)):
                same = files.setdefault(file.entry_point or (Path(file.path).resolve(), file.name), name)
                if same != name:
                    raise InputError(f"{where[key]}: {same} and {name} are the same; name it once")
    try:
        validate_class_names(classes)
    except InputError as error:
        raise InputError(f"{where['classes']}: {error}") from None


def _file_of(key: str, name: str) -> CodeFile | None:
    if key == "against":
        return find_user_supplied(name)
    return find_code_file(name) if key == "learners" and not name.startswith("exec:") else None


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that an adversary gets: a margin, a dimension or both, or a class and lies, or nothing."""

    margin_squared: Fraction | None = None
    dimension: int | None = None
    concept_class: str | None = None
    lies: int | None = None
    seed: int | None = None

    @property
    def group(self) -> Literal["halfspaces", "finite"] | None:
        """Return the group of settings, or ``None`` if the adversary has its own setting."""
        if self == Asked():
            return None
        return "halfspaces" if self.concept_class is None else "finite"

    def options(self) -> dict[str, Any]:
        """Return the options under the names that adversaries use."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def to_json(self) -> dict[str, Any]:
        """Return the options as plain JSON values."""
        return {key: plain_number(value) if key == "margin_squared" else value for key, value in self.options().items()}

    def as_played(self) -> dict[str, Any]:
        """Return the known part of an unplayed setting, by the keys of a game's JSON."""
        return self.to_json() | {"setting": self.group or "halfspaces", "class": self.concept_class}


@dataclass(frozen=True, slots=True)
class Pair:
    """A learner and an adversary in a setting: a game, if they fit."""

    learner: str
    adversary: str
    asked: Asked


def pairs_of(spec: TournamentSpecification) -> tuple[list[Pair], list[Unfit]]:
    """Return the pairs, setting by setting, adversary by adversary, and the adversaries that fit no setting.

    An adversary fits a setting if it takes what the setting gives and requires nothing else. One that takes a dimension
    and no margin plays once in each dimension, and ``scripted:FILE`` once, in the setting of its file. Only adversaries
    that take a seed play once with each. Whether a learner fits is found when it is to play.
    """
    named = spec.against is not None
    adversaries = list(spec.against or (*registry.ADVERSARIES, *plugins(registry.ADVERSARY_ENTRY_POINTS)))
    found, seen, fits = list[Pair](), set[tuple[str, Asked]](), set[str]()
    reasons: dict[str, str] = {}
    for setting in _settings(spec):
        for adversary in adversaries:
            given = _given(located(adversary, spec.folder), setting, spec)
            if isinstance(given, str):
                reasons[adversary] = given
                continue
            fits.add(adversary)
            for asked in _seeded(adversary, given, spec):
                if (adversary, asked) not in seen:
                    seen.add((adversary, asked))
                    found += [Pair(learner, adversary, asked) for learner in spec.learners]
    unfit = [Unfit(None, name, reasons[name]) for name in adversaries if named and name not in fits]
    return found, unfit


def _settings(spec: TournamentSpecification) -> Iterator[Asked]:
    for margin in spec.margins or ((None,) if spec.dimensions else ()):
        for dimension in spec.dimensions or (None,):
            yield Asked(margin, dimension)
    for name in spec.classes:
        for lies in spec.lies or (None,):
            yield Asked(concept_class=name, lies=lies)
    yield Asked()


def _given(adversary: str, setting: Asked, spec: TournamentSpecification) -> Asked | str:
    """Return the options of a setting that an adversary gets, or the reason why it does not play there."""
    empty = setting == Asked()
    if find_user_supplied(adversary):
        bare = not (spec.margins or spec.dimensions or spec.classes)
        return setting if empty == bare else "it plays in the settings that are given"
    try:
        if adversary.partition(":")[2]:
            registry.validate_fit(adversary, {})
            return setting if empty else "it plays in the setting of its file"
        if empty:
            return "it needs a setting"
        takes, options = registry.takes(adversary), setting.options()
        if "margin_squared" in options and "margin_squared" not in takes and "dimension" in options:
            setting = Asked(dimension=setting.dimension)
        registry.validate_fit(adversary, setting.options())
    except InputError as error:
        return str(error)
    return setting


def _seeded(adversary: str, asked: Asked, spec: TournamentSpecification) -> list[Asked]:
    if not spec.seeds or not _takes_seed(located(adversary, spec.folder)):
        return [asked]
    return [replace(asked, seed=seed) for seed in spec.seeds]


def _takes_seed(adversary: str) -> bool:
    """Tell whether an adversary is given seeds; of a file, whose code never runs here, whether its text says so."""
    file = find_user_supplied(adversary)
    if file is None:
        return "seed" in registry.takes(adversary)
    if not file.path.endswith(".py"):
        return False
    try:
        tree = ast.parse(Path(file.path).read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return False  # loading it will say what is wrong
    return any(
        _names_seed(node) for node in tree.body if isinstance(node, ast.ClassDef) and file.name in ("", node.name)
    )


def _names_seed(of: ast.ClassDef) -> bool:
    made = [node.args for node in of.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    return any(given.arg == "seed" for args in made for given in (*args.args, *args.kwonlyargs))
