"""Grading where the machine is unusual: links on the way, files of others, a bubblewrap that stops working."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from sampled_kinds import KIND, RIGHT

from adversary.grading.folder import grade_folder
from adversary.grading.grade import grade
from adversary.search.attack import attack
from adversary.tasks.task import Where
from learners.runner import isolation
from learners.runner.isolation import MAX_BYTES, MAX_FILES, copied, sandbox
from proofs.exact.errors import InputError, ResourceError

pytestmark = pytest.mark.bubblewrap

MODES = ("auto", "plain")


@pytest.fixture
def kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a kind that is graded in no time, and work in a folder in which copies are made, too."""
    (tmp_path / "small.toml").write_text(KIND)
    (tmp_path / "copies").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "copies"))
    return str(tmp_path / "small.toml")


@pytest.mark.parametrize("isolation", MODES)
@pytest.mark.parametrize(
    "path", ["link/student.py", "far/student.py", "empty/../student.py", "link/../other.py", "home/link/student.py"]
)
def test_a_path_means_inside_what_it_means_outside(path: str, isolation: str, kind: str, tmp_path: Path) -> None:
    for folder in ("real/below", "empty", "users/me"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "link").symlink_to("real/below")
    (tmp_path / "far").symlink_to(tmp_path / "link")
    (tmp_path / "home").symlink_to("users/me")
    (tmp_path / "users" / "me" / "link").symlink_to("../../far")
    for place in ("real/below/student.py", "student.py", "real/other.py"):
        (tmp_path / place).write_text(RIGHT)
    found = grade(path, kind, isolation=isolation)
    assert found.verdict == "passed", found.summary
    assert found.learner == path
    (tmp_path / "real" / "below" / "student.py").write_text("1/0\n")
    if path.endswith("/student.py") and "empty" not in path:
        assert grade(path, kind, isolation=isolation).problem == (
            f"{path} cannot be imported: ZeroDivisionError: division by zero (student.py, line 1)"
        )


class Mine:
    def __init__(self, concepts: object) -> None:
        self.left = list(concepts)  # type: ignore[call-overload]

    def predict(self, x: int) -> int:
        return 1 if sum(row[x] for row in self.left) > 0 else -1

    def update(self, x: int, y: int) -> None:
        self.left = [row for row in self.left if row[x] == y]


