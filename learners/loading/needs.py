"""The files and package versions on which a learner's games depend; they are part of the key of stored results.

The imports of a user's file are read from its text. Nothing is run.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from learners.loading.code_file import NOTEBOOK, code_cells
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
    """Return the files and versions that a learner needs; it must not be a Python object."""
    if source.kind == "program":
        return Needs(frozenset([source.path]))
    if source.kind == "file":
        return needs_of_code(source.path)
    name = source.payload
    while (head := name.partition(":")[0]) in REDUCTIONS:
        name = name.partition(":")[2]
    if head in ADAPTED and ":" in name:
        return Needs(packages=_versions_of(ADAPTED[head]))
    return needs_of_plugin(LEARNER_PLUGINS, parse(name).name)


def needs_of_code(path: Path) -> Needs:
    """Return a file, those that it imports from its folder, these and theirs, and the packages that they import.

    Imports are found wherever they stand in the text; what is imported by a name that is computed is not, nor is data
    that the code reads.
    """
    beside, modules = _imports(path)
    return Needs(frozenset([path, *beside]), _versions_of(modules))


def needs_of_plugin(group: str, name: str) -> Needs:
    """Return the package that has added a name to a group of entry points, if one has."""
    point = plugins(group).get(name)
    package = point.dist if point else None
    return Needs(packages=((package.name, package.version),) if package else ())


def require_versions(wanted: Mapping[str, str]) -> None:
    """Raise InputError if a package has another version here than on the machine that started the run."""
    from importlib.metadata import PackageNotFoundError, version

    for package, expected in wanted.items():
        try:
            installed = version(package)
        except PackageNotFoundError:
            installed = None
        if installed != expected:
            raise InputError(f"a worker has {package} {installed}, and the run began with {expected}")


def own_folder(path: Path) -> Path:
    """Return the path that a file's imports need: its folder if it imports files from there, else the file itself."""
    return path.resolve().parent if _imports(path)[0] else path.resolve()


def _imports(path: Path) -> tuple[list[Path], set[str]]:
    """Return the files that are imported from the folder, and the first parts of other names."""
    home = path.resolve().parent
    files, waiting, others = dict[Path, None](), [path.resolve()], set[str]()
    while waiting:
        file = waiting.pop()
        for base, names in _names(file, home):
            places = [place for place in _places(base, names) if place.is_file()]
            if not places and base == home:
                others.add(names[0])
            waiting += [place for place in places if place not in files and place != path.resolve()]
            files |= dict.fromkeys(place for place in places if place != path.resolve())
    return sorted(files), others


def _names(file: Path, home: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folders in which modules are looked for, and their names, part by part."""
    for tree in _trees(file):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield home, name.name.split(".")
            elif isinstance(node, ast.ImportFrom):
                base = file.parents[min(node.level, len(file.parents)) - 1] if node.level else home
                module = node.module.split(".") if node.module else []
                for name in node.names:
                    yield base, [*module, name.name]


def _places(base: Path, names: list[str]) -> Iterator[Path]:
    """Yield the files that may be loaded: the packages on the way, and the module, if the last name is one."""
    for most in range(1, len(names) + 1):
        place = base.joinpath(*names[:most])
        yield place / "__init__.py"
        yield place.with_name(f"{place.name}.py")


def _trees(file: Path) -> list[ast.Module]:
    try:
        texts = [cell.code for cell in code_cells(file)] if file.suffix == NOTEBOOK else [file.read_bytes()]
        return [ast.parse(text) for text in texts]
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError, InputError):
        return []  # loading it will say what is wrong


def _versions_of(modules: set[str]) -> tuple[tuple[str, str], ...]:
    """Return the packages that have these top-level modules, and their versions."""
    from importlib.metadata import version

    names = {name for module in modules for name in _packages().get(module, ())} if modules else set[str]()
    return tuple((name, version(name)) for name in sorted(names))


@cache
def _packages() -> Mapping[str, list[str]]:
    from importlib.metadata import packages_distributions  # a grade does without, and so starts sooner

    return packages_distributions()
