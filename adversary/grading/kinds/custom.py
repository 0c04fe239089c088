"""A custom kind, from a TOML file: the setting, the bound, the games."""

import ast
import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from adversary.files import read_table
from adversary.grading.kinds.kind import Games, Kind, Requirement, SearchSpaces, check_weights, in_dimension
from adversary.grading.kinds.registry import named_kind
from adversary.search.games import class_games, halfspace_games
from adversary.search.record import ROUNDING
from adversary.search.spaces.classes import DIMENSIONS, disjunctions
from adversary.search.spaces.space import Values
from learners.shapes.batch import LABEL_SETS
from learners.shapes.reading import Reading
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, lies_suffix, require_known
from proofs.exact.mistake_bounds import OF_CLASSES, OF_HALFSPACES, Bound, Undecided, read_bound
from proofs.settings import Finite
from proofs.settings.finite import check_lies

READING = ("labels", "label_first", "shape", "adapter")
"""Keys that say how submissions are read."""
KEYS = (
    *(
        "name",
        "summary",
        "setting",
        "bound",
        "bias",
        "games",
        "dimension",
        "classes",
        "lies",
        "forgive_rounding",
        "checks",
    ),
    *READING,
)
ON_A_KIND = ("kind", "name", "summary", "dimension", "checks", *READING)
"""Keys of a file that takes another kind, and says how submissions are read."""
ADAPTER = "adapt"
"""The function of an instructor's adapter: it gets a submission's module, and returns a class or a function."""
EXAMPLES = {
    "setting": "halfspaces",
    "bound": "R2/gamma2",
    "kind": "perceptron",
    "adapter": "adapter.py",
    "shape": "rows, labels 0 and 1",
}
GAMES = {
    "unit": (halfspace_games.unit_games, halfspace_games.unit_spaces),
    "general": (halfspace_games.general_games, halfspace_games.general_spaces),
}


def read_kind(path: Path) -> Kind:
    """Read a kind. Raises InputError in one line that says which key is wrong."""
    table = read_table(path, "kind")
    if "kind" in table:
        return _on_a_kind(path, table)
    require_known(f"key in {path}:", KEYS, *table)
    setting = _text(path, table, "setting")
    require_known(f"setting in {path}:", SETTINGS, setting)
    bound = read_bound(_text(path, table, "bound"))
    _require_keepable(f"{path}:", bound, {})
    make, rounds_off = SETTINGS[setting]
    games, spaces = make(path, table, bound)
    tolerant = table.get("forgive_rounding", rounds_off)
    if not isinstance(tolerant, bool):
        raise InputError(f"{path}: forgive_rounding is true or false")
    allowed = bound.text if "M" in bound.names else f"M ≤ {bound.text} mistakes"
    where = ", where targets have a threshold: of the points (x, 1)" if table.get("bias") else ""
    expected = f"{allowed} on every realizable sequence{lies_suffix(_lies(path, table))}{where}"
    requirement = Requirement("the games of this kind", expected, games, spaces)
    if dimension := _dimension(path, table):
        requirement = in_dimension(requirement, dimension, str(path))
    name, summary = table.get("name", path.stem), table.get("summary", expected)
    weights = check_weights(table.get("checks", {}), (requirement,), f"{path}: ")
    reading = _reading(path, table, Reading(dimension=dimension))
    return Kind(
        str(name),
        str(summary),
        str(path),
        (requirement,),
        weights=weights,
        tolerance=ROUNDING if tolerant else Fraction(0),
        reading=reading,
    )


def _on_a_kind(path: Path, table: dict[str, Any]) -> Kind:
    """Return another kind whose submissions are read as a file says."""
    require_known(f"key beside kind in {path}:", ON_A_KIND, *table)
    text = _text(path, table, "kind")
    if text.endswith(".toml"):
        raise InputError(f"{path}: kind is the name of a kind, such as perceptron, and not another file")
    if dimension := _dimension(path, table):
        text += f"{'&' if '?' in text else '?'}dimension={dimension}"
    base = named_kind(text)
    return replace(
        base,
        name=str(table.get("name", path.stem)),
        summary=str(table.get("summary", base.summary)),
        weights=check_weights(table.get("checks", {}), base.requirements, f"{path}: ") or base.weights,
        reading=_reading(path, table, base.reading),
    )


def _dimension(path: Path, table: dict[str, Any]) -> int:
    """Return the one dimension of a kind's points, or 0."""
    dimension = table.get("dimension", 0)
    if type(dimension) is not int or ("dimension" in table and dimension < 1):
        raise InputError(f"{path}: dimension is an integer from 1, not {dimension!r}")
    return dimension


def _reading(path: Path, table: dict[str, Any], reading: Reading) -> Reading:
    """Return how submissions are read: as the kind reads them, but for what the file says."""
    labels, first = table.get("labels", reading.labels), table.get("label_first", reading.label_first)
    plain = labels is None or (isinstance(labels, list | tuple) and all(type(label) is int for label in labels))
    if not plain or labels not in (None, *LABEL_SETS, *map(list, LABEL_SETS)):
        raise InputError(f"{path}: labels are [-1, 1] or [0, 1], not {labels!r}")
    if not isinstance(first, bool):
        raise InputError(f"{path}: label_first is true or false")
    shape = _text(path, table, "shape") if "shape" in table else reading.shape
    adapter = adapter_in(path, table) or reading.adapter
    labels = labels and tuple(labels)
    return msgspec.structs.replace(reading, labels=labels, label_first=first, shape=shape, adapter=adapter)


