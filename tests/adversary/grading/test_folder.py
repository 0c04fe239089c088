"""Grading a folder: whose failure is whose, what is kept, and what is left behind (nothing)."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import stores
from grading_tasks import descendants, is_learner, learners_of
from sampled_kinds import KIND, RIGHT

from adversary.grading import folder as grading
from adversary.grading.folder import digest, finished, grade_folder, submissions
from adversary.grading.grade import grade
from adversary.grading.kinds.custom import kind_text
from adversary.grading.result import Grade, Part, write_grade
from adversary.tasks.slots import reply_to
from adversary.tasks.task import NOT_CHECKED, Task, TaskError, TaskOutcome, Where
from adversary.views.cells import write_csv
from adversary.views.excerpt import groups_rows
from adversary.views.export.grades_csv import grades_csv
from learners.runner.isolation import Sandbox, sandbox
from proofs.exact.errors import InputError

pytestmark = pytest.mark.full

WRONG = "class Student:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
HANGS = WRONG.replace("return 1", "\n        while True: pass")
SLEEPS = f"import time\ntime.sleep(60)\n{WRONG}"
"""It hangs while it is imported, for which a learner has 15 seconds."""

SPY = f"""
import pathlib
try:
    print("seen:", len(pathlib.Path(__file__).with_name("right.py").read_text()))
except OSError:
    print("hidden", flush=True)
{RIGHT}"""


@pytest.fixture
def kind(tmp_path: Path) -> str:
    """Return a kind that is graded in no time."""
    (tmp_path / "small.toml").write_text(KIND)
    return str(tmp_path / "small.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder for submissions."""
    (tmp_path / "handed in").mkdir()
    return tmp_path / "handed in"


