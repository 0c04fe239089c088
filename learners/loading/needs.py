"""The files and package versions that a learner's games depend on, by which stored results are recognized."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from learners.loading.imports import imported, version_here, versions_of
from learners.loading.sources import Source
from learners.registry import LEARNER_PLUGINS, REDUCTIONS, plugins
from learners.spec import parse
from proofs.exact.errors import InputError

ADAPTED = {"sklearn": {"sklearn", "numpy", "scipy"}, "river": {"river", "numpy"}}
"""Modules behind ``sklearn:`` and ``river:``."""


class Needs(NamedTuple):
    """Files, and versions of packages by their names."""

    files: frozenset[Path] = frozenset()
    packages: tuple[tuple[str, str], ...] = ()


def needs_of_learner(source: Source) -> Needs:
    """Return what a learner needs that is not an object."""
    if source.kind == "program":
        return Needs(frozenset([source.path]))
    if source.kind == "file":
        return needs_of_code(source.path)
    name = source.payload
    while (head := name.partition(":")[0]) in REDUCTIONS:
        name = name.partition(":")[2]
    if head in ADAPTED and ":" in name:
        return Needs(packages=tuple(versions_of(ADAPTED[head]).items()))
    return needs_of_plugin(LEARNER_PLUGINS, parse(name).name)


def needs_of_code(path: Path) -> Needs:
    """Return a file, those that it imports from its folder, and the packages that these import."""
    beside, packages = imported(path)
    return Needs(frozenset([path, *beside]), tuple(packages.items()))


def needs_of_plugin(group: str, name: str) -> Needs:
    """Return the package that has added a name to a group of entry points, if one has."""
    point = plugins(group).get(name)
    found = point.dist if point else None
    return Needs(packages=((found.name, found.version),) if found else ())


def require_versions(wanted: Mapping[str, str]) -> None:
    """Raise InputError if a package has another version here than where the run began."""
    for package, version in wanted.items():
        if (here := version_here(package)) != version:
            raise InputError(f"a worker has {package} {here}, and the run began with {version}")