def adapter_in(path: Path, table: dict[str, Any]) -> str:
    """Return the path of the adapter that a file names, which is beside the file, or "".

    Raises:
        InputError: it cannot be one.

    """
    if "adapter" not in table:
        return ""
    place = path.parent / _text(path, table, "adapter")
    try:
        tree = ast.parse(place.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: the adapter {place} cannot be read: {error.strerror}") from None
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else ""
        raise InputError(f"the adapter {place} is not Python{line}") from None
    if not any(isinstance(node, ast.FunctionDef) and node.name == ADAPTER for node in tree.body):
        raise InputError(f"the adapter {place} has no function {ADAPTER}(submission), which returns a learner")
    return str(place.absolute())


def files_of(path: Path) -> list[str]:
    """Return the files that a kind or a course names: classes and an adapter."""
    table = read_table(path, "kind")
    parts = [part["adapter"] for part in table.get("parts", []) if "adapter" in part]
    adapters = [table["adapter"]] if "adapter" in table else []
    return [*(name for name in table.get("classes", []) if ":" not in name), *adapters, *parts]


def kind_text(kind: str, adapter: str = "") -> str:
    """Return the full content of a kind: its name, or the texts of its file, its class files and its adapter."""
    if not kind.endswith(".toml"):
        return kind + (adapter and Path(adapter).read_text())
    path = Path(kind)
    adapter = adapter or read_kind(path).reading.adapter
    tables = [Finite(load_class(_place(path, name))).record() for name in read_table(path, "kind").get("classes", [])]
    return json.dumps([kind, path.read_text(), msgspec.to_builtins(tables), adapter and Path(adapter).read_text()])


def _place(path: Path, name: str) -> str:
    """Return a class name of the catalog, or the path of a class file in the kind's folder."""
    return name if ":" in name else str(path.parent / name)


def _text(path: Path, table: dict[str, Any], key: str) -> str:
    if not isinstance(table.get(key), str):
        raise InputError(f'{path}: {key} is missing, or no text; for example {key} = "{EXAMPLES[key]}"')
    return str(table[key])


def _require_keepable(where: str, bound: Bound, values: Values) -> None:
    """Raise InputError if these values alone tell that the bound does not allow 0 mistakes, or has no value."""
    try:
        if bound.names <= {"M", *values} and not bound.holds({**values, "M": 0}):
            raise InputError(f"the bound {bound.text} does not even allow 0 mistakes")
    except (InputError, Undecided) as error:
        raise InputError(f"{where} {error}") from None


def _list(path: Path, table: dict[str, Any], key: str, default: tuple[str, ...]) -> list[str]:
    value = table.get(key, list(default))
    if not isinstance(value, list) or not value or not all(isinstance(entry, str) for entry in value):
        raise InputError(f"{path}: {key} is a list of names, not {value!r}")
    return value


def _lies(path: Path, table: dict[str, Any]) -> int:
    lies = table.get("lies", 0)
    return check_lies(lies, f"{path}: ")


def _halfspaces(path: Path, table: dict[str, Any], bound: Bound) -> tuple[Games, SearchSpaces]:
    for key in ("classes", "lies"):
        if key in table:
            raise InputError(f"{path}: {key} are for the setting finite")
    bound.require_names(OF_HALFSPACES, "halfspaces do not have", f"{path}: ")
    bias = table.get("bias", False)
    if not isinstance(bias, bool):
        raise InputError(f"{path}: bias is true or false")
    if bias:
        if "games" in table:
            raise InputError(f"{path}: with a bias there is one set of games; leave out games")
        if wrong := bound.names & {"delta2", "B2"}:
            raise InputError(
                f"{path}: with a bias write R2/gamma2, which is of the points (x, 1), and not {min(wrong)}"
            )
        return partial(halfspace_games.bias_games, bound), partial(halfspace_games.bias_spaces, bound)
    chosen = _list(path, table, "games", ("unit",) if "delta2" in bound.names else ("unit", "general"))
    require_known(f"games in {path}:", GAMES, *chosen)
    if "delta2" in bound.names and "general" in chosen:
        raise InputError(f"{path}: delta2 is a margin on unit points; write gamma2, or leave out the general games")
    return (
        lambda seed: (game for name in chosen for game in GAMES[name][0](bound, seed)),
        lambda: [space for name in chosen for space in GAMES[name][1](bound)],
    )


def _finite(path: Path, table: dict[str, Any], bound: Bound) -> tuple[Games, SearchSpaces]:
    for key, where in (("games", "are for halfspaces; name classes"), ("bias", "is for halfspaces")):
        if key in table:
            raise InputError(f"{path}: {key} {where}")
    bound.require_names(OF_CLASSES, "a finite class does not have", f"{path}: ")
    tables = [load_class(_place(path, name)) for name in _list(path, table, "classes", class_games.MIDDLE_CLASSES)]
    spaces = class_games.class_spaces((), bound, tables, _lies(path, table))
    for space in () if bound.names.intersection(DIMENSIONS) else spaces:  # these take long: a grade looks, in its time
        _require_keepable(f"{path}: on {space.name},", bound, space.values)
    for table_ in tables if "k" in bound.names else ():
        try:
            disjunctions(table_)
        except InputError as error:
            raise InputError(f"{path}: on {table_.name}, {error}") from None
    return lambda seed: class_games.games_in(spaces, seed), lambda: spaces


SETTINGS = {"halfspaces": (_halfspaces, True), "finite": (_finite, False)}
"""For each setting: what reads the games of a kind, and whether learners may round there."""