@pytest.fixture
def no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no task be run."""

    def run(*_: object, **__: object) -> list[TaskOutcome]:
        raise AssertionError("nothing is to be graded")

    monkeypatch.setattr(grading, "run", run)


class Told:
    """Remembers what it is told of the progress."""

    def __init__(self) -> None:
        self.said: list[tuple[int, int, str]] = []

    def __call__(self, done: int, total: int, name: str) -> None:
        self.said.append((done, total, name))

    @property
    def names(self) -> list[str]:
        """Those that were graded now."""
        return sorted([name for _, _, name in self.said if name])


def put(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def gone(pids: set[int], seconds: float = 120) -> bool:
    """Tell whether all of these end, in a moment; nobody may ever wait for those that have lost their parent."""

    def alive(pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    ends = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < ends:
        time.sleep(0.05)
    return not any(map(alive, pids))


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only there /proc tells whose processes are whose")


# ------------------------------------------------------------------------------------------------ submissions


def test_every_file_and_every_folder_is_a_submission(folder: Path) -> None:
    put(folder, zoe=RIGHT, adam=WRONG, _draft=WRONG, bob__main=RIGHT, eve__learner=RIGHT, eve__helper="one = 1\n")
    put(folder, __pycache__="")
    for name in (".hidden.py", "notes.txt", "bob/.secret.py", "bob/data.csv"):
        (folder / name).write_text(WRONG)
    for name in (".git", "__pycache__", "_old", "bob/__pycache__", "eve/.venv"):
        (folder / name).mkdir()
        (folder / name / "x.py").write_text(RIGHT)
    found = submissions(folder)
    assert [one.name for one in found] == ["adam.py", "bob", "eve", "zoe.py"]
    assert not any(one.problem for one in found)
    assert [one.learner for one in found] == [
        str(folder / name) for name in ("adam.py", "bob/main.py", "eve/learner.py", "zoe.py")
    ]
    assert [one.visible for one in found] == [folder / one.name for one in found]


def test_what_is_no_submission_is_told_why(folder: Path, tmp_path: Path) -> None:
    put(folder, none__a="x = 1", none__b="y = 1", two__a=RIGHT, two__b=WRONG, leak__a=RIGHT)
    (folder / "bare").mkdir()
    for name in ("latin.ipynb", "latin.py"):
        (folder / name).write_bytes(b"# caf\xe9\n")
    os.mkfifo(folder / "pipe.py")
    put(tmp_path, elsewhere=RIGHT)
    (folder / "link.py").symlink_to(tmp_path / "elsewhere.py")
    (folder / "up").symlink_to(folder)
    (folder / "lost.py").symlink_to(folder / "nowhere.py")
    (folder / "leak" / "b.py").symlink_to("../two/a.py")
    (folder / "ring.py").symlink_to("ring.py")
    (folder / os.fsdecode(b"\xff.py")).write_text(RIGHT)
    out = "leads out of the folder and is not followed; put the file itself there"
    assert {one.name: one.problem for one in submissions(folder)} == {
        "bare": "the folder should have one file with predict and update, but has no .py or .ipynb file",
        "latin.ipynb": "latin.ipynb is not text in UTF-8 from byte 5 on; save it as UTF-8",
        "latin.py": None,  # it is read as it is alone
        "leak": f"the link b.py {out}",
        "link.py": f"the link link.py {out}",
        "lost.py": "it is not a regular file; a submission is a .py or .ipynb file",
        "none": "the folder should have one file with predict and update, but has 2 files of Python, none with both: a.py, b.py",
        "pipe.py": "it is not a regular file; a submission is a .py or .ipynb file",
        "ring.py": "it is not a regular file; a submission is a .py or .ipynb file",
        "two": "the folder should have one file with predict and update, but has 2 files of Python, 2 with both: a.py, b.py",
        "up": f"the link up {out}",
        "\udcff.py": "its name is not text in UTF-8; give it another one",
    }


def test_a_link_that_leads_out_costs_only_the_part_that_asks_for_it(folder: Path, tmp_path: Path) -> None:
    put(folder, ann__a=RIGHT)
    put(tmp_path, elsewhere__b=RIGHT)
    (folder / "ann" / "b.py").symlink_to(tmp_path / "elsewhere" / "b.py")
    (folder / "ann" / "deep").symlink_to(tmp_path / "elsewhere")
    (folder / "ann" / "lost.py").symlink_to(folder / "ann" / "nowhere.py")

    def problem(file: str) -> str | None:
        (found,) = submissions(folder, Part("perceptron", Fraction(1), file, file))
        return found.problem

    assert problem("a.py") is None
    assert problem("lost.py") == 'lost.py is missing: the part "lost.py" asks for it'
    for file, link in (("b.py", "b.py"), ("deep", "deep"), ("deep/b.py", "b.py")):
        assert (
            problem(file) == f"the link {link} leads out of the folder and is not followed; put the file itself there"
        )


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_cannot_be_read_is_told_so(folder: Path) -> None:
    put(folder, a=RIGHT, b__main=RIGHT)
    (folder / "a.py").chmod(0)
    (folder / "b").chmod(0)
    problems = [one.problem for one in submissions(folder)]
    (folder / "b").chmod(0o700)
    assert problems == [f"{name} cannot be read: Permission denied; allow it to be read" for name in ("a.py", "b")]


def test_links_within_are_followed_and_colons_name_no_class(folder: Path) -> None:
    put(folder, a=RIGHT)
    (folder / "b.py").symlink_to("a.py")
    (folder / "a.py:Student.py").write_text(WRONG)
    assert [(one.learner, one.problem) for one in submissions(folder)] == [
        (str(folder / "a.py"), None),
        (f"{folder}/a.py:Student.py:", None),
        (str(folder / "b.py"), None),
    ]


def test_without_submissions_there_is_nothing_to_grade(folder: Path, kind: str) -> None:
    for place, words in (
        (folder, "has no submissions: put .py or .ipynb files into it, or a folder for each"),
        (folder / "nowhere", "cannot be read: No such file or directory"),
        (Path(kind), "cannot be read: Not a directory"),
    ):
        with pytest.raises(InputError, match=words):
            grade_folder(place, kind)


@pytest.mark.usefixtures("no_run")
def test_unusable_options_are_told_before_anything_is_graded(folder: Path, kind: str) -> None:
    put(folder, a=RIGHT)
    for name, options in (
        ("perceptrn", {}),
        (kind, {"isolation": "none"}),
        (kind, {"seconds": 0}),
        (kind, {"seconds": float("nan")}),
    ):
        with pytest.raises(InputError):
            grade_folder(folder, name, **options)


# ------------------------------------------------------------------------------------------------ grading


def test_everybody_gets_a_grade_of_their_own(folder: Path, kind: str) -> None:
    put(folder, right=RIGHT, wrong=WRONG, broken="def broken(:\n", hangs=HANGS, spy=SPY, none__a="", none__b="")
    put(folder, helped__main=f"from helper import Rows\n{RIGHT.replace('= concepts', '= Rows(concepts)')}")
    put(folder, helped__helper="Rows = list\n")
    put(folder, killer="import os\nos.kill(os.getppid(), 9)\nos.kill(0, 9)\n" + RIGHT)
    told = Told()
    grades = grade_folder(folder, kind, seconds=40, progress=told)
    found = {grade.learner: grade for grade in grades}
    assert list(found) == ["broken.py", "hangs.py", "helped", "killer.py", "none", "right.py", "spy.py", "wrong.py"]
    assert {name: grade.verdict for name, grade in found.items()} == {
        "broken.py": "error",
        "hangs.py": "failed",
        "helped": "passed",
        "killer.py": found["killer.py"].verdict,
        "none": "error",
        "right.py": "passed",
        "spy.py": "passed",
        "wrong.py": "failed",
    }
    assert found["broken.py"].problem == "broken.py, line 1: invalid syntax"
    assert found["killer.py"].verdict in ("failed", "error")
    assert "the grader itself" not in (found["killer.py"].problem or "")
    assert found["none"].isolation == ("no process, since it was not run",)
    assert "predict gave no answer within" in found["hangs.py"].summary
    if "no files but Python's and its own" in ", ".join(found["spy.py"].isolation):
        assert found["spy.py"].output.split("\n")[0] == "hidden"
    assert {grade.kind for grade in grades} == {"small"}
    game = found["wrong.py"].counterexample
    assert game is not None
    assert (game.learner, game.why) == ("wrong.py", "mistakes")
    assert told.said[0] == (0, 7, "")
    assert [done for done, _, _ in told.said] == list(range(8))
    assert told.names == [name for name in found if name != "none"]
    assert str(folder) not in json.dumps([write_grade(grade) for grade in grades])


def test_whatever_cannot_be_graded_is_counted_as_such(folder: Path, kind: str) -> None:
    put(folder, broken="def broken(:\n", none="x = 1\n", raises="raise ValueError('no')\n", right=RIGHT)
    put(folder, asks=RIGHT.replace("(self, concepts)", "(self, concepts, a, b)"), empty__a="", empty__b="")
    grades = grade_folder(folder, kind, seconds=40)
    names = ["asks.py", "broken.py", "empty", "none.py", "raises.py"]
    assert [grade.learner for grade in grades if grade.problem] == names
    assert groups_rows(grades) == [("5 of 6", f"cannot be graded: {', '.join(names)}")]


@on_linux
def test_a_process_grades_one_after_the_other_as_if_each_was_alone(folder: Path, kind: str) -> None:
    leaves = "import os, sys, threading\nos.environ['x'] = 'y'\nsys.setrecursionlimit(50)\n"
    put(folder, b=leaves + WRONG, c="(", e=RIGHT, f=WRONG)
    before = learners_of(os.getpid())
    together = grade_folder(folder, kind, seconds=8, where=Where(jobs=1))
    assert learners_of(os.getpid()) == before
    for name in ("e.py", "f.py"):
        (alone,) = (one for one in together if one.learner == name)
        found = grade(folder / name, kind, visible=folder / name, seconds=8)
        expected = json.loads(json.dumps(write_grade(found)).replace(f"{folder}/", "")) | {"seconds": 0}
        assert json.loads(json.dumps(write_grade(alone))) | {"seconds": 0} == expected


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Callable[[], set[int]]]:
    """Return what has something happen to the graders, and then returns whose processes there were."""
    make, notes = grading._task, tmp_path / "notes"  # noqa: SLF001 - the real one, but for its function

    def have(name: str) -> Callable[[], set[int]]:
        def task(*arguments: Any) -> Task:
            made = make(*arguments)
            return replace(made, function=f"grading_tasks:{name}", request=made.request | {"notes": str(notes)})

        monkeypatch.setattr(grading, "_task", task)
        return lambda: set(map(int, notes.read_text().split() if notes.exists() else ()))

    return have


@on_linux
def test_one_that_takes_its_grader_down_takes_nobody_along(
    folder: Path, kind: str, instead: Callable[[str], Callable[[], set[int]]]
) -> None:
    put(folder, a=RIGHT, b=SLEEPS, c=WRONG)
    keep, noted = folder.parent / "partial", instead("killed")
    grades = grade_folder(folder, kind, where=Where(jobs=2), keep=keep)
    assert [grade.verdict for grade in grades] == ["passed", "error", "failed"]
    assert grades[1].problem is not None
    assert grades[1].problem.startswith("the grader itself failed: its process ended 3 times")
    assert (grades[1].learner, grades[1].kind) == ("b.py", "small")
    assert len(noted()) >= 6  # three times a grader and a learner
    assert gone(noted())
    lines = [json.loads(line) for line in keep.read_bytes().splitlines()[1:]]
    assert sorted([line["value"]["learner"] for line in lines]) == ["a.py", "c.py"]  # the other is to be tried again


def test_a_bug_of_the_grader_s_is_one_line(
    folder: Path, kind: str, instead: Callable[[str], Callable[[], set[int]]]
) -> None:
    put(folder, a=RIGHT)
    keep = folder.parent / "partial"
    instead("failing")
    (made,) = grade_folder(folder, kind, keep=keep)
    assert (made.verdict, made.problem) == ("error", "the grader itself failed: OSError: in a.py")
    assert not keep.exists()
    instead("leaving")
    assert grade_folder(folder, kind)[0].problem == "the grader itself failed: SystemExit: 3"


@on_linux
@pytest.mark.parametrize("how", ["slow", "stopped"])
def test_a_grader_that_takes_too_long_is_stopped(
    folder: Path,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    instead: Callable[[str], Callable[[], set[int]]],
    how: str,
) -> None:
    put(folder, a=SLEEPS)
    noted = instead(how)
    for more in (1.5, 9.5, 19.5):  # on a busy machine no learner may have been started by then
        monkeypatch.setattr(grading, "PATIENCE", (0.1, more))
        (made,) = grade_folder(folder, kind, seconds=25)
        says = f"the grader itself failed: it did not end by itself, and was stopped after {2.5 + more:.0f} s"
        assert made.problem == says
        if noted():
            break
    assert len(noted()) >= 2
    assert gone(noted())


def test_what_changes_meanwhile_is_not_graded_as_if_it_had_not(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, a=RIGHT)
    request = {
        "isolation": "auto",
        "bubblewrap": False,
        "seconds": 20.0,
        "seed": 0,
        "kind": kind,
        "kind_text": kind_text(kind),
        "adapter": "",
    }
    request |= {"name": "a.py", "learner": str(folder / "a.py"), "visible": str(folder / "a.py")}
    request["digest"] = digest(folder / "a.py")
    assert grading.grade_one(request)["verdict"] == "passed"
    put(folder, a=WRONG)
    changed = r"^a\.py is not what it was when the run began, or a worker has another$"
    with pytest.raises(TaskError, match=changed):
        grading.grade_one(request)
    said = reply_to("adversary.grading.folder:grade_one", request, {})
    assert said.kind == "failed"
    assert re.match(changed, said.text)  # as it stands, with no name of an error in front of it
    put(folder, a=RIGHT)

    def grade_and_change(*given: Any, **options: Any) -> Grade:
        made = grade(*given, **options)
        put(folder, a=WRONG)
        return made

    monkeypatch.setattr(grading, "grade", grade_and_change)
    with pytest.raises(TaskError, match=changed):
        grading.grade_one(request)
    Path(kind).write_text(KIND.replace("thresholds:3", "thresholds:4"))
    with pytest.raises(InputError, match=r"the kind .*small\.toml is not what it was"):
        grading.grade_one(request)


def test_a_worker_that_cannot_isolate_as_it_is_asked_to_fails_alone(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here there is bubblewrap, as far as the calling process knows; in those that grade there is none."""
    put(folder, a=RIGHT)
    monkeypatch.setattr(grading, "sandbox", lambda *_: Sandbox(("bwrap",), {}, {}, ()))
    monkeypatch.setenv("PATH", str(folder))
    (found,) = grade_folder(folder, kind, isolation="strict")
    assert found.verdict == "error"
    assert found.summary.startswith("the grader itself failed: the isolation 'strict' needs bubblewrap")
    (found,) = grade_folder(folder, kind)
    assert found.verdict == "error"
    assert found.summary.startswith("the grader itself failed: this worker has no bubblewrap")


