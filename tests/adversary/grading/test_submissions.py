"""The grader against folders of submissions: every wrong one gets its counterexample, and no right one fails.

Some of the right and the wrong ones are graded here; ``benchmarks/grading.py`` grades all of them.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import DATA, ROOT

from adversary.game.judge import judge_file
from adversary.grading.grade import grade
from adversary.grading.kinds.registry import find_kind
from adversary.search.counterexample import Counterexample, paragraph
from adversary.search.grader import Grader
from adversary.search.shrink import case_of
from adversary.search.specification import Specification
from learners.loading.sources import find
from learners.sandbox.child import Limits
from proofs.exact.mistake_bounds import read_bound

SUBMISSIONS = DATA / "submissions"
SLOWEST = 30.0


def files(*parts: str) -> list[Path]:
    return sorted(SUBMISSIONS.joinpath(*parts).glob("*.py"))


CASES = [
    pytest.param(kind, path, id=f"{kind}-{path.stem}")
    for kind in ("perceptron", "halving")
    for path in files(kind, "wrong")[::4]
]
RIGHT = [
    pytest.param(kind, path, id=f"{kind}-{path.stem}")
    for kind in ("perceptron", "halving")
    for path in files(kind, "right")[::5]
]
PLAIN = ("fork_bomb", "kills_its_parent", "opens_a_socket")
HOSTILE = [
    *[pytest.param(path, "auto", id=path.stem) for path in files("hostile")],
    *[pytest.param(path, "plain", id=f"{path.stem}-plain") for path in files("hostile") if path.stem in PLAIN],
]


def test_there_are_enough_of_each() -> None:
    for kind in ("perceptron", "halving"):
        assert len(files(kind, "wrong")) >= 25
        assert len(files(kind, "right")) >= 15
    assert len(files("hostile")) >= 20


@pytest.mark.parametrize(("kind", "path"), RIGHT)
def test_no_right_learner_fails(kind: str, path: Path) -> None:
    found = grade(path, kind)
    assert found.verdict == "passed", found.summary
    assert found.games > 100
    assert found.seconds < SLOWEST


@pytest.mark.parametrize(("kind", "path"), CASES)
def test_every_wrong_learner_gets_a_counterexample_that_is_minimal(kind: str, path: Path, tmp_path: Path) -> None:
    output = tmp_path / "counterexample.jsonl"
    found = grade(path, kind, output=output)
    assert found.verdict == "failed"
    assert found.seconds < SLOWEST
    game = found.counterexample
    assert game is not None
    assert game.minimal
    assert game.why == "mistakes"
    assert game.allowed is not None
    assert game.mistakes > game.allowed
    assert str(game.mistakes) in paragraph(game)
    verdict = judge_file(output)
    assert verdict.valid
    assert verdict.realizable
    assert verdict.mistakes == game.mistakes
    assert [entry["statement"] for entry in game.statements] == ["realizable", "run bound"][: 1 if game.before else 2]
    if len(game.rounds) <= 12:
        see_minimal(game, kind, path)


def see_minimal(game: Counterexample, kind: str, path: Path) -> None:
    """Play the game without each of its rounds to a fresh learner in a process of its own: it breaks no promise."""
    setting, before, rounds = case_of(game)
    promise: Specification = find_kind(kind).requirements[0].specification
    with Grader(find(path), "auto", None, Limits(5.0, 60.0)) as grader:
        again = grader.alone((setting, before, rounds), game.sees)
        assert promise.broken("", read_bound(game.bound), setting, again.played)
        for left in range(len(rounds)):
            fewer = rounds[:left] + rounds[left + 1 :]
            again = grader.alone((setting, before, fewer), game.sees)
            assert not promise.broken("", read_bound(game.bound), setting, again.played), left


FAULTS = {
    "allocates_at_once": ("MemoryError", "timeout", "time did not suffice"),
    "allocates_slowly": ("MemoryError", "timeout", "time did not suffice"),
    "clock_and_process": ("is deterministic",),
    "closes_descriptors": ("exited", "illegal label"),
    "exits_at_once": ("exited",),
    "exits_politely": ("called exit",),
    "fork_bomb": ("tried to start a process",),
    "hashes_strings": ("PYTHONHASHSEED",),
    "keyboard_interrupt": ("KeyboardInterrupt",),
    "kills_its_parent": ("tried to send a signal",),
    "leaves_a_daemon": ("tried to start a process", "Operation not permitted"),
    "loops_at_import": ("timeout",),
    "loops_deaf_to_signals": ("timeout",),
    "loops_in_constructor": ("timeout",),
    "opens_a_socket": ("tried to open a socket",),
    "overflows_the_stack": ("exited",),
    "patches_our_modules": ("which is ours",),
    "prints_100_megabytes": ("printed more than", "time did not suffice"),
    "sly_int": ("illegal label",),
    "unseeded_ties": ("is deterministic",),
    "walks_the_stack": ("mistakes, where",),
    "writes_files": ("tried to write to a file",),
    "writes_to_descriptors": ("illegal label",),
}
"""What has to be said of each hostile submission; one of these."""


@pytest.mark.parametrize(("path", "walls"), HOSTILE)
def test_the_grader_survives_and_names_the_fault(path: Path, walls: str) -> None:
    before = set(SUBMISSIONS.rglob("*.txt"))
    found = grade(path, "perceptron", walls=walls)
    assert found.seconds < SLOWEST
    said = found.summary + " ".join(f"{check.name} {check.found}" for check in found.checks if check.status == "failed")
    if path.stem == "prints_a_report":  # a right Perceptron, whatever it prints
        assert found.verdict in ("passed", "error")  # it is slow, for it prints
        assert not found.counterexample
        assert "passed" in found.output
    else:
        assert found.verdict != "passed"
        assert any(fault in said for fault in FAULTS[path.stem]), said
    assert set(SUBMISSIONS.rglob("*.txt")) == before
    assert len(found.output) <= 1 << 16


def test_a_course_can_grade_in_its_own_tests(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        '@pytest.mark.parametrize("name", ["right.py", "wrong.py"])\n'
        "def test_it(grade_learner, name):\n"
        '    grade_learner(name, "perceptron", seconds=20)\n'
    )
    (tmp_path / "right.py").write_text((ROOT / "examples" / "student.py").read_text())
    (tmp_path / "wrong.py").write_text((ROOT / "examples" / "broken" / "wrong_sign.py").read_text())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "Round 1 shows" in done.stdout
