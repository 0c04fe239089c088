"""The house in order: few modules beside the rooms, one name for one thing, and no tests in what is installed."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGES = "adversary", "learners", "proofs"
MOST_BESIDE = 10
"""How many modules may stand beside the rooms of a package."""


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("package", PACKAGES)
def test_few_modules_stand_beside_the_rooms(package: str) -> None:
    for init in (ROOT / package).rglob("__init__.py"):
        if any(init.parent.glob("*/__init__.py")):
            beside = sorted(path.name for path in init.parent.glob("*.py") if path != init)
            assert len(beside) <= MOST_BESIDE, (init.parent, beside)


def public_names(path: Path) -> Iterator[str]:
    """Yield the names without an underscore in front that a module defines itself."""
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names = [name]
            case ast.Assign(targets=targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case _:
                names = []
        yield from (name for name in names if not name.startswith("_"))


SEVERAL = {
    "main": "what python -m and the command call",
    "ATTACKS": "each source's, which the runner of claims collects",
}
"""Names that several modules may define, and why."""

ELSEWHERE = (
    "proofs/checker.py",
    "proofs/finite_checker.py",
    "proofs/values_checker.py",
    "proofs/claims/",
    "adversary/cli/",
)
"""The checkers share no code with the rest, and no names, for readers who trust nothing else: ``values_checker`` starts
from ``finite_checker``, and the other two stand alone. Claims have names of their own in each source, and a command is
called what the function is called that it calls."""


def test_a_public_name_is_defined_in_one_module() -> None:
    found = defaultdict(list)
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(ELSEWHERE):
            for public in dict.fromkeys(public_names(path)):  # once, though it has overloads
                found[public].append(name)
    assert {name: paths for name, paths in found.items() if len(paths) > 1 and name not in SEVERAL} == {}


def test_what_is_installed_has_no_tests() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": list(PACKAGES)}
    assert not [path for path in modules() if path.name.startswith(("test_", "conftest"))]
    assert not [path for path in modules() if "tests" in path.parts[len(ROOT.parts) :]]