# ------------------------------------------------------------------------------------------------ what is kept


def test_what_is_done_is_not_done_again(folder: Path, kind: str, tmp_path: Path) -> None:
    put(folder, a=RIGHT, b=WRONG, c__main=RIGHT, d="(")
    keep, told = tmp_path / "grades.csv.partial", Told()
    first = grade_folder(folder, kind, keep=keep, progress=told)
    assert told.names == ["a.py", "b.py", "c", "d.py"]
    again = Told()
    assert grade_folder(folder, kind, keep=keep, progress=again) == [replace(one, stored=True) for one in first]
    assert NOT_CHECKED in replace(first[0], stored=True).summary
    assert again.said == [(4, 4, "")]

    put(folder, a=WRONG)  # another text, the folder's other file, and a line that was torn
    put(folder, c__helper="")
    data = keep.read_bytes()
    keep.write_bytes(data[:-40])
    torn = json.loads(data.splitlines()[-1])["value"]["learner"]
    changed = Told()
    second = grade_folder(folder, kind, keep=keep, progress=changed)
    assert changed.names == sorted({"a.py", "c", torn})
    assert [grade.verdict for grade in second] == ["failed", "failed", "passed", "error"]
    assert all(json.loads(line) for line in keep.read_bytes().splitlines())
    third = grade_folder(folder, kind, keep=keep)
    assert [replace(one, stored=False) for one in third] == [replace(one, stored=False) for one in second]
    finished(keep)
    finished(keep)
    assert not keep.exists()


