"""The README's commands print what it says, and its examples are the files in the tree."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

README = (ROOT / "README.md").read_text()
SESSIONS = [
    pytest.param(block, marks=[pytest.mark.rocq] if "$ adversary formal" in block else [])
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    if "pytest" not in block
]


def commands(session: str) -> list[tuple[str, str]]:
    """Return each command of a console block with the output printed below it."""
    return [
        (entry.partition("\n")[0], entry.partition("\n")[2])
        for entry in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    ]


def steady(output: str) -> str:
    """Return output without the seconds that it took, and without the sandbox and the Rocq that this machine has."""
    output = re.sub(r"by Rocq [\w.+]+", "by Rocq …", output)
    return re.sub(
        r"\d+\.\d( s)?$", "…", re.sub(r"^ran in .*\Z", "", output, flags=re.MULTILINE | re.DOTALL), flags=re.MULTILINE
    )


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: commands(session)[0][0][:60])
def test_commands_print_what_the_readme_shows(session: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    python = f"{sys.executable} -m "
    for command, output in commands(session):
        last = command.rpartition("&& ")[2].removeprefix(
            ".venv/bin/"
        )  # what comes before installs, and .ci/run runs it
        runnable = re.sub(r"^python ", f"{sys.executable} ", re.sub(r"^adversary ", f"{python}adversary ", last))
        done = subprocess.run(
            runnable, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=250, check=False
        )
        assert steady(done.stdout) == steady(output.rstrip("\n") + "\n"), command
        assert done.stderr == ""


def test_all_sessions_are_found() -> None:
    assert len([command for session in SESSIONS for command, _ in commands(str(session.values[0]))]) == 23


def test_the_students_file_is_the_one_shown() -> None:
    shown = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    assert (ROOT / "examples" / "student.py").read_text().partition("\n\n")[2] == shown
    assert len(shown.splitlines()) <= 17


def test_the_python_examples_print_what_the_readme_shows() -> None:
    examples = doctest.DocTestParser().get_doctest(README, {}, "README.md", str(ROOT / "README.md"), 0)
    assert len(examples.examples) >= 6
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0


def test_links_lead_somewhere() -> None:
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
            assert (path.parent / target).exists(), (path.name, target)


def test_the_format_is_documented_with_a_trace_that_is_valid(tmp_path: Path) -> None:
    from proofs import checker

    text = (ROOT / "docs" / "trace-format.md").read_text()
    lines = [
        line.strip()
        for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
        for line in block.strip().splitlines()
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(lines))
    assert checker.check(tmp_path / "t.jsonl").valid
