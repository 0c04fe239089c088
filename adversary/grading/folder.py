"""Grade many submissions: find those of a folder, and grade each as a task of a run whose results can be kept."""

import difflib
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import without_folder
from adversary.grading.grade import GRADE_SECONDS, grade
from adversary.grading.kinds.custom import kind_text
from adversary.grading.kinds.find import find_kind
from adversary.grading.result import POINTS, Grade, Part, read_grade, write_grade
from adversary.search.counterexample import traced
from adversary.search.grader import check_seconds
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import Task, TaskError, Where
from learners.loading.code_file import NOTEBOOK, SUFFIXES, code_cells, split_code_file
from learners.runner.isolation import copied, inside, leads_out, real_path, require_inside, sandbox
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import Undefined

PATIENCE = 10.0, 60.0
"""A process is stopped after so many times a grade's seconds, and so many more."""

_METHODS = re.compile(rb"\bdef\s+predict\s*\("), re.compile(rb"\bdef\s+update\s*\(")

NOT_RUN = ("no process, since it was not run",)


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission: the argument of ``grade`` and the readable files, or the reason why it cannot be graded."""

    name: str
    learner: str
    visible: Path
    problem: str | None = None


def grade_folder(  # noqa: PLR0913 - each is an option of the command line
    files: str | Path | Sequence[str | Path],
    kind: str | Part,
    *,
    isolation: str = "auto",
    seconds: float = GRADE_SECONDS,
    seed: int = 0,
    where: Where | None = None,
    keep: Path | None = None,
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> list[Grade]:
    """Grade every submission in a folder, or several files, as a kind or a part of a course; return the grades by name.

    Each is written to the file ``keep`` as soon as it is done, unless the grader itself failed, and those of an earlier
    run in which nothing was different are taken from there; ``finished`` removes it. ``progress`` is told how many are
    done, of how many that are graded at all, and which one just was (at first, none). On a cluster the workers need the
    folder at the same place, and the kind's file. All else is as in ``grade``.

    Raises:
        InputError: there are no submissions, there is no such kind or isolation, the kind's bound is not defined in
            some game, ``keep`` is some other file, or a worker has other files.

    """
    part = kind if isinstance(kind, Part) else Part(kind, Fraction(POINTS))
    kind, entries, title = part.kind, submissions(files, part), find_kind(part.kind).name
    check_seconds(seconds)
    around = sandbox(isolation)
    blank = Grade("", title, (), None, 0, 0, 0.0, around.in_force)
    kind = str(Path(kind).absolute()) if kind.endswith(".toml") else kind
    asked = {
        "kind": kind,
        "kind_text": kind_text(kind, part.adapter),
        "adapter": part.adapter,
        "isolation": isolation,
        "bubblewrap": bool(around.prefix),  # so that what is kept is what is done here
        "seconds": float(seconds),
        "seed": seed,
    }
    tasks = {entry.name: _task(entry, asked) for entry in entries if entry.problem is None}
    with Store(keep) as store:
        outcomes = dict(zip(tasks, run([*tasks.values()], where, store, progress, check=check_grade), strict=True))

    def graded(entry: Submission) -> Grade:
        if entry.problem is not None:
            return replace(blank, learner=entry.name, isolation=NOT_RUN, problem=entry.problem)
        outcome = outcomes[entry.name]
        if outcome.failure is None:
            return replace(read_grade(outcome.value), stored=outcome.stored)
        failure = f"the grader itself failed: {without_folder(entry.visible.parent, outcome.failure)}"
        return replace(blank, learner=entry.name, seconds=outcome.seconds, problem=failure)

    return [graded(entry) for entry in entries]


def grade_submission(  # noqa: PLR0913 - each is an option of the command line
    path: Path,
    part: Part,
    *,
    isolation: str = "auto",
    seconds: float = GRADE_SECONDS,
    seed: int = 0,
    visible: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Grade:
    """Grade one submission, a file or a folder, as a part of a course that says what it grades of it.

    All else is as in ``grade``. What the submission lacks is the problem of this grade.

    Raises:
        InputError: as in ``grade``.

    """
    entry = _submission(path, part)
    blank = Grade(str(path), find_kind(part.kind).name, (), None, 0, 0, 0.0, NOT_RUN, problem=entry.problem)
    if entry.problem is not None:
        return blank
    options: dict[str, Any] = {"isolation": isolation, "seconds": seconds, "seed": seed, "progress": progress}
    kind = find_kind(part.kind, part.adapter)
    return _called(grade(entry.learner, kind, visible=visible or entry.visible, **options), blank.learner)


def _called(grade: Grade, name: str) -> Grade:
    """Return a grade and its counterexample with the submission's name as the learner."""
    game = grade.counterexample and replace(grade.counterexample, learner=name)
    return replace(grade, learner=name, counterexample=game)


