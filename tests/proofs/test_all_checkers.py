"""What all checkers promise: the verdicts on a corpus; and to those who trust nothing else, to be short and alone."""

import ast
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import pytest
from conftest import DATA, ROOT
from hypothesis import given
from hypothesis import strategies as st
from oracles import finite, halfspaces

from proofs import checker, finite_checker, margin_checker, values_checker

CERTIFICATES = DATA / "certificates"
CHECKS: dict[str, Any] = {
    "checker": checker.check,
    "finite_checker": finite_checker.check,
    "margin_checker": margin_checker.check,
    "values_checker": partial(finite_checker.check, read=values_checker.ValuesFile),
}
MAINS: dict[str, Any] = {
    "checker": checker.main,
    "finite_checker": finite_checker.main,
    "margin_checker": margin_checker.main,
    "values_checker": partial(finite_checker.main, read=values_checker.ValuesFile),
}
MALFORMED = checker.MalformedError, finite_checker.MalformedError
SECOND = {"checker": halfspaces.verdict, "finite_checker": finite.verdict}
MAX_REASON = {"checker": 160, "finite_checker": 180, "margin_checker": 160, "values_checker": 340}
MAX_TEXT = {"checker": 680, "finite_checker": 555, "margin_checker": 515, "values_checker": 370}
NEEDS = {
    "margin_checker": {"proofs.checker"},
    "values_checker": {"proofs.finite_checker"},
}  # beside the standard library
FOLDERS = {
    "checker": CERTIFICATES,
    "finite_checker": CERTIFICATES / "finite",
    "margin_checker": CERTIFICATES / "margin",
    "values_checker": CERTIFICATES / "values",
}
KINDS = {"valid": 0, "invalid": 1, "malformed": 2}


def expected_verdicts(module: str) -> dict[str, Any]:
    """Return what ``docs`` promises to those who write another checker that the files of the corpus mean."""
    found: dict[str, Any] = json.loads((FOLDERS[module] / "expected.json").read_text())
    return found


@pytest.mark.parametrize("module", FOLDERS)
def test_every_file_has_its_expected_verdict_and_the_other_way_round(module: str) -> None:
    folder = FOLDERS[module]
    files = {path.relative_to(folder).as_posix() for kind in KINDS for path in (folder / kind).iterdir()}
    assert files == expected_verdicts(module).keys()


@pytest.mark.parametrize("kind", ["valid", "invalid"])
@pytest.mark.parametrize("module", FOLDERS)
def test_what_is_judged(module: str, kind: str) -> None:
    wanted = {name: found for name, found in expected_verdicts(module).items() if name.startswith(f"{kind}/")}
    judged = {name: verdict_of(module, FOLDERS[module] / name) for name in wanted}
    assert judged
    assert judged == wanted


def verdict_of(module: str, path: Path) -> dict[str, Any]:
    """Return the verdict on a file, and see that the second judge, if there is one, agrees."""
    report = CHECKS[module](path)
    assert report.valid == (path.parent.name == "valid") == (report.reason is None), path
    if module in SECOND:  # of values there are only oracles of what is true: test_values_checker.py
        second = SECOND[module](path.read_text().splitlines())
        assert second is not None, path
        assert second[0] == report.valid, path
    found = {"verdict": "valid" if report.valid else "not valid", "statements": report.statements}
    return found | ({} if report.reason is None else {"reason": report.reason})


FORCED = ["universal bound", "announced order"]


@pytest.mark.parametrize("module", SECOND)
def test_the_lower_bound_of_a_report_is_the_largest_that_may_be_claimed(module: str, tmp_path: Path) -> None:
    copy, numbers = tmp_path / "t.jsonl", []
    for path in sorted(FOLDERS[module].glob("*valid/*.jsonl")):
        *lines, last = path.read_text().splitlines()
        claims = json.loads(last).get("claims", [])
        lower = CHECKS[module](path).lower
        assert lower is None or [claim for claim in claims if claim["statement"] in FORCED] or not lines
        for claim in [claim for claim in claims if claim["statement"] in FORCED]:
            for more in (0, 1):
                changed = {"statement": claim["statement"], "mistakes": (lower or 0) + more}
                footer = json.loads(last) | {"claims": [changed]}
                copy.write_text("\n".join([*lines, json.dumps(footer)]) + "\n")
                assert (changed in CHECKS[module](copy).statements) == (lower is not None and not more), path
            numbers.append((lower, claim["mistakes"]))
    assert any(lower is None for lower, _ in numbers)
    assert any(lower is not None and lower < claimed for lower, claimed in numbers)