def test_a_digest_is_of_all_that_a_grade_depends_on(folder: Path, tmp_path: Path) -> None:
    put(folder, a=RIGHT, b__main=RIGHT)
    seen = {digest(folder / "a.py"), digest(folder / "b")}
    put(folder, a=WRONG, b__help="")
    seen |= {digest(folder / "a.py"), digest(folder / "b")}
    (folder / "b" / "help.py").rename(folder / "b" / "help.txt")
    os.mkfifo(folder / "b" / "pipe")
    (folder / "b" / "link").symlink_to("/")
    seen |= {digest(folder / "b")}
    assert len(seen) == 5
    own, table = tmp_path / "own.toml", tmp_path / "table.csv"
    own.write_text(KIND.replace("thresholds:3", "table.csv"))
    table.write_text("1,-1\n-1,1\n")
    texts = {kind_text(str(own)), kind_text("halving")}
    table.write_text("1,1\n-1,1\n")
    assert len(texts | {kind_text(str(own))}) == 3


def test_what_is_kept_is_for_the_same_question(folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder, a="(", b="(")
    asked, bubblewrap = list[str](), not sandbox("auto", folder).prefix

    def run(tasks: list[Task], *_: object, **__: object) -> list[TaskOutcome]:
        asked.extend([task.key for task in tasks])
        return [TaskOutcome(None, "not run") for _ in tasks]

    monkeypatch.setattr(grading, "run", run)
    options: list[dict[str, Any]] = [{}, {"seconds": 3}, {"seed": 1}]
    for given in options:
        grade_folder(folder, kind, **given)
    with monkeypatch.context() as patched:  # what is in force counts, and not that it was asked for as "auto"
        patched.setattr(grading, "sandbox", lambda *_: Sandbox(("bwrap",) * bubblewrap, {}, {}, ()))
        grade_folder(folder, kind)
    assert len(set(asked)) == len(asked) == 8
    grade_folder(folder, kind)
    assert asked[-2:] == asked[:2]
    Path(kind).write_text(KIND.replace("thresholds:3", "thresholds:4"))
    grade_folder(folder, kind)
    put(folder, a=")")
    grade_folder(folder, kind)
    assert len(set(asked)) == 8 + 2 + 1


