"""What both checkers promise to those who trust nothing else: short, and alone with Python."""

import ast
import subprocess
import sys

import pytest
from conftest import DATA, ROOT

CERTIFICATES = DATA / "certificates"
FOLDERS = {"checker": CERTIFICATES, "finite_checker": CERTIFICATES / "finite"}
KINDS = {"valid": 0, "invalid": 1, "malformed": 2}


@pytest.mark.parametrize("module", FOLDERS)
def test_it_is_short_and_stands_on_the_standard_library_alone(module: str) -> None:
    text = (ROOT / "proofs" / f"{module}.py").read_text()
    assert len(text.splitlines()) <= 380
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