def check_grade(task: Task, value: Any) -> Any:
    """Return a stored grade after its counterexample is judged again. That this learner plays it is not checked.

    Raises:
        ValueError: it is not a grade of this submission, or its counterexample does not prove what it says.

    """
    stored = read_grade(value)
    kind = find_kind(task.request["kind"]).name
    if (stored.learner, stored.kind) != (task.request["name"], kind):
        raise ValueError(f"it is a grade of {stored.learner} as {stored.kind}, not of {task.request['name']} as {kind}")
    if stored.verdict != value["verdict"] or not 0 <= stored.seconds < float("inf"):
        raise ValueError(f"its checks make the verdict {stored.verdict}, and {stored.seconds} are its seconds")
    if (game := stored.counterexample) is not None:
        try:
            proved = traced(game, f"grade:{kind}").statements
        except AssertionError as error:
            raise ValueError(str(error)) from None
        if game.mistakes != value["counterexample"]["mistakes"] or proved != game.statements:
            raise ValueError("its counterexample is not the game that its numbers are about")
    return value


def finished(keep: Path) -> None:
    """Remove the file of kept grades after all outputs are written."""
    with suppress(OSError):
        keep.unlink()


def _task(entry: Submission, asked: dict[str, Any]) -> Task:
    place = entry.visible
    handed_in = {"name": entry.name, "learner": entry.learner, "visible": str(place), "digest": digest(place)}
    patience = PATIENCE[0] * asked["seconds"] + PATIENCE[1]
    return Task("adversary.grading.folder:grade_one", asked | handed_in, name=entry.name, limit=patience)


def grade_one(asked: dict[str, Any]) -> dict[str, Any]:
    """Grade the submission of a task; return the grade as JSON values with relative paths.

    Raises:
        InputError: the kind's bound is not defined in some game, or the kind is not what it was when the run began.
        TaskError: the submission is not what it was when the run began, or cannot be graded here.

    """
    name, visible = asked["name"], Path(asked["visible"])
    if kind_text(asked["kind"], asked["adapter"]) != asked["kind_text"]:
        raise InputError(f"the kind {asked['kind']} is not what it was when the run began, or a worker has another")
    if asked["isolation"] == "auto" and asked["bubblewrap"] and shutil.which("bwrap") is None:  # here it never worked
        raise TaskError("this worker has no bubblewrap, and the run began with it: install it, or grade in plain")
    _require_same(asked)
    options = {key: asked[key] for key in ("isolation", "seconds", "seed")}
    try:
        kind = find_kind(asked["kind"], asked["adapter"])
        result = grade(asked["learner"], kind, visible=visible, **options)
    except Undefined as error:
        raise InputError(without_folder(visible.parent, str(error))) from None
    except InputError as error:  # the error is about this submission only, so the others are graded
        raise TaskError(str(error)) from None
    _require_same(asked)
    plain: dict[str, Any] = without_folder(visible.parent, write_grade(_called(result, name)))
    return plain


def _require_same(asked: dict[str, Any]) -> None:
    """Raise TaskError if the submission, which may be a folder, has changed since the run began."""
    if digest(Path(asked["visible"])) != asked["digest"]:
        raise TaskError(f"{asked['name']} is not what it was when the run began, or a worker has another")


ANY = Part("", Fraction(0))
"""A part that asks for no file or class of its own."""


def submissions(files: str | Path | Sequence[str | Path], part: Part = ANY) -> list[Submission]:
    """Return the submissions in a folder by name: every ``.py`` or ``.ipynb`` file, and every folder.

    Of several files or folders, each is one, but a folder that is none by itself has some. They are called by their
    paths if two have one name.

    Raises:
        InputError: there is none, or one of several does not exist.

    """
    files = [files] if isinstance(files, str | Path) else files
    if len(files) == 1:
        return _in_folder(Path(files[0]), part)
    entries = list[tuple[Submission, str]]()
    for file in map(str, files):
        path, class_name, _ = split_code_file(file)
        if not Path(path).exists():
            raise InputError(f"there is no file {path}: of several learners, each is a file or a folder")
        place = Path(os.path.abspath(path))  # noqa: PTH100
        entry = _submission(place, replace(part, class_name=class_name or part.class_name))
        inside = _in_folder(place, part) if entry.problem and place.is_dir() and not part.file else []
        entries += [(each, str(Path(path, each.name))) for each in inside] if len(inside) > 1 else [(entry, file)]
    once = len({entry.name for entry, _ in entries}) == len({entry.visible for entry, _ in entries})
    found = [entry if once else replace(entry, name=shown) for entry, shown in entries]
    return list({entry.name: entry for entry in found}.values())


