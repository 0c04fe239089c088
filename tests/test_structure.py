"""The structure of the packages: small folders, few decisions on what a setting is, and no tests in what is installed."""

import ast
import re
import tomllib
from pathlib import Path

from conftest import ROOT

from adversary.game import judge
from proofs import finite_checker, margin_checker, values_checker
from proofs.settings import SETTINGS

PACKAGES = "adversary", "learners", "proofs"

MAX_MODULES = 14
"""How many modules a folder may have besides ``__init__.py``."""

MAX_DECISIONS = 25
"""How often the code may ask what a setting is; only the registries of views and search spaces should."""

CLASSES = {setting.__name__ for setting in SETTINGS.values()}


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def decisions(tree: ast.AST) -> int:
    """Count the tests for the class or the kind of a setting."""
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and names(node.func) & {"isinstance", "issubclass"}:
            found += bool(names(node.args[1]) & CLASSES)
        elif isinstance(node, ast.MatchClass):
            found += bool(names(node.cls) & CLASSES)
        elif isinstance(node, ast.Compare):
            constants = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            found += bool(names(node) & CLASSES or constants & SETTINGS.keys())
    return found


def names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def test_folders_are_small() -> None:
    folders = {path.parent for path in modules()}
    beside = {folder: [path.name for path in folder.glob("*.py") if path.name != "__init__.py"] for folder in folders}
    assert {folder: found for folder, found in beside.items() if len(found) > MAX_MODULES} == {}


def test_few_places_decide_on_what_a_setting_is() -> None:
    words = re.compile(rf"\b({'|'.join(CLASSES)})\b|['\"]({'|'.join(SETTINGS)})['\"]")  # no decision is without one
    found = {path: decisions(ast.parse(text)) for path in modules() if words.search(text := path.read_text())}
    assert found
    assert sum(found.values()) <= MAX_DECISIONS, {path: count for path, count in found.items() if count}


def test_what_is_installed_has_no_tests() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": list(PACKAGES)}
    assert not [path for path in modules() if path.name.startswith(("test_", "conftest"))]
    assert not [path for path in modules() if "tests" in path.parts[len(ROOT.parts) :]]


def test_the_judge_knows_the_formats_that_checkers_read() -> None:
    """The formats stand in checkers that import nothing of ours, and again where a file is handed to its checker."""
    formats = {finite_checker.CERTIFICATE, values_checker.VALUES, margin_checker.FORMAT}
    assert {name for name in judge.CHECKERS if "/" in name} == formats
