"""A kind of one's own, from a TOML file: the setting, the bound, the games."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from adversary.grading.kinds import ROUNDING, Demand, Kind
from adversary.search import finite_games, halfspace_games
from adversary.search.games import Plan
from adversary.search.spaces import Arena
from adversary.search.specification import Promise
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, unknown
from proofs.exact.mistake_bounds import OF_CLASSES, OF_HALFSPACES, Bound, read_bound

KEYS = ("name", "summary", "setting", "bound", "games", "classes", "forgive_rounding")
SETTINGS = ("halfspaces", "finite")

_Plans = Callable[[int], Iterator[Plan]]
_Arenas = Callable[[], list[Arena]]


def read_kind(path: Path) -> Kind:
    """Read a kind. Raises InputError in one line that says which key is wrong."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the kind {path} cannot be read: {error}") from None
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{path}: brackets are nested too deeply") from None
    except ValueError as error:  # no TOML, or an integer with more digits than Python reads
        raise InputError(f"{path}: {error}") from None
    for key in found:
        if key not in KEYS:
            raise unknown(f"key in {path}:", key, KEYS)
    setting = _text(path, found, "setting")
    if setting not in SETTINGS:
        raise unknown(f"setting in {path}:", setting, SETTINGS)
    bound = read_bound(_text(path, found, "bound"))
    plans, arenas = (_halfspaces if setting == "halfspaces" else _finite)(path, found, bound)
    forgiving = found.get("forgive_rounding", setting == "halfspaces")
    if not isinstance(forgiving, bool):
        raise InputError(f"{path}: forgive_rounding is true or false")
    promise = Promise(pardon=ROUNDING) if forgiving else Promise()
    expected = f"M ≤ {bound.text} on every realizable sequence"
    name = found.get("name", path.stem)
    demand = Demand("the games of this kind", expected, promise, plans, arenas)
    return Kind(str(name), str(found.get("summary", expected)), str(path), (demand,))


def class_files(path: Path) -> list[str]:
    """Return the classes of a kind that are files beside it."""
    classes = tomllib.loads(path.read_text()).get("classes", [])
    return [name for name in classes if ":" not in name]


def _text(path: Path, found: dict[str, Any], key: str) -> str:
    if not isinstance(found.get(key), str):
        raise InputError(f'{path}: {key} is missing, or no text; for example {key} = "{EXAMPLES[key]}"')
    return str(found[key])


EXAMPLES = {"setting": "halfspaces", "bound": "R2/gamma2"}


def _list(path: Path, found: dict[str, Any], key: str, default: tuple[str, ...]) -> list[str]:
    value = found.get(key, list(default))
    if not isinstance(value, list) or not value or not all(isinstance(entry, str) for entry in value):
        raise InputError(f"{path}: {key} is a list of names, not {value!r}")
    return value


def _halfspaces(path: Path, found: dict[str, Any], bound: Bound) -> tuple[_Plans, _Arenas]:
    if "classes" in found:
        raise InputError(f"{path}: classes are for the setting finite")
    if missing := bound.names - OF_HALFSPACES:
        raise InputError(f"{path}: the bound names {', '.join(sorted(missing))}, which halfspaces do not have")
    known = {
        "unit": (halfspace_games.unit_plans, halfspace_games.unit_arenas),
        "general": (halfspace_games.general_plans, halfspace_games.general_arenas),
    }
    chosen = _list(path, found, "games", ("unit",) if "delta2" in bound.names else ("unit", "general"))
    for name in chosen:
        if name not in known:
            raise unknown(f"games in {path}:", name, known)
    if "delta2" in bound.names and "general" in chosen:
        raise InputError(f"{path}: delta2 is a margin on unit points; write gamma2, or leave out the general games")
    return (
        lambda seed: (plan for name in chosen for plan in known[name][0](bound.text, seed)),
        lambda: [arena for name in chosen for arena in known[name][1](bound.text)],
    )


def _finite(path: Path, found: dict[str, Any], bound: Bound) -> tuple[_Plans, _Arenas]:
    if "games" in found:
        raise InputError(f"{path}: games are for halfspaces; name classes")
    if missing := bound.names - OF_CLASSES:
        raise InputError(f"{path}: the bound names {', '.join(sorted(missing))}, which a finite class does not have")
    names = _list(path, found, "classes", finite_games.MIDDLE)
    tables = [load_class(name if ":" in name else str(path.parent / name)) for name in names]
    arenas = finite_games.class_arenas((), bound.text, tables)
    return lambda seed: finite_games.plans_in(arenas, seed), lambda: arenas
