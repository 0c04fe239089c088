"""What both checkers promise: the verdicts on a corpus; and to those who trust nothing else, to be short and alone."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT
from oracles import finite, halfspaces

from proofs import checker, finite_checker

CERTIFICATES = DATA / "certificates"
CHECKERS: dict[str, Any] = {"checker": checker, "finite_checker": finite_checker}
SECOND = {"checker": halfspaces.verdict, "finite_checker": finite.verdict}
LONGEST_REASON = {"checker": 160, "finite_checker": 180}
FOLDERS = {"checker": CERTIFICATES, "finite_checker": CERTIFICATES / "finite"}
KINDS = {"valid": 0, "invalid": 1, "malformed": 2}


def cases(kind: str) -> list[Any]:
    """Return the files of a kind, and what ``docs`` promises to those who write another checker that they mean."""
    found = []
    for module, folder in FOLDERS.items():
        expected = json.loads((folder / "expected.json").read_text())
        files = {path.relative_to(folder).as_posix() for path in folder.glob("*/*.jsonl")}
        assert files == expected.keys(), "every file has its expected verdict, and the other way round"
        for name, finding in expected.items():
            if name.startswith(f"{kind}/"):
                found.append(pytest.param(module, folder / name, finding, id=f"{module}-{(folder / name).stem}"))
    return found


@pytest.mark.parametrize(("module", "path", "expected"), cases("valid"))
def test_valid(module: str, path: Path, expected: dict[str, Any]) -> None:
    report = CHECKERS[module].check(path)
    assert report.reason is None
    assert report.valid
    assert expected == {"verdict": "valid", "statements": report.statements}
    second = SECOND[module](path.read_text().splitlines())
    assert second is not None
    assert second[0]


@pytest.mark.parametrize(("module", "path", "expected"), cases("invalid"))
def test_invalid(module: str, path: Path, expected: dict[str, Any]) -> None:
    report = CHECKERS[module].check(path)
    assert not report.valid
    assert expected == {"verdict": "not valid", "statements": report.statements, "reason": report.reason}
    second = SECOND[module](path.read_text().splitlines())
    assert second is not None
    assert not second[0]


@pytest.mark.parametrize(("module", "path", "expected"), cases("malformed"))
def test_malformed(module: str, path: Path, expected: dict[str, Any]) -> None:
    with pytest.raises(CHECKERS[module].MalformedError) as caught:
        CHECKERS[module].check(path)
    assert expected["verdict"] == "malformed"
    assert str(caught.value).startswith(expected["reason"])
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < LONGEST_REASON[module]


@pytest.mark.parametrize("module", FOLDERS)
def test_what_cannot_be_read(module: str, tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "no.jsonl", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(CHECKERS[module].MalformedError, match=reason):
            CHECKERS[module].check(path)


@pytest.mark.parametrize("module", FOLDERS)
def test_it_is_short_and_stands_on_the_standard_library_alone(module: str) -> None:
    text = (ROOT / "proofs" / f"{module}.py").read_text()
    assert len(text.splitlines()) <= {"checker": 440, "finite_checker": 520}[module]
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
        assert not (isinstance(node, ast.Name) and node.id in ("__import__", "eval", "exec"))
    assert imported
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("module", FOLDERS)
@pytest.mark.parametrize("kind", KINDS)
def test_it_runs_where_nothing_is_installed(module: str, kind: str) -> None:
    for path in sorted((FOLDERS[module] / kind).glob("*.jsonl"))[::4]:  # all of them are read in this process
        command = [sys.executable, "-I", "-S", str(ROOT / "proofs" / f"{module}.py"), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
        assert done.returncode == KINDS[kind], path
        assert "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == (kind == "malformed")


@pytest.mark.parametrize("module", FOLDERS)
@pytest.mark.parametrize("kind", ["valid", "invalid"])
@pytest.mark.parametrize(
    ("output", "says"),
    [
        (">&-", "cannot write to standard output: it is closed\n"),
        (">/dev/full", "cannot write to standard output: No space left on device\n"),
        ("1</dev/null", "cannot write to standard output: Bad file descriptor\n"),
        (">/dev/full 2>/dev/full", ""),
        (">&- 2>&-", ""),
    ],
)
def test_a_verdict_that_cannot_be_printed_is_exit_code_2(module: str, kind: str, output: str, says: str) -> None:
    folder = FOLDERS[module] / kind
    command = f"{sys.executable} -m proofs.{module} {min(folder.glob('*.jsonl'))} {output}"
    done = subprocess.run(["/bin/bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)
