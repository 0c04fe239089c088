"""The imports of a user's file, read from its text: files of its folder, and installed packages. Nothing is run."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path

from learners.loading.notebook import SUFFIX, code_cells
from proofs.exact.errors import InputError


def imported(path: Path) -> tuple[list[Path], dict[str, str]]:
    """Return the files that a file imports from its folder, these and theirs, and the versions of packages, by name.

    Imports are found wherever they stand in the text; what is imported by a name that is computed is not, nor is data
    that the code reads.
    """
    found, others = _walked(path)
    return found, versions_of(others)


def own_folder(path: Path) -> Path:
    """Return what a file needs to read for its imports: its folder if it imports others from there, or else itself."""
    found, _ = _walked(path)
    return path.resolve().parent if found else path.resolve()


def _walked(path: Path) -> tuple[list[Path], set[str]]:
    """Return the files that are imported from the folder, and the first parts of other names."""
    home = path.resolve().parent
    found, waiting, others = dict[Path, None](), [path.resolve()], set[str]()
    while waiting:
        file = waiting.pop()
        for base, names in _names(file, home):
            here = [place for place in _places(base, names) if place.is_file()]
            if not here and base == home:
                others.add(names[0])
            waiting += [place for place in here if place not in found and place != path.resolve()]
            found |= dict.fromkeys(place for place in here if place != path.resolve())
    return sorted(found), others


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
        texts = [cell.code for cell in code_cells(file)] if file.suffix == SUFFIX else [file.read_bytes()]
        return [ast.parse(text) for text in texts]
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError, InputError):
        return []  # loading it will say what is wrong


def versions_of(modules: set[str]) -> dict[str, str]:
    """Return the versions of the packages that have these top-level modules, by the packages' names."""
    names = {name for module in modules for name in _packages().get(module, ())} if modules else set[str]()
    return {name: version(name) for name in sorted(names)}


@cache
def _packages() -> dict[str, list[str]]:
    return dict(packages_distributions())


def version_here(package: str) -> str | None:
    """Return the version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
