"""The wheel of the running program: pip installs it without an index, and what it installs makes the same wheel again."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

from adversary.views.export import autograder
from adversary.views.export.autograder import write_autograder, write_wheel
from learners.runner.process import PACKAGES
from learners.runner.process import ROOT as RUNNING
from proofs.exact.errors import InputError

pytestmark = pytest.mark.full


def run(*arguments: object, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_"))}
    done = subprocess.run(
        list(map(str, arguments)), cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="needs git, and a checkout")
@pytest.mark.skipif(RUNNING != ROOT, reason="another installation runs than this checkout")
def test_the_wheel_has_every_file_of_the_packages_and_no_other(tmp_path: Path) -> None:
    kept = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PACKAGES, cwd=ROOT).splitlines()
    with zipfile.ZipFile(write_wheel(tmp_path)) as archive:
        packed = [name for name in archive.namelist() if ".dist-info/" not in name]
        assert archive.testzip() is None
    assert sorted(packed) == sorted(name for name in kept if (ROOT / name).is_file())


def test_the_autograder_installs_offline_and_writes_itself_again(tmp_path: Path) -> None:
    write_autograder(tmp_path / "build", "perceptron")
    (packed,) = (tmp_path / "build" / "forced-mistakes").iterdir()
    fresh = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", fresh, cwd=tmp_path)
    python = fresh / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--no-index", "--no-deps", packed, cwd=tmp_path)
    (site,) = fresh.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(f"{Path(np.__file__).parents[1]}\n")  # behind the new packages
    place = run(python, "-c", "import adversary; print(adversary.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(site)
    run(fresh / "bin" / "adversary", "play", "perceptron", "--margin", "1/2", "-o", "t.jsonl", cwd=tmp_path)
    run(fresh / "bin" / "adversary", "show", "t.jsonl", cwd=tmp_path)  # which needs the page's script and style
    run(fresh / "bin" / "adversary", "grade", "--gradescope", "again", "--as", "perceptron", cwd=tmp_path)
    assert (tmp_path / "again" / "forced-mistakes" / packed.name).read_bytes() == packed.read_bytes()


def test_what_is_not_installed_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(autograder, "distribution", nothing)
    with pytest.raises(InputError, match="is not installed, but only on the path"):
        write_autograder(tmp_path / "build", "perceptron")
    assert list(tmp_path.iterdir()) == []
