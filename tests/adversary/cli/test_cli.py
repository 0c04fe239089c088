"""The command line, as programs and people use it."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT, Ran

from adversary.grading.kinds.registry import GRADE_KINDS
from adversary.strategies.registry import ADVERSARIES

Run = Callable[..., Ran]


def test_json_identifies_the_game(adversary: Run) -> None:
    usual = adversary("play", "perceptron", "--against", "orthonormal", "--margin", "1/2", "--json").json
    seeded = adversary("play", "perceptron", "--against", "orthonormal", "--margin", "1/2", "--seed", 3, "--json").json
    assert (usual["seed"], seeded["seed"]) == (0, 3)
    printed = adversary(
        "play", "perceptron", "--margin", "sqrt(2/5)", "--against", "standard-basis?as-printed", "--json"
    ).json
    assert (printed["as_printed"], printed["margin_squared"], printed["dimension"]) == (True, "2/5", 3)
    finite = adversary("play", "halving", "--class", "thresholds:3", "--json").json
    named = {"setting": "finite", "class": "thresholds:3", "concepts": 4, "points": 3, "seed": None}
    assert finite == finite | named
    assert "margin_squared" not in finite


def test_a_forfeit_has_exit_code_1(adversary: Run, learner_file: Callable[[str], str]) -> None:
    played = adversary("play", learner_file("return 0"), "--margin", "1/3", "--json")
    assert (played.code, played.json["termination"], played.json["realizable"]) == (1, "forfeit", False)
    assert played.json["fault"].startswith("illegal label")
    assert "only `adversary grade` finds out what 0 or False means" in played.err


def test_list(adversary: Run) -> None:
    listed = adversary("list", "--json").json
    assert list(listed) == ["learners", "adversaries", "classes", "kinds", "claims", "theorems", "json_version"]
    assert "perceptron" in [card["name"] for card in listed["learners"]]
    assert [card["name"] for card in listed["adversaries"]] == list(ADVERSARIES)
    assert {"thresholds", "halfspaces", "margin-halfspaces"} < {card["name"] for card in listed["classes"]}
    assert adversary("list", "learners", "--json").json == {"learners": listed["learners"], "json_version": 2}
    assert "Theorem 1.1: at most ⌊1/δ²⌋ mistakes" in adversary("list", "learners").out
    assert [card["name"] for card in listed["kinds"]] == list(GRADE_KINDS)
    counts = [line.split() for line in adversary("list").out.splitlines()]
    assert counts == [[str(len(listed[name])), name, "adversary", "list", name] for name in list(listed)[:-1]]


def test_without_a_command_it_is_the_help(adversary: Run) -> None:
    assert adversary().out == adversary("--help").out


@pytest.mark.parametrize("path", sorted((DATA / "certificates" / "malformed").glob("*.jsonl"))[::7])
def test_a_malformed_trace_has_exit_code_2_and_one_line(path: Path, adversary: Run) -> None:
    ran = adversary("check", path, "--json")
    assert (ran.code, ran.json["valid"], ran.json["rounds"]) == (2, None, None)
    assert ran.json["reason"].startswith("malformed: ")
    assert ran.err.count("\n") == 1
    assert (adversary("check", path).code, adversary("check", path).out) == (2, "")


@pytest.mark.parametrize("name", ["a_note_with_another_setting", "keys_with_escapes"])
@pytest.mark.parametrize("folder", ["", "finite"])
def test_the_checker_is_found_by_the_keys_of_the_first_line(name: str, folder: str, adversary: Run) -> None:
    ran = adversary("check", DATA / "certificates" / folder / "valid" / f"{name}.jsonl", "--json")
    assert (ran.code, ran.json["valid"], "class" in ran.json) == (0, True, folder == "finite")


def test_too_much_arithmetic_is_no_verdict(adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.checker.MAX_WORK", 10**8)
    lines = (DATA / "certificates" / "valid" / "standard_basis.jsonl").read_text().splitlines()
    header, first = json.loads(lines[0]) | {"dimension": 1000}, json.loads(lines[1])
    first["x"] = [[k, f"1/{10**998 + k}"] for k in range(1000)]
    (tmp_path / "t.jsonl").write_text("\n".join([json.dumps(header), json.dumps(first), *lines[2:]]))
    ran = adversary("check", "t.jsonl", "--json")
    too_much = "too much arithmetic: it takes more than 100,000,000 steps"
    assert (ran.code, ran.json["valid"], ran.json["reason"]) == (2, None, too_much)
    assert ran.err == f"adversary: t.jsonl: {too_much}\n"


@pytest.mark.full
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)])
def test_an_interrupted_game_leaves_nothing(number: signal.Signals, code: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "adversary", "play", "perceptron", "--margin", "1/10000", "-o", "t.jsonl"]
    game = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 250
    while not list(tmp_path.iterdir()):  # the game has begun
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.3)
    os.kill(game.pid, number)
    out, err = game.communicate(timeout=250)
    assert game.returncode == code
    assert out == b""
    assert err.count(b"\n") <= 1
    assert list(tmp_path.iterdir()) == []


CLOSED = "adversary: cannot write to standard output: it is closed"
FULL = "cannot write to standard output: No space left on device"
TRACE = DATA / "certificates" / "valid" / "standard_basis.jsonl"
SCRIPT = DATA / "golden" / "script.jsonl"


def shell(command: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which ``adversary`` is this one."""
    script = f'adversary() {{ {sys.executable} -m adversary "$@"; }}; set -o pipefail; {command}'
    return subprocess.run(["/bin/bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)


@pytest.mark.full
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("adversary play perceptron --margin 1/3 > /dev/full", FULL),
        (f"adversary play {ROOT}/examples/student.py --margin 1/3 <&- >&-", CLOSED),
        (f"adversary check {TRACE} >&-", CLOSED),
        ("adversary dimension intervals:4 --json >&-", CLOSED),
        ("adversary claims notes3-1.4 >&-", CLOSED),
        ("adversary --version >&-", CLOSED),
        ("adversary --help > /dev/full", FULL),
        ("adversary play $'bad\\xff.py' --margin 1/3", "an argument is not valid text in UTF-8"),
        ("ulimit -f 1; adversary play perceptron --margin 1/100 -o t.jsonl", "cannot write t.jsonl: File too large"),
        ("adversary play perceptron --margin 1/2 -o " + "a" * 250 + "b" * 20, "File name too long"),
        (f"adversary play perceptron --against scripted:<(cat {SCRIPT})", "is not a regular file"),
        (f"adversary play always-plus --against scripted:{SCRIPT} --margin 0", "above 0"),
        ("adversary play perceptron --margin 1/3 | true", ""),
        (f"{sys.executable} -m proofs.checker {TRACE} | true", ""),
    ],
)
def test_odd_surroundings(command: str, says: str, tmp_path: Path) -> None:
    done = shell(command, tmp_path)
    assert done.returncode == (2 if says else 141), done.stderr
    assert says in done.stderr
    assert done.stderr.count("\n") == bool(says)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_is_no_failure(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr("typer.echo", closed)
    for stream in ("stdout", "stderr"):  # which typer replaces
        monkeypatch.setattr(sys, stream, getattr(sys, stream))
    assert adversary("--version").code == 141


@pytest.mark.full
@pytest.mark.parametrize(
    "command",
    ["adversary play perceptron --margin 1/3", "adversary list learners", "{python} -m proofs.checker {trace}"],
)
def test_a_terminal_that_knows_no_superscripts_still_gets_the_verdict(command: str, tmp_path: Path) -> None:
    done = shell("export PYTHONIOENCODING=ascii; " + command.format(python=sys.executable, trace=TRACE), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\xb2" in done.stdout


@pytest.mark.full
@pytest.mark.parametrize("hidden", ["learners.py", "proofs.py", "learners/__init__.py", "proofs/__init__.py"])
def test_a_file_of_the_working_folder_hides_no_package_of_ours(hidden: str, tmp_path: Path) -> None:
    (tmp_path / hidden).parent.mkdir(exist_ok=True)
    (tmp_path / hidden).write_text("raise SystemExit('it ran')\n")
    lines = "import adversary\nprint(adversary.margin([[1, 2]], [1]).separable, adversary.play('soa', concept_class='cube:2').ok)"
    (tmp_path / "script.py").write_text(lines)
    script = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (script.stdout, script.stderr) == ("True True\n", "")
    command = [sys.executable, "-m", "adversary", "tournament", "soa", "--class", "cube:2", "--against", "littlestone"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.full
def test_what_was_imported_under_the_name_of_ours_is_named(tmp_path: Path) -> None:
    (tmp_path / "learners.py").touch()
    (tmp_path / "script.py").write_text("import learners, adversary\n")
    script = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    says = f"{tmp_path / 'learners.py'} has been imported as learners: import adversary before it"
    assert script.stderr.splitlines()[-1] == f"ImportError: {says}"


SLOW = {"sympy", "scipy", "sklearn", "matplotlib", "numpy", "networkx", "jinja2", "flint"}


@pytest.mark.full
@pytest.mark.parametrize(
    ("code", "slow"),
    [
        ("import adversary.cli.main; adversary.cli.main.command_line()", SLOW),
        ("import adversary; adversary.play('perceptron', margin='1/3')", SLOW),
        ("import proofs.solvers.graphs, adversary.views.figures.tree", {"networkx", "matplotlib"}),
    ],
)
def test_slow_libraries_wait_until_they_are_used(code: str, slow: set[str]) -> None:
    script = f"import sys; {code}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not slow & set(done.stdout.split())


@pytest.mark.full
def test_json_is_one_object_whatever_the_learner_prints(adversary: Run, learner_file: Callable[[str], str]) -> None:
    text = "class L:\n    def predict(self, x):\n        print('noise')\n        return 1\n    def update(self, x, y): pass\n"
    ran = adversary("play", learner_file(text), "--margin", "1/2", "--json")
    found: Any = json.loads(ran.out)
    assert found["mistakes"] == 4
    assert "noise" in ran.err


@pytest.mark.full
def test_the_shell_completes_commands(tmp_path: Path) -> None:
    start = "import sys; sys.argv = ['adversary']; from adversary.cli.main import main; main()"
    asked = {"_ADVERSARY_COMPLETE": "complete_bash", "COMP_WORDS": "adversary tou", "COMP_CWORD": "1"}
    command = [sys.executable, "-c", start]
    done = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["tournament"], "")


@pytest.mark.parametrize("which", [resource.RLIMIT_AS, resource.RLIMIT_DATA])
def test_too_low_a_limit_on_memory_is_told(adversary: Run, monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    given = resource.getrlimit
    monkeypatch.setattr(resource, "getrlimit", lambda one: (300 << 20, -1) if one == which else given(one))
    ran = adversary("grade", "student.py", "--as", "perceptron")
    line = "grade needs 512 MiB of memory, and the limit here is 300 MiB: raise it (ulimit -v, ulimit -d)"
    assert (ran.code, ran.out, ran.err) == (2, "", f"adversary: {line}\n")
    assert adversary("check", TRACE).code == 0


def test_where_memory_runs_out_there_is_one_line(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("adversary.cli.main.command_line", fail)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (-1, -1))
    ran = adversary("check", TRACE)
    assert (ran.code, ran.out, ran.err) == (2, "", "adversary: the memory does not suffice\n")


@pytest.mark.full
@pytest.mark.parametrize("kib", [60_000, 150_000, 300_000, 400_000, 530_000])
def test_a_limit_on_memory_stops_a_grade_in_one_line_or_not_at_all(kib: int, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text((ROOT / "examples" / "student.py").read_text())
    ran = shell(f"ulimit -v {kib}; adversary grade student.py --as perceptron", tmp_path)
    assert ran.returncode in (0, 2)
    assert ran.returncode == 0 or ran.stderr.count("\n") == 1


STARTED = """
import atexit, os, signal, sys
sys.argv = [{argv!r}, "--help"]
def interrupt(name, *_):
    if name == {moment!r}: os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, type("Finder", (), {{"find_spec": staticmethod(interrupt)}}))
atexit.register(interrupt, "the end")
from adversary.__main__ import main
main()
"""


@pytest.mark.full
@pytest.mark.parametrize(
    "moment", ["importlib.util", "pathlib", "adversary.cli", "typer", "adversary.cli.play", "the end"]
)
def test_ctrl_c_while_the_program_starts_or_ends_is_at_most_one_line(moment: str) -> None:
    script = STARTED.format(argv="/usr/bin/adversary", moment=moment)
    ran = subprocess.run([sys.executable, "-S", "-c", f"import sys\nsys.path[:] = {sys.path}\n{script}"], capture_output=True, text=True, check=False)  # fmt: skip
    if moment == "the end" or (ran.returncode, ran.stderr) == (0, ""):  # Python has loaded that module before
        assert "Usage" in ran.stdout
        assert (ran.returncode, ran.stderr) == (0, "")
    else:
        assert (ran.returncode, ran.stdout) == (130, "")
        assert ran.stderr == "adversary: interrupted; no output is half-written\n"


@pytest.mark.full
def test_ctrl_c_is_that_of_the_program_that_imports_ours() -> None:
    script = "import signal, adversary\nassert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_quiet_prints_what_is_wrong_alone_and_verbose_how_long_it_took(adversary: Run) -> None:
    played = adversary("play", "perceptron", "--margin", "1/2", "-q", "-o", "t.jsonl")
    assert (played.code, played.out, played.err) == (0, "", "")
    assert adversary("check", "t.jsonl", "--quiet", "--json").json["valid"]
    assert adversary("check", "nothing.jsonl", "-q").refusal == "adversary: nothing.jsonl: No such file or directory\n"
    assert "note: this took " in adversary("check", "t.jsonl", "-v").err