@pytest.mark.parametrize("module", FOLDERS)
def test_malformed(module: str) -> None:
    wanted = {name: found for name, found in expected_verdicts(module).items() if name.startswith("malformed/")}
    assert wanted
    for name, expected in wanted.items():
        with pytest.raises(MALFORMED) as caught:
            CHECKS[module](FOLDERS[module] / name)
        assert expected["verdict"] == "malformed", name
        assert str(caught.value).startswith(expected["reason"]), name
        assert "\n" not in str(caught.value), name
        assert len(str(caught.value)) < MAX_REASON[module], name


@pytest.mark.parametrize("module", FOLDERS)
def test_what_cannot_be_read(module: str, tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "no.jsonl", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(MALFORMED, match=reason):
            CHECKS[module](path)


NESTED = {
    "checker": "standard_basis.jsonl",
    "finite_checker": "halving_on_thresholds.jsonl",
    "margin_checker": "plane.json",
    "values_checker": "thresholds.json",
}
"""A valid file of each checker, to which an unknown key is added."""


def with_key(module: str, line: int, value: str) -> str:
    """Return a valid file that has a further key, which a checker does not read, on one of its lines."""
    lines = (FOLDERS[module] / "valid" / NESTED[module]).read_text().splitlines()
    lines[line] = lines[line].rstrip()[:-1] + f', "z": {value}}}'
    return "\n".join(lines) + "\n"


def nest(depth: int, text: str = "") -> str:
    """Return lists and objects in each other."""
    return (
        '[{"a":' * (depth // 2)
        + "[" * (depth % 2)
        + (text or "0" * (1 - depth % 2))
        + "]" * (depth % 2)
        + "}]" * (depth // 2)
    )


DEEP = {
    "101": nest(100),
    "lists": "[" * 100 + "]" * 100,
    "1500": "[" * 1500 + "]" * 1500,
    "9000": "[" * 9000 + "]" * 9000,
    "100000": "[" * 10**5 + "]" * 10**5,
    "behind many": f"[{'[1], ' * 500}{nest(100)}]",
    "behind a string": f'["]]]]\\"]]", {nest(99)}]',
    "objects": '{"a":' * 2000 + "0" + "}" * 2000,
}
SHALLOW = {
    "100": nest(99),
    "lists": "[" * 99 + "]" * 99,
    "in a string": json.dumps("[" * 5000),
    "in a string at the bottom": nest(99, json.dumps('\\"[[{{' * 100)),
    "in keys": json.dumps({"[{" * 300 + str(number): 0 for number in range(9)}),
    "many beside each other": f"[{'[], ' * 5000}[]]",
}


@pytest.mark.parametrize("line", [0, -1])
@pytest.mark.parametrize("module", NESTED)
def test_at_most_a_hundred_brackets_are_nested(module: str, line: int, tmp_path: Path) -> None:
    """On every Python, whatever its limit of recursion is, and how much of it is used."""
    path = tmp_path / "t.jsonl"
    for value in SHALLOW.values():
        path.write_text(with_key(module, line, value))
        assert CHECKS[module](path).valid
    for value in DEEP.values():
        path.write_text(with_key(module, line, value))
        with pytest.raises(MALFORMED, match=r"^(line \d: )?brackets are nested more than 100 deep$"):
            CHECKS[module](path)


def test_brackets_of_a_round_are_counted_too(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    text = (CERTIFICATES / "valid" / NESTED["checker"]).read_text()
    for depth, reason in ((98, "^line 2: "), (99, "^line 2: brackets are nested more than 100 deep$")):
        nested = '{"x":[' + "[" * depth + "]" * depth + '],"predicted":1,"label":-1}\n'
        path.write_text(text.replace(text.split("\n")[1] + "\n", nested, 1))
        with pytest.raises(MALFORMED, match=reason) as caught:
            checker.check(path)
        assert ("nested" in str(caught.value)) == (depth == 99)


def deepest(text: str) -> int:
    """Count brackets one by one: the reference."""
    depth = most = 0
    inside = escaped = False
    for c in text:
        if inside:
            inside, escaped = c != '"' or escaped, c == "\\" and not escaped
        else:
            inside = c == '"'
            depth += (c in "[{") - (c in "]}")
            most = max(most, depth)
    return most


PARTS = ["[", "{", "]", "}", "],[", "}, {", "], [", ",", '"', '\\"', '"[[{"', '"a\\\\"', "x", " ", "[[[", '{"a":[']


@pytest.mark.parametrize("module", SECOND)
@given(chance=st.randoms(use_true_random=False), size=st.integers(0, 600))
def test_brackets_are_counted_as_one_by_one(module: str, chance: random.Random, size: int) -> None:
    text = "".join([chance.choice(PARTS) for _ in range(size)])
    need_shallow = {"checker": checker, "finite_checker": finite_checker}[module].need_shallow
    if deepest(text) <= 100:
        need_shallow(text)
    else:
        with pytest.raises(MALFORMED, match=r"^brackets are nested more than 100 deep$"):
            need_shallow(text)


@pytest.mark.parametrize("module", FOLDERS)
def test_it_is_short_and_stands_on_the_standard_library_alone(module: str) -> None:
    text = (ROOT / "proofs" / f"{module}.py").read_text()
    assert len(text.splitlines()) <= MAX_TEXT[module]
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module))
        assert not (isinstance(node, ast.Name) and node.id in ("__import__", "eval", "exec"))
    assert imported
    ours = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
    assert ours == NEEDS.get(module, set())


RUN_ALL = """
import runpy, sys
how, module, *paths = sys.argv[1:]
for path in paths:
    sys.argv = [module, path]
    try:
        getattr(runpy, how)(module, run_name="__main__")
    except SystemExit as end:
        print("code", int(end.code))
"""
"""A program that runs a checker on files, one after the other, and prints its exit codes."""


@pytest.mark.full
@pytest.mark.parametrize("module", FOLDERS)
@pytest.mark.parametrize("kind", KINDS)
def test_it_runs_where_nothing_is_installed(module: str, kind: str) -> None:
    alone = module not in NEEDS
    how = ["run_path", str(ROOT / "proofs" / f"{module}.py")] if alone else ["run_module", f"proofs.{module}"]
    paths = sorted(map(str, (FOLDERS[module] / kind).iterdir()))
    command = [sys.executable, *(["-I"] if alone else []), "-S", "-c", RUN_ALL, *how, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8", cwd=ROOT, env={})
    codes = [line for line in done.stdout.splitlines() if line.startswith("code ")]
    assert codes == [f"code {KINDS[kind]}"] * len(paths)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == (len(paths) if kind == "malformed" else 0)


@pytest.mark.parametrize(
    ("module", "name", "printed"),
    [
        ("finite_checker", "certificate_with_lies.jsonl", "universal bound 4 with at most 1 lie"),
        ("finite_checker", "lies.jsonl", "rounds 4, mistakes 4, concepts 4, points 3 with at most 1 lie"),
        ("finite_checker", "order.jsonl", "rounds 2, mistakes 2, concepts 4, points 3, announced order 1,0,2"),
        ("values_checker", "thresholds_with_a_lie.json", "universal bound 4 with at most 1 lie"),
        ("values_checker", "thresholds_with_a_lie.json", "universal bound 2"),
        ("checker", "hinge.jsonl", "universal bound 4 within hinge losses of 2 and norm² 1"),
    ],
)
def test_what_is_printed_says_in_which_game(
    module: str, name: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = [str(FOLDERS[module] / "valid" / name)]
    assert MAINS[module](path) == 0
    assert printed in [line.removeprefix("proved: ") for line in capsys.readouterr().out.splitlines()]


def full() -> TextIO:
    return Path("/dev/full").open("w")


@pytest.mark.parametrize("module", FOLDERS)
@pytest.mark.parametrize(
    ("out", "why"),
    [
        (lambda: None, "it is closed"),  # as Python has it where it is closed
        (full, "No space left on device"),
        (lambda: os.fdopen(os.open(os.devnull, os.O_RDONLY), "w"), "Bad file descriptor"),
    ],
    ids=["closed", "full", "read-only"],
)
@pytest.mark.parametrize("errors_too", [False, True])
def test_a_verdict_that_cannot_be_printed_is_exit_code_2(
    module: str, out: Callable[[], TextIO | None], why: str, errors_too: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("valid", "invalid"):
        said, files = io.StringIO(), [out(), out()]
        monkeypatch.setattr(sys, "stdout", files[0])
        monkeypatch.setattr(sys, "stderr", files[1] if errors_too else said)
        assert MAINS[module]([str(min((FOLDERS[module] / kind).iterdir()))]) == 2
        assert sys.stdout is None  # Python flushes it at the end, and would fail again
        assert said.getvalue() == ("" if errors_too else f"cannot write to standard output: {why}\n")
        for file in filter(None, files):
            with suppress(OSError):
                file.close()


@pytest.mark.full
@pytest.mark.parametrize("module", FOLDERS)
def test_a_full_disk_is_exit_code_2(module: str) -> None:
    path = min((FOLDERS[module] / "valid").iterdir())
    with full() as out:
        done = subprocess.run(
            [sys.executable, "-m", f"proofs.{module}", path], stdout=out, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "cannot write to standard output: No space left on device\n")