@pytest.mark.parametrize("isolation", MODES)
def test_a_class_is_graded_wherever_its_module_is(
    isolation: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grade(Mine, kind, isolation=isolation).verdict == "passed"
    (tmp_path / "beside_it.py").write_text(f"import helps_it\n{RIGHT}")
    (tmp_path / "helps_it.py").write_text("")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    from beside_it import Student  # type: ignore[import-not-found]

    found = grade(Student, kind, isolation=isolation)
    assert found.verdict == "passed", found.summary


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has files of others to read")
@pytest.mark.parametrize("isolation", MODES)
def test_a_file_of_another_user_is_graded_by_root(isolation: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    for path in (tmp_path / "private" / "student.py", tmp_path / "locked.py"):
        path.write_text(RIGHT)
        path.chmod(0o600)
    (tmp_path / "private").chmod(0o700)
    for path in (tmp_path / "private", tmp_path / "private" / "student.py", tmp_path / "locked.py"):
        os.chown(path, 65534, 65534)
    for name, visible in (("locked.py", None), ("private/student.py", None), ("private/student.py", Path("private"))):
        found = grade(name, kind, isolation=isolation, visible=visible)
        assert found.verdict == "passed", found.summary
    assert not list(Path("copies").iterdir())


TELLS = f"import traceback\ntry:\n    1/0\nexcept ZeroDivisionError:\n    traceback.print_exc()\nprint(__file__, flush=True){RIGHT}"


@pytest.mark.parametrize("isolation", MODES)
def test_messages_name_the_student_s_own_file(isolation: str, kind: str, tmp_path: Path) -> None:
    own = tmp_path / "student.py"
    own.write_text(TELLS.replace("return 1 if", "self.fails()\n        return 1 if"))
    found = grade("student.py", kind, isolation=isolation)
    assert f'File "{own}", line 3, in <module>' in found.output
    assert f"\n{own}\n" in found.output
    assert "(student.py, line 11)" in found.summary
    assert found.excerpt[3].startswith("> 11 |         self.fails()")
    assert "copies" not in str(found)


def test_what_is_copied_of_a_folder_is_what_belongs_to_it(tmp_path: Path) -> None:
    own, copy = tmp_path / "own", tmp_path / "copy"
    for name in ("deep/er", ".git", "__pycache__", "venv/lib"):
        (own / name).mkdir(parents=True)
    for name in ("a.py", "deep/er/data.csv", ".hidden", ".git/x", "__pycache__/a.pyc", "venv/lib/x.so"):
        (own / name).write_text(name)
    (own / "deep" / "link").symlink_to(own / "a.py")
    (own / "folder").symlink_to("deep/er")
    (own / "out").symlink_to("/dev/zero")
    copied(own, copy, [own / "venv"])
    there = sorted(str(path.relative_to(copy)) for path in copy.rglob("*"))
    assert there == ["a.py", "deep", "deep/er", "deep/er/data.csv", "deep/link", "folder"]
    assert (copy / "deep" / "link").read_text() == (copy / "deep" / "link").resolve().read_text() == "a.py"
    assert (copy / "deep" / "link").resolve() == copy / "a.py"
    assert (copy / "folder" / "data.csv").read_text() == "deep/er/data.csv"


def test_what_is_no_file_or_too_large_is_not_copied(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "student.py").write_text(RIGHT)

    def refused(isolation: str = "auto") -> str:
        with pytest.raises(InputError) as error:
            grade(own / "student.py", kind, isolation=isolation, visible=own)
        assert not list(Path("copies").iterdir())
        return str(error.value)

    os.mkfifo(own / "pipe")
    for mode in MODES:
        assert refused(mode) == ("pipe is not a regular file, and a submission has nothing but these, in folders")
    (own / "pipe").unlink()
    monkeypatch.setattr("learners.runner.isolation.MAX_BYTES", 1 << 20)
    (own / "data").write_bytes(bytes(1 << 20))
    assert refused() == "a submission may have 1 MiB in all, and with student.py it has more"
    (own / "data").unlink()
    monkeypatch.setattr("learners.runner.isolation.MAX_FILES", 10)
    for number in range(10):
        (own / str(number)).touch()
    assert refused() == "own has more than 10 files and folders; leave some out"
    assert (MAX_BYTES, MAX_FILES) == (64 << 20, 2000)


def test_python_may_be_installed_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    (own / "lib" / "there").mkdir(parents=True)
    (own / "lib" / "there" / "__init__.py").write_text("")
    monkeypatch.setattr(sys, "path", [*sys.path, str(own / "lib")])
    monkeypatch.setenv("PYTHONPATH", str(own / "lib"))
    (tmp_path / "small.toml").write_text(KIND)
    (own / "student.py").write_text(f"import there\n{RIGHT}")
    for mode in MODES:
        assert grade(own / "student.py", str(tmp_path / "small.toml"), visible=own, isolation=mode).verdict == "passed"
    box = sandbox("auto", own, copies=tmp_path)
    assert box.plan["submission"] == str(own)


BROKEN = """#!/bin/sh
echo >> {count}
if [ "$(wc -l < {count})" -gt {works} ]; then {then}; fi
exec {bwrap} "$@"
"""
"""A bubblewrap that works so many times."""

FAILS = "echo 'bwrap: no room for one more' >&2; exit 1"
WRONG = "class Student:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
SUBMISSIONS = {
    "exits": f"import os\n{WRONG.replace('return 1', 'os._exit(1)')}",
    "raises": "1/0\n",
    "right": RIGHT,
    "right_too": RIGHT,
    "wrong": WRONG,
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], Path]:
    """Return what puts a bubblewrap first in PATH that works so many times, and then does something else."""
    bwrap = shutil.which("bwrap")
    if not sandbox("auto").prefix:
        pytest.skip("bubblewrap is not installed here, or does not work")

    def put(works: int, then: str) -> Path:
        place, count = tmp_path / "bin" / "bwrap", tmp_path / f"count{works}"
        place.parent.mkdir(exist_ok=True)
        place.write_text(BROKEN.format(count=count, works=works, then=then, bwrap=bwrap))
        place.chmod(0o755)
        monkeypatch.setenv("PATH", f"{place.parent}:{os.environ['PATH']}")
        isolation._why_not.cache_clear()  # noqa: SLF001
        return count

    return put


@pytest.mark.parametrize("then", [FAILS, "exec sleep 600"], ids=["fails", "hangs"])
def test_a_folder_has_the_same_verdicts_where_bubblewrap_stops_working(
    then: str, kind: str, tmp_path: Path, broken: Callable[[int, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "handed in").mkdir()
    for name, text in SUBMISSIONS.items():
        (tmp_path / "handed in" / f"{name}.py").write_text(text)

    def graded() -> dict[str, tuple[str, str]]:
        found = grade_folder(tmp_path / "handed in", kind, where=Where(jobs=1))
        told.append([grade.isolation for grade in found])
        return {grade.learner: (grade.verdict, grade.summary) for grade in found}

    told = list[list[tuple[str, ...]]]()
    sound = graded()
    assert [verdict for verdict, _ in sound.values()] == ["failed", "error", "passed", "passed", "failed"]
    assert all(phrases[0].startswith("bubblewrap: ") for phrases in told[0])
    why = "bwrap: no room for one more" if then == FAILS else "did not end within 20 s"
    for works in (1, 3, 12) if then == FAILS else (9,):
        count = broken(works, then)
        assert graded() == sound
        assert len(count.read_text()) > works
        firsts = [phrases[0] for phrases in told[-1]]
        assert any(
            first.startswith(("no bubblewrap (", "bubblewrap until it stopped working, then no ")) for first in firsts
        )
        assert all(why in first for first in firsts if not first.startswith("bubblewrap: "))


def test_strict_never_goes_on_without_bubblewrap(kind: str, tmp_path: Path, broken: Callable[[int, str], Path]) -> None:
    (tmp_path / "handed in").mkdir()
    for name in ("a", "b"):
        (tmp_path / "handed in" / f"{name}.py").write_text(RIGHT)
    whole = broken(1000, FAILS)
    first, second = grade_folder(tmp_path / "handed in", kind, isolation="strict", where=Where(jobs=1))
    assert first.verdict == second.verdict == "passed"
    needed = len(whole.read_text())
    broken(needed - 2, FAILS)
    first, second = grade_folder(tmp_path / "handed in", kind, isolation="strict", where=Where(jobs=1))
    assert (first.verdict, second.verdict) == ("passed", "error")
    assert second.summary.startswith("the grader itself failed: ")
    assert "(bwrap: no room for one more)" in second.summary


def test_what_only_a_submission_meets_shows_bubblewrap_s_own_error_and_is_never_graded_in_plain(
    kind: str, tmp_path: Path, broken: Callable[[int, str], Path]
) -> None:
    """Bubblewrap works for all but the submission here, so that its probes do not fail."""
    (tmp_path / "student.py").write_text(RIGHT)
    broken(0, 'case "$*" in *student.py*) echo "bwrap: not this one" >&2; exit 1;; esac')
    for tried in (lambda: grade("student.py", kind), lambda: attack("student.py", "L + 1", seconds=5)):
        with pytest.raises(ResourceError, match=r"^a process could not be started: bwrap: not this one$"):
            tried()


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root has no limit on processes")
@pytest.mark.parametrize("most", [0, 1, 2])
@pytest.mark.parametrize(
    "arguments",
    ["grade student.py --as", "grade . --as", "attack student.py --seconds 2 --class thresholds:3 --bound L"],
)
def test_a_small_limit_on_processes_gives_one_line(arguments: str, most: int, kind: str, tmp_path: Path) -> None:
    """A user that nobody else is has so few processes; root may read Python's files as well."""
    (tmp_path / "student.py").write_text(RIGHT)
    command = [sys.executable, "-m", "adversary", *arguments.split(), *([kind] if "grade" in arguments else [])]
    limited = ["prlimit", f"--nproc={most}:{most}", *command]
    if os.geteuid() == 0:
        user = ["--reuid=1900000001", "--regid=1900000001", "--clear-groups"]
        limited = ["setpriv", *user, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", *limited]
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(limited, capture_output=True, text=True, timeout=250, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"adversary: (a process could not be started|cannot start a process): .*\n", done.stderr)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_copies_are_removed_where_a_grade_is_interrupted(number: int, kind: str, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text("import time\ntime.sleep(600)\n")
    command = [sys.executable, "-m", "adversary", "grade", "student.py", "--as", kind]
    with subprocess.Popen(command, env=os.environ | {"TMPDIR": str(tmp_path / "copies")}) as process:
        while not list(Path("copies").glob("adversary-*")):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
    assert process.returncode == 128 + number
    assert not list(Path("copies").iterdir())


WITHOUT_NUMPY = """
import sys
class Student:
    def __init__(self, dimension): {made}
    def predict(self, x): return 1
    def update(self, x, y): pass
"""


def test_a_worker_that_cannot_import_numpy_blames_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "student.py").write_text(WITHOUT_NUMPY.format(made="pass"))
    (tmp_path / "libraries" / "numpy").mkdir(parents=True)
    (tmp_path / "libraries" / "numpy" / "__init__.py").write_text("raise ImportError('libblas is not there')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "libraries"))
    monkeypatch.syspath_prepend(tmp_path / "libraries")
    with pytest.raises(ResourceError, match=r"^a process could not be started: ImportError: libblas is not there$"):
        grade(tmp_path / "student.py", "perceptron", isolation="plain")


def test_a_learner_that_takes_numpy_away_is_to_blame(tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(WITHOUT_NUMPY.format(made="sys.modules['numpy'] = None"))
    found = grade(tmp_path / "student.py", "perceptron", isolation="plain")
    assert found.verdict == "failed"
    assert found.counterexample is not None
    assert "ModuleNotFoundError" in str(found.counterexample.fault)


@pytest.mark.parametrize("mode", ["plain", "auto"])
def test_a_process_that_has_no_time_to_start_leaves_the_verdict_open(mode: str) -> None:
    found = grade(str(ROOT / "examples/student.py"), "perceptron", isolation=mode, seconds=0.02)
    assert found.verdict == "error"
    assert "the time did not suffice" in found.summary
