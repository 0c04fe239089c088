"""The specification of a tournament, from a TOML file, the command line or Python, and its pairs of players.

The cells are all combinations of a specification, in its order.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import located, read_table, without_folder
from adversary.search.worst_case import COUNTS, Count
from adversary.strategies import registry
from adversary.strategies.options import MAX_LIMIT, read_margins
from adversary.strategies.registry import find_user_supplied
from adversary.tournaments.cell import NOWHERE, Place, Unfit
from adversary.tournaments.search import STATES
from learners.loading import sources
from learners.registry import LEARNER_PLUGINS, LEARNERS, plugins
from learners.runner.child import LIMITS
from learners.runner.isolation import SANDBOXES
from proofs.classes.concepts import ConceptClass, validate_class_names
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, require_known
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
"""Keys of the TOML file that are arguments of the command line, too, each with an example."""

OPTION = {
    "against": "--against",
    "margins": "--margin",
    "dimensions": "--dimension",
    "classes": "--class",
    "lies": "--lies",
    "seeds": "--seed",
}
"""What they are called there; learners are not an option."""

ALL = "all"
"""As the only adversary: all registered ones that fit."""

_OF_NUMBERS = ("dimensions", "lies", "seeds")
_LIMITS = {"time_limit": LIMITS.call, "game_limit": LIMITS.game}
SPECIFICATION_KEYS = ("title", *LISTS, *_LIMITS)

MAX_TITLE = 200
MAX_IN_LIST = 10_000


@dataclass(frozen=True, slots=True)
class TournamentSpecification:
    """Learners, adversaries (None: for each learner the worst that is found) and settings, each in its order.

    Files are named as from ``folder``. ``margins`` are squared. Without ``dimensions`` the adversaries have theirs.
    Learners may also be sources, of Python objects for example, and classes ``ConceptClass``: these play in this
    process. A search for the worst game counts mistakes or updates, looks at so many ``states`` of a learner on a
    class, and may take so many ``seconds`` of processor time: the strategies before, and judging the game, come on top.
    """

    learners: tuple[str | sources.Source, ...]
    margins: tuple[Fraction, ...] = ()
    classes: tuple[str | ConceptClass, ...] = ()
    against: tuple[str, ...] | None = None
    dimensions: tuple[int, ...] = ()
    lies: tuple[int, ...] = ()
    seeds: tuple[int, ...] = ()
    title: str = ""
    folder: Path = field(default_factory=Path.cwd)
    time_limit: float = LIMITS.call
    game_limit: float = LIMITS.game
    seconds: float = 30.0
    states: int = STATES
    count: Count = "mistakes"
    isolation: str = "auto"

    def __post_init__(self) -> None:
        require_known("count", COUNTS, self.count)
        require_known("isolation", SANDBOXES, self.isolation)
        names = [learner if isinstance(learner, str) else learner.text for learner in self.learners]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise InputError(f"two learners are called {twice}, and results would not tell them apart")
        validate_class_names(table.name for table in self.classes if isinstance(table, ConceptClass))
        if self.against is None and not (self.margins or self.classes):
            need = "or classes, like --class intervals:5; or name adversaries: --against hadamard"
            raise InputError(f"a tournament needs settings: margins, like --margin 1/2..1/6, {need}")
        if self.count == "updates" and (self.margins or self.against is not None):
            raise InputError("updates are counted on classes, in the worst game: leave out --margin and --against")


def read_specification(
    file: Path | None, arguments: Mapping[str, list[Any] | None], **more: Any
) -> TournamentSpecification:
    """Read a specification and check that all of its players and classes exist.

    Args:
        file: a TOML file with some of ``SPECIFICATION_KEYS``, or None.
        arguments: lists by the names of ``LISTS``; each replaces that of the file.
        more: other fields of the specification; each replaces that of the file.

    Raises:
        InputError: in one line that says which key is wrong, and what would be right.

    """
    table = {} if file is None else read_table(file, "specification")
    require_known(f"key in {file}:", SPECIFICATION_KEYS, *table)
    where = {key: f"{file}: {key}" for key in SPECIFICATION_KEYS}
    for key, value in arguments.items():
        if value is not None:
            where[key], table[key] = OPTION.get(key, key), value
    lists = {key: _list(where[key], key, table[key]) for key in LISTS if key in table}
    if "learners" not in lists:
        raise InputError("a tournament needs learners: name some, like perceptron student.py, or a FILE.toml with them")
    if "lies" in lists and "classes" not in lists:
        raise InputError(f"{where['lies']} are for games on finite classes, and no classes are given")
    title = table.get("title", "")
    if not isinstance(title, str) or len(title) > MAX_TITLE:
        raise InputError(f"{where['title']} should be a text of at most {MAX_TITLE} characters")
    limits = {key: _seconds(where[key], table.get(key, usual)) for key, usual in _LIMITS.items()}
    folder = Path.cwd() if file is None else file.resolve().parent
    _require_players(where, lists, folder)
    fields_of: dict[str, Any] = lists | {"title": title, "folder": folder} | limits | more
    spec = TournamentSpecification(**fields_of)
    pairs_of(spec)  # complains now, and not after a folder is made
    return spec


def _seconds(where: str, value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value <= MAX_LIMIT:
        raise InputError(f"{where} should be seconds, above 0 and at most a day, not {value!r}")
    return float(value)


_RANGE = re.compile(r"([a-z-]+:)([0-9]{1,9})\.\.([0-9]{1,9})")


def ranges_of(names: Sequence[str]) -> list[str]:
    """Return names of classes, with all those of a range ``intervals:3..6``. Raises InputError."""
    classes = list[str]()
    for name in names:
        if (ends := _RANGE.fullmatch(name)) is None:
            classes.append(name)
        elif not 0 <= (last := int(ends[3])) - (first := int(ends[2])) < MAX_IN_LIST:
            raise InputError(f"--class {name} is not a range of classes like intervals:3..11")
        else:
            classes += [f"{ends[1]}{number}" for number in range(first, last + 1)]
    return classes


def _list(where: str, key: str, value: Any) -> tuple[Any, ...]:
    """Return the items of a nonempty list without duplicates; margins become their squares."""
    value = [value] if key == "margins" and isinstance(value, str) else value
    value = [*LEARNERS, *plugins(LEARNER_PLUGINS)] if key == "learners" and value == [ALL] else value
    kind, what = (int, "ints") if key in _OF_NUMBERS else (str, "texts")
    kinds = (kind, sources.Source, ConceptClass) if key in {"learners", "classes"} else (kind,)
    if not isinstance(value, list) or not all(type(entry) in kinds for entry in value):
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
        margins = tuple(read_margins(",".join(texts)))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if large := [squared for squared in margins if squared > 1]:
        raise InputError(f"{where}: a margin is at most 1, since points have norm 1, and one has the square {large[0]}")
    return margins


def _require_players(where: Mapping[str, str], lists: Mapping[str, Sequence[str]], folder: Path) -> None:
    """Raise InputError unless all named players and classes exist, and classes have different names."""
    classes = list[str]()
    finders: dict[str, Callable[[str], object]] = {
        "learners": sources.find,
        "against": lambda name: lists["against"] == (ALL,) or find_user_supplied(name) or registry.takes(name),
        "classes": lambda name: classes.append(load_class(name).name),
    }
    for key, find in finders.items():
        if ALL in lists.get(key, ()) and len(lists[key]) > 1 and key != "classes":
            raise InputError(f"{where[key]}: all stands alone, because it names every registered one")
        for name in [name for name in lists.get(key, ()) if isinstance(name, str)]:
            try:
                find(located(name, folder))
            except InputError as error:
                raise InputError(f"{where[key]}: {without_folder(folder, str(error))}") from None
    try:
        validate_class_names(classes)
    except InputError as error:
        raise InputError(f"{where['classes']}: {error}") from None


@dataclass(frozen=True, slots=True)
class Pair:
    """A learner and an adversary in a setting: a game, if they fit. Without an adversary the worst is searched for."""

    learner: str | sources.Source
    adversary: str | None
    asked: Place

    @property
    def learner_name(self) -> str:
        """Return what the learner is called."""
        return self.learner if isinstance(self.learner, str) else self.learner.text

    @property
    def is_named(self) -> bool:
        """Tell whether all that plays has a name, by which another process finds it."""
        return isinstance(self.learner, str) and not isinstance(self.asked.concept_class, ConceptClass)


def pairs_of(spec: TournamentSpecification) -> tuple[list[Pair], list[Unfit]]:
    """Return the pairs, setting by setting, adversary by adversary, and the adversaries that fit no setting.

    An adversary fits a setting if it takes what the setting gives and requires nothing else. One that takes a dimension
    and no margin plays once in each dimension, and ``scripted:FILE`` once, in the setting of its file. Only adversaries
    that take a seed play once with each, and searches do. Whether a learner fits is found when it is to play.

    Raises:
        InputError: there are no pairs.

    """
    if spec.against is None:
        asked = [place._replace(seed=seed) for place in _settings(spec) if place.kind for seed in spec.seeds or (None,)]
        return [Pair(learner, None, setting) for setting in asked for learner in spec.learners], []
    every = spec.against == (ALL,)
    names = [*registry.ADVERSARIES, *plugins(registry.ADVERSARY_ENTRY_POINTS)] if every else spec.against
    pairs, seen, fits = list[Pair](), set[tuple[str, Place]](), set[str]()
    reasons: dict[str, str] = {}
    for setting in _settings(spec):
        for adversary in names:
            file = located(adversary, spec.folder)
            place = _given(file, setting, spec)
            if isinstance(place, str):
                reasons[adversary] = place
                continue
            fits.add(adversary)
            for seed in (spec.seeds if _takes_seed(file) else ()) or (None,):
                asked_for = place._replace(seed=seed)
                if (adversary, asked_for) not in seen:
                    seen.add((adversary, asked_for))
                    pairs += [Pair(learner, adversary, asked_for) for learner in spec.learners]
    unfit = [Unfit(None, name, reasons[name]) for name in names if not every and name not in fits]
    if not pairs:
        why = "".join(f": {pair.adversary}: {pair.reason}" for pair in unfit[:1])
        raise InputError(f"there is no game to play, since no adversary fits a setting{why}")
    return pairs, unfit


def _settings(spec: TournamentSpecification) -> Iterator[Place]:
    for margin in spec.margins or ((None,) if spec.dimensions else ()):
        for dimension in spec.dimensions or (None,):
            yield Place("halfspaces", margin, dimension)
    for name in spec.classes:
        for lies in spec.lies or (None,):
            yield Place("finite", concept_class=name, lies=lies)
    yield NOWHERE


def _given(adversary: str, setting: Place, spec: TournamentSpecification) -> Place | str:
    """Return the options of a setting that an adversary gets, or the reason why it does not play there."""
    empty = setting == NOWHERE
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
            setting = setting._replace(margin_squared=None)
        registry.validate_fit(adversary, setting.options())
    except InputError as error:
        return str(error)
    return setting


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
    constructors = [node.args for node in of.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    return any(entry.arg == "seed" for args in constructors for entry in (*args.args, *args.kwonlyargs))
