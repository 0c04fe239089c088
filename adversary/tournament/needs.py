"""What a game depends on besides what it is asked: the files of its players and its class, and others' packages."""

from pathlib import Path
from typing import NamedTuple

from adversary.strategies.from_file import find_adversary_file
from adversary.strategies.registry import ADVERSARY_ENTRY_POINTS
from adversary.tournament.pairs import Pair
from learners.loading import sources
from learners.loading.imports import imported, versions_of
from learners.loading.plugins import plugins
from learners.registry import LEARNER_PLUGINS, REDUCTIONS
from learners.spec import parse
from proofs.classes.catalog import MARGIN_CLASSES

ADAPTED = {"sklearn": {"sklearn", "numpy", "scipy"}, "river": {"river", "numpy"}}
"""Modules behind ``sklearn:`` and ``river:``."""


class Needs(NamedTuple):
    """Files, and versions of packages by their names."""

    files: frozenset[Path] = frozenset()
    packages: tuple[tuple[str, str], ...] = ()


class NeedsFinder:
    """Finds what games need, once for each player and class; files are named as from the current folder."""

    def __init__(self) -> None:
        self._found = dict[tuple[str, str], Needs]()

    def of(self, pair: Pair) -> tuple[list[Path], dict[str, str]]:
        """Return the files, absolute, and the packages. Raises InputError if a player is not there any more."""
        named = {"learner": pair.learner, "adversary": pair.adversary, "class": pair.asked.concept_class or ""}
        found = [self._of(*one) for one in named.items()]
        packages = sorted(entry for needs in found for entry in needs.packages)
        return sorted({path.absolute() for needs in found for path in needs.files}), dict(packages)

    def _of(self, kind: str, name: str) -> Needs:
        if (kind, name) not in self._found:
            find = {"learner": _of_learner, "adversary": _of_adversary, "class": _of_class}[kind]
            self._found[kind, name] = find(name)
        return self._found[kind, name]


def _of_learner(text: str) -> Needs:
    source = sources.find(text)
    if source.kind == "program":
        return Needs(frozenset([source.path]))
    if source.kind == "file":
        return _of_code(source.path)
    name = source.payload
    while (head := name.partition(":")[0]) in REDUCTIONS:
        name = name.partition(":")[2]
    if head in ADAPTED and ":" in name:
        return Needs(packages=tuple(versions_of(ADAPTED[head]).items()))
    return _of_plugin(LEARNER_PLUGINS, parse(name).name)


def _of_adversary(text: str) -> Needs:
    if file := find_adversary_file(text):
        return _of_code(Path(file.path))
    name, colon, path = text.partition(":")
    return Needs(frozenset([Path(path)])) if colon else _of_plugin(ADVERSARY_ENTRY_POINTS, parse(name).name)


def _of_class(text: str) -> Needs:
    path = text.partition(":")[2].partition("?")[0] if text.startswith(f"{MARGIN_CLASSES}:") else text
    return Needs(frozenset([Path(path)] if path and Path(path).is_file() else []))


def _of_code(path: Path) -> Needs:
    beside, packages = imported(path)
    return Needs(frozenset([path, *beside]), tuple(packages.items()))


def _of_plugin(group: str, name: str) -> Needs:
    point = plugins(group).get(name)
    found = point.dist if point else None
    return Needs(packages=((found.name, found.version),) if found else ())
