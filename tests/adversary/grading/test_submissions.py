"""The grader against whole submissions: no right one fails, and no hostile one passes, or does any harm.

The wrong ones are in test_grading.py; many more of all sorts are graded by ``benchmarks/submissions.py``.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from hostile_submissions import HOSTILE
from sampled_kinds import sampled

from adversary.grading.folder import grade_folder
from adversary.grading.grade import grade
from adversary.grading.hints import hints
from adversary.tasks.task import Where
from learners.runner.isolation import PLAN, sandbox

pytestmark = pytest.mark.full

RIGHT = {
    "perceptron": "exact_fractions gram_matrix rehearses tie_by_seeded_chance",
    "halving": "log_weights soa_with_a_cache tie_by_seeded_chance",
}
TAKES = "forges_answers", "hoards_memory", "takes_leases"
"""Those that try to take something from others."""

PLAIN = (*TAKES, "fork_bomb", "kills_its_parent", "opens_a_socket") if sandbox("auto").prefix else ()
"""Those that are graded without bubblewrap, too, where there is one."""


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in RIGHT.items() for name in names.split()])
def test_no_right_learner_fails(kind: str, name: str) -> None:
    """In a third of the games: the benchmark plays all of them with many more learners."""
    found = grade(ROOT / "benchmarks" / "submissions" / kind / "right" / f"{name}.py", sampled(kind, 3))
    assert found.verdict == "passed", found.summary
    assert found.games > 100


FAULTS = {
    "allocates_slowly": ("MemoryError", "too much memory", "timeout", "time did not suffice"),
    "clock_and_process": ("is deterministic",),
    "exits_at_once": ("exited",),
    "forges_answers": ("illegal label",),
    "hoards_memory": ("these ways worked: []",),
    "takes_leases": ("mistakes, where",),
    "fork_bomb": ("tried to start a process",),
    "hashes_strings": ("PYTHONHASHSEED",),
    "kills_its_parent": ("tried to send a signal",),
    "loops_at_import": ("timeout",),
    "opens_a_socket": ("tried to open a socket",),
    "patches_our_modules": ("changed learners.",),
    "prints_100_megabytes": ("printed more than", "time did not suffice"),
    "unseeded_ties": ("is deterministic", "shares no state"),  # whichever check its dice fail
    "walks_the_stack": ("mistakes, where",),
    "writes_files": ("tried to write to a file",),
}
"""What has to be said of each hostile submission; one of these."""


CALLS: dict[str, object] = {"adversary.grading.grade.GRADE_CALL_SECONDS": 0.5}
GREEDY: dict[str, dict[str, object]] = {
    "allocates_slowly": {"learners.runner.isolation.PLAN": PLAN | {"memory": 1 << 29}},
    "loops_at_import": {"learners.runner.worker_runner.GRADED_LOADING_SECONDS": 0.5} | CALLS,
    "prints_100_megabytes": {"learners.runner.child.MAX_PRINTED": 1 << 25},
}
"""Limits for those that never end or take all there is: they reach a lower one sooner, however fast the machine is."""


@pytest.mark.parametrize(
    ("name", "isolation"), [*[(name, "auto") for name in HOSTILE], *[(name, "plain") for name in PLAIN]]
)
def test_the_grader_survives_and_names_the_fault(
    name: str, isolation: str, learner_file: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, value in GREEDY.get(name, {}).items():
        monkeypatch.setattr(limit, value)
    found = grade(learner_file(HOSTILE[name]), sampled("perceptron", 16), isolation=isolation)
    said = found.summary + " ".join(f"{check.name} {check.found}" for check in found.checks if check.status == "failed")
    if name == "prints_a_report":  # a right Perceptron, whatever it prints
        assert found.verdict in ("passed", "error")  # it is slow, for it prints
        assert not found.counterexample
        assert "passed" in found.output
    else:
        assert found.verdict != "passed"
        assert any(fault in said for fault in FAULTS[name]), said
    assert [path.name for path in tmp_path.rglob("*")] == ["learner.py"]
    assert len(found.output) <= 1 << 16


@pytest.mark.parametrize("isolation", ["auto", "plain"])
def test_who_takes_from_others_takes_nothing_from_a_right_classmate(isolation: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.py" for name in TAKES]
    for path in paths:
        path.write_text(HOSTILE[path.stem])
    (tmp_path / "unit.toml").write_text('setting = "halfspaces"\nbound = "1/delta2"\n')
    grades = grade_folder(
        [*paths, ROOT / "examples" / "student.py"],
        str(tmp_path / "unit.toml"),
        isolation=isolation,
        where=Where(jobs=4),
    )
    assert {grade.learner: grade.verdict for grade in grades} == {
        "forges_answers.py": "failed",
        "hoards_memory.py": "failed",
        "student.py": "passed",
        "takes_leases.py": "failed",
    }


def test_a_learner_that_prints_in_every_call_is_not_said_to_play_by_chance(
    learner_file: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reaches the limit on output in a long game, and not when a short one is played again."""
    monkeypatch.setattr("learners.runner.child.MAX_PRINTED", 20 << 20)
    right = (ROOT / "examples" / "student.py").read_text()
    path = learner_file(right.replace("        return", "        print('x' * (1 << 20))\n        return"))
    found = grade(path, "perceptron")
    assert found.verdict == "error"
    assert "printed more than 20,971,520 bytes" in found.summary
    assert hints(found) == ["It prints much, and printing takes time: remove the print, above all from loops."]


def test_a_course_can_grade_in_its_own_tests(tmp_path: Path) -> None:
    """Its kind has few games: what a grade finds is tested above."""
    (tmp_path / "few.toml").write_text('setting = "finite"\nbound = "log2(C)"\nclasses = ["thresholds:3"]\n')
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        '@pytest.mark.parametrize("name", ["right.py", "wrong.py"])\n'
        "def test_it(grade_learner, name):\n"
        '    grade_learner(name, "few.toml", seconds=20)\n'
    )
    (tmp_path / "right.py").write_text((ROOT / "examples" / "student_halving.py").read_text())
    (tmp_path / "wrong.py").write_text((ROOT / "examples" / "broken" / "first_consistent.py").read_text())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=250, check=False)
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "Round 1 shows" in done.stdout
