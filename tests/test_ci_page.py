"""The workflow and the Dockerfile of docs/grading.md: their commands grade, on this machine."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml  # type: ignore[import-untyped]
from conftest import ROOT
from documents import DOCS, blocks

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]  # it installs twice, and grades four times

PAGE = (DOCS / "grading.md").read_text()
(WORKFLOW,) = blocks(PAGE, "yaml")
(DOCKERFILE,) = blocks(PAGE, "dockerfile")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Return the repository of a course: the grader and a submission."""
    (shown,) = re.findall(r"^\$ adversary (.*--gradescope grader/)$", PAGE, re.MULTILINE)
    run([sys.executable, "-m", "adversary", *shown.split()], tmp_path)
    shutil.copy(ROOT / "examples" / "student.py", tmp_path)
    (tmp_path / "submissions").mkdir()
    for name in ("student.py", "broken/wrong_sign.py"):
        shutil.copy(ROOT / "examples" / name, tmp_path / "submissions")
    return tmp_path


def run(command: list[str] | str, folder: Path, code: int = 0) -> str:
    done = subprocess.run(
        command, shell=isinstance(command, str), cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def install(line: str, folder: Path) -> None:
    """Install a wheel as a line of shell says; only the packages that it needs are those of this Python."""
    run(line.replace("pip install", "pip install --no-index --no-deps"), folder)
    (site,) = folder.glob(".venv/lib/python*/site-packages")
    (site / "dependencies.pth").write_text(f"{Path(np.__file__).parents[1]}\n")


def test_the_workflow_grades_what_is_pushed(course: Path) -> None:
    workflow = yaml.safe_load(WORKFLOW)
    assert workflow[True] == "push"  # to YAML, "on" is true
    (job,) = workflow["jobs"].values()
    uses, system, installs, grades, keeps = job["steps"]
    assert uses["uses"].startswith("actions/checkout@")
    assert "apt-get install -y bubblewrap;" in system["run"]  # not run here: it changes the machine
    install(installs["run"], course)
    assert "passed as perceptron, 100 of 100 points" in run(grades["run"], course)
    assert 'failures="0"' in (course / keeps["with"]["path"]).read_text()
    assert keeps["if"] == "always()"  # also where the grade has failed
    shutil.copy(ROOT / "examples" / "broken" / "wrong_sign.py", course / "student.py")
    assert "FAILED" in run(grades["run"], course, 1)


def test_the_dockerfile_grades_a_folder(course: Path) -> None:
    lines = [line.partition(" ")[::2] for line in DOCKERFILE.splitlines()]
    does = [name for name, _ in lines]
    assert does == ["FROM", "RUN", "COPY", "RUN", "USER", "WORKDIR", "ENTRYPOINT", "CMD"]
    (base, _, copied, installs, user, place, entry, arguments) = [rest for _, rest in lines]
    assert tuple(map(int, re.findall(r"\d+", base))) >= (3, 11)
    source, there = copied.split()
    install(f"python3 -m venv .venv && .venv/bin/{installs.partition(' &&')[0].replace(there, source)}", course)
    assert installs.endswith(f"useradd --create-home {user}")
    assert f'-v "$PWD:{place}"' in PAGE
    program, *first = json.loads(entry)
    out = run([f".venv/bin/{program}", *first, *json.loads(arguments), "--seconds", "10"], course, 1)
    assert "2 learners: " in out
    assert ", 1 failed, " in out
    assert (course / "reports" / "index.html").exists()
