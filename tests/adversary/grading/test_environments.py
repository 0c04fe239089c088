"""Grading where the machine is unusual: links on the way, files of others, a bubblewrap that stops working."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from adversary.grading.grade import grade
from adversary.search.compare import compare
from learners.sandbox.isolation import MOST_BYTES, MOST_FILES, copied, sandbox
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError

pytestmark = pytest.mark.bubblewrap

KIND = 'name = "small"\nsetting = "finite"\nbound = "log2(C)"\nclasses = ["thresholds:3"]\n'
RIGHT = """
class Student:
    def __init__(self, concepts):
        self.left = concepts
    def predict(self, x):
        return 1 if sum(row[x] for row in self.left) > 0 else -1
    def update(self, x, y):
        self.left = [row for row in self.left if row[x] == y]
"""
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


def test_a_class_is_compared() -> None:
    class Still:
        def predict(self, x: object) -> int:
            return 1

        def update(self, x: object, y: int) -> None: ...

    found = compare([Still, "halving"], classes=[find_class("thresholds:3")])
    assert [(cell.fault, cell.note) for cell in found.cells if cell.fault] == []


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
    for isolation in MODES:
        assert refused(isolation) == ("pipe is not a regular file, and a submission has nothing but these, in folders")
    (own / "pipe").unlink()
    (own / "link").symlink_to("/dev/zero")
    assert refused() == "the link link leads out of the folder and is not followed; put the file itself there"
    (own / "link").unlink()
    monkeypatch.setattr("learners.sandbox.isolation.MOST_BYTES", 1 << 20)
    (own / "data").write_bytes(bytes(1 << 20))
    assert refused() == "a submission may have 1 MiB in all, and with student.py it has more"
    (own / "data").unlink()
    monkeypatch.setattr("learners.sandbox.isolation.MOST_FILES", 10)
    for number in range(10):
        (own / str(number)).touch()
    assert refused() == "own has more than 10 files and folders; leave some out"
    assert (MOST_BYTES, MOST_FILES) == (64 << 20, 2000)


def test_python_may_be_installed_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    (own / "lib" / "there").mkdir(parents=True)
    (own / "lib" / "there" / "__init__.py").write_text("")
    monkeypatch.setattr(sys, "path", [*sys.path, str(own / "lib")])
    monkeypatch.setenv("PYTHONPATH", str(own / "lib"))
    (tmp_path / "small.toml").write_text(KIND)
    (own / "student.py").write_text(f"import there\n{RIGHT}")
    for isolation in MODES:
        assert (
            grade(own / "student.py", str(tmp_path / "small.toml"), visible=own, isolation=isolation).verdict
            == "passed"
        )
    box = sandbox("auto", own, copies=tmp_path)
    assert box.plan["submission"] == str(own)