def _in_folder(folder: Path, part: Part) -> list[Submission]:
    home = Path(os.path.abspath(folder))  # noqa: PTH100 - absolute() would leave the dots
    if real_path(home) != real_path(folder):  # dots after a link
        home = real_path(folder)
    try:
        places = sorted([place for place in home.iterdir() if not place.name.startswith((".", "_"))])
    except OSError as error:
        raise InputError(f"the folder {folder} cannot be read: {error.strerror}") from None
    entries = [_submission(place, part) for place in places if place.suffix in SUFFIXES or os.path.isdir(place)]  # noqa: PTH112
    if not entries:
        raise InputError(f"{folder} has no submissions: put .py or .ipynb files into it, or a folder for each")
    return entries


def _submission(place: Path, part: Part) -> Submission:
    learner, problem = place, None
    try:
        place.name.encode()
        if place.is_symlink() and real_path(place.parent) not in real_path(place).parents:
            raise leads_out(place)
        if place.is_dir():
            copied(real_path(place))
        learner = _learner_of(place, part)
        if not learner.is_file():
            raise InputError("it is not a regular file; a submission is a .py or .ipynb file")
        copied(real_path(learner))
        if learner.suffix == NOTEBOOK:
            learner.read_bytes().decode()
    except UnicodeEncodeError:
        problem = "its name is not text in UTF-8; give it another one"
    except UnicodeDecodeError as error:
        problem = f"{learner.name} is not text in UTF-8 from byte {error.start} on; save it as UTF-8"
    except OSError as error:
        problem = f"{Path(error.filename or place).name} cannot be read: {error.strerror}; allow it to be read"
    except InputError as error:
        problem = str(error)
    colon = part.class_name or split_code_file(str(learner)).name  # what follows a colon would name the class
    text = f"{learner}:{part.class_name}" if colon else str(learner)
    return Submission(place.name, text, place, problem)


def _learner_of(place: Path, part: Part) -> Path:
    """Return the file of a submission that a part grades. Raises InputError unless there is exactly one."""
    if not place.is_dir() and part.file in ("", place.name):
        return place
    if not part.file:
        require_inside(place, place)
        return _learner_in(place, part.class_name)
    if not place.is_dir():
        raise InputError(
            f'the part "{part.title}" asks for {part.file}: hand in a file of this name, or a folder with it'
        )
    wanted = place / part.file
    require_inside(wanted, place)  # links out of it that other parts ask for are theirs
    if not wanted.exists():
        names = [str(path.relative_to(place)) for path in inside(place) if path.exists()]
        close = difflib.get_close_matches(part.file, names, n=1)
        raise InputError(
            f'{part.file} is missing: the part "{part.title}" asks for it'
            + (f"; did you mean {close[0]}?" if close else "")
        )
    return _learner_in(wanted, part.class_name) if wanted.is_dir() else wanted


def _learner_in(home: Path, class_name: str) -> Path:
    methods = [re.compile(rb"^class\s+%b\b" % class_name.encode(), re.MULTILINE)] if class_name else _METHODS
    files = [path for path in sorted(inside(home)) if path.suffix in SUFFIXES and path.is_file()]
    fit = [path for path in files if all(method.search(_code(path)) for method in methods)]
    if len(files) == 1 or len(fit) == 1:
        return (fit or files)[0]
    listed = ", ".join([str(path.relative_to(home)) for path in (fit or files)])
    has = (
        f"{len(files)} files of Python, {len(fit) or 'none'} with {'it' if class_name else 'both'}: {listed}"
        if files
        else "no .py or .ipynb file"
    )
    what = f"the class {class_name}" if class_name else "predict and update"
    raise InputError(f"the folder should have one file with {what}, but has {has}")


def _code(path: Path) -> bytes:
    """Return the Python code of a file or notebook. Raises OSError."""
    if path.suffix != NOTEBOOK:
        return path.read_bytes()
    try:
        return "\n".join([cell.code for cell in code_cells(path)]).encode()
    except InputError:
        return b""  # it is no notebook


def digest(visible: Path) -> str:
    """Return a digest of a file, or of all that is in a folder."""
    paths = [visible] if visible.is_file() else sorted(visible.rglob("*"))
    files = [(str(path.relative_to(visible)), _contents(path, visible)) for path in paths]
    return hashlib.sha256(json.dumps(files).encode()).hexdigest()


def _contents(path: Path, visible: Path) -> str:
    try:
        if path.is_symlink() and path != visible:
            return str(path.readlink())  # its target is in the folder, too, or is not copied
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return str(error.strerror)
