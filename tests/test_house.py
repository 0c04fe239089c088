"""The house in order: few modules beside the rooms, and no tests in what is installed."""

import tomllib
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGES = "adversary", "learners", "proofs"
MAX_BESIDE = 14
"""How many modules may stand beside the rooms of a package."""


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("package", PACKAGES)
def test_few_modules_stand_beside_the_rooms(package: str) -> None:
    for init in (ROOT / package).rglob("__init__.py"):
        if any(init.parent.glob("*/__init__.py")):
            beside = sorted(path.name for path in init.parent.glob("*.py") if path != init)
            assert len(beside) <= MAX_BESIDE, (init.parent, beside)


def test_what_is_installed_has_no_tests() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": list(PACKAGES)}
    assert not [path for path in modules() if path.name.startswith(("test_", "conftest"))]
    assert not [path for path in modules() if "tests" in path.parts[len(ROOT.parts) :]]