GRADES = {
    "a type": (lambda v: v.update(games="x"), "Expected `int`, got `str` - at `$.games`"),
    "a verdict": (lambda v: v.update(verdict="passed"), "its checks make the verdict failed"),
    "the learner": (lambda v: v.update(learner="b.py"), "it is a grade of b.py as small, not of a.py as small"),
    "the kind": (lambda v: v.update(kind="soa"), "it is a grade of a.py as soa, not of a.py as small"),
    "a label": (lambda v: v["counterexample"]["rounds"][0].update(label=7), "Invalid enum value 7"),
    "a prediction": (
        lambda v: v["counterexample"]["rounds"][0].update(predicted=v["counterexample"]["rounds"][0]["label"]),
        "its counterexample is not the game that its numbers are about",
    ),
    "the target": (
        lambda v: v["counterexample"].update(target={"concept": 0 if v["counterexample"]["target"]["concept"] else 3}),
        "the checker refuses our counterexample",
    ),
    "what is proved": (
        lambda v: v["counterexample"].update(statements=[{"statement": "run bound", "mistakes": 99}]),
        "its counterexample is not the game that its numbers are about",
    ),
}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, bytes]:
    """Return a folder with a wrong learner, its kind, and what is kept of its grade."""
    place = tmp_path_factory.mktemp("wrong")
    (place / "small.toml").write_text(KIND)
    (place / "in").mkdir()
    put(place / "in", a=WRONG)
    (grade,) = grade_folder(place / "in", str(place / "small.toml"), keep=place / "keep")
    assert grade.verdict == "failed"
    return place / "in", str(place / "small.toml"), (place / "keep").read_bytes()


@pytest.mark.xdist_group("wrong")
@pytest.mark.parametrize(("change", "why"), GRADES.values(), ids=GRADES)
def test_an_edited_grade_is_refused_in_one_line(
    wrong: tuple[Path, str, bytes], tmp_path: Path, change: Callable[[Any], object], why: str
) -> None:
    folder, kind, kept = wrong
    keep = tmp_path / "keep"
    keep.write_bytes(kept)
    assert stores.edit(keep, change) == 1
    with pytest.raises(InputError) as refused:
        grade_folder(folder, kind, keep=keep)
    assert str(refused.value).startswith(f"{keep}, line 2, has been changed: ")
    assert why in str(refused.value)


@pytest.mark.xdist_group("wrong")
def test_a_stored_grade_is_said_not_to_be_checked(wrong: tuple[Path, str, bytes], tmp_path: Path) -> None:
    folder, kind, kept = wrong
    keep = tmp_path / "keep"
    keep.write_bytes(kept)
    (grade,) = grade_folder(folder, kind, keep=keep)
    assert grade.summary.endswith(f" ({NOT_CHECKED})")
    assert grade.to_json()["stored"] is True
    write_csv(tmp_path / "grades.csv", grades_csv([grade]))
    assert NOT_CHECKED in (tmp_path / "grades.csv").read_text()


SCRIPT = """
import pathlib, sys
from adversary.cli import main as cli
from adversary.grading.folder import grade_folder
from adversary.tasks.task import Where
cli._prepare()
folder, kind, keep = sys.argv[1:]
try:
    grade_folder(pathlib.Path(folder), kind, where=Where(jobs=2), keep=pathlib.Path(keep), progress=lambda *said: print(*said, flush=True))
except BaseException as error:
    print(type(error).__name__)
"""


@pytest.fixture
def interrupted(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Return what runs the grading of a folder as a terminal's foreground job."""
    started = []

    def start(*arguments: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", SCRIPT, *map(str, arguments)]
        started.append(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


ENDS = {signal.SIGINT: "KeyboardInterrupt\n", signal.SIGTERM: "_Terminated\n", signal.SIGKILL: ""}


@on_linux
@pytest.mark.parametrize("number", ENDS)
def test_an_interrupted_run_leaves_its_grades_and_no_process(
    folder: Path, kind: str, tmp_path: Path, interrupted: Callable[..., subprocess.Popen[str]], number: signal.Signals
) -> None:
    put(folder, a=RIGHT, b=SLEEPS, c=SLEEPS)
    keep = tmp_path / "partial"
    process = interrupted(folder, kind, keep)
    assert process.stdout is not None
    assert process.stdout.readline() == "0 3 \n"
    assert process.stdout.readline() == "1 3 a.py\n"
    ends = time.monotonic() + 120
    while len(graders := {one for one in descendants(process.pid) if learners_of(one) and not is_learner(one)}) < 2:
        assert time.monotonic() < ends
        time.sleep(0.05)
    below = descendants(process.pid)
    assert below > graders
    if number == signal.SIGKILL:  # its processes have to find out by themselves
        os.kill(process.pid, number)
    else:
        os.killpg(process.pid, number)
    assert process.communicate(timeout=250) == (ENDS[number], "")
    assert gone(below)
    if number != signal.SIGINT:
        assert json.loads(keep.read_bytes().splitlines()[1])["value"]["learner"] == "a.py"
        return
    put(folder, b=WRONG, c="(")
    told = Told()
    assert [grade.verdict for grade in grade_folder(folder, kind, keep=keep, progress=told)] == [
        "passed",
        "failed",
        "error",
    ]
    assert told.said[0] == (1, 3, "")
    assert told.names == ["b.py", "c.py"]
