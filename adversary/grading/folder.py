"""Grading a folder: every submission is a task of a run, and what is done can be kept."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from adversary.files import without_folder
from adversary.grading.grade import GRADE_SECONDS, grade
from adversary.grading.kinds.custom import kind_text
from adversary.grading.kinds.registry import find_kind
from adversary.grading.result import Grade, read_grade, write_grade
from adversary.grading.submissions import Submission, digest, submissions
from adversary.search.traces import traced
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import Task, TaskError
from adversary.tasks.where import Where
from learners.runner.isolation import sandbox
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import Undefined

PATIENCE = 10.0, 60.0
"""A process is stopped after so many times a grade's seconds, and so many more."""

NOT_RUN = ("no process, since it was not run",)


def grade_folder(  # noqa: PLR0913 - each is an option of the command line
    folder: Path,
    kind: str,
    *,
    isolation: str = "auto",
    seconds: float = GRADE_SECONDS,
    seed: int = 0,
    where: Where | None = None,
    keep: Path | None = None,
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> list[Grade]:
    """Grade every submission in a folder; return the grades by name.

    Each is written to the file ``keep`` as soon as it is done, unless the grader itself failed, and those of an earlier
    run in which nothing was different are taken from there; ``finished`` removes it. ``progress`` is told how many are
    done, of how many that are graded at all, and which one just was (at first, none). On a cluster the workers need the
    folder at the same place, and the kind's file. All else is as in ``grade``.

    Raises:
        InputError: there are no submissions, there is no such kind or isolation, the kind's bound is not defined in
            some game, ``keep`` is some other file, or a worker has other files.

    """
    found, title = submissions(folder), find_kind(kind).name
    if not seconds > 0:
        raise InputError(f"give more than 0 seconds for a grade, not {seconds}")
    around = sandbox(isolation)
    blank = Grade("", title, (), None, 0, 0, 0.0, around.in_force)
    kind = str(Path(kind).absolute()) if kind.endswith(".toml") else kind
    asked = {
        "kind": kind,
        "kind_text": kind_text(kind),
        "isolation": isolation,
        "bubblewrap": bool(around.prefix),  # so that what is kept is what is done here
        "seconds": float(seconds),
        "seed": seed,
    }
    tasks = {one.name: _task(one, asked) for one in found if one.problem is None}
    with Store(keep) as store:
        outcomes = dict(zip(tasks, run([*tasks.values()], where, store, progress, check=check_grade), strict=True))

    def graded(one: Submission) -> Grade:
        if one.problem is not None:
            return replace(blank, learner=one.name, isolation=NOT_RUN, problem=one.problem)
        outcome = outcomes[one.name]
        if outcome.failure is None:
            return replace(read_grade(outcome.value), stored=outcome.stored)
        failure = f"the grader itself failed: {without_folder(one.visible.parent, outcome.failure)}"
        return replace(blank, learner=one.name, seconds=outcome.seconds, problem=failure)

    return [graded(one) for one in found]


def check_grade(task: Task, value: Any) -> Any:
    """Return a stored grade, its counterexample judged again as a game: that this learner plays it is not checked.

    Raises:
        ValueError: it is not a grade of this submission, or its counterexample does not prove what it says.

    """
    found = read_grade(value)
    kind = find_kind(task.request["kind"]).name
    if (found.learner, found.kind) != (task.request["name"], kind):
        raise ValueError(f"it is a grade of {found.learner} as {found.kind}, not of {task.request['name']} as {kind}")
    if found.verdict != value["verdict"] or not 0 <= found.seconds < float("inf"):
        raise ValueError(f"its checks make the verdict {found.verdict}, and {found.seconds} are its seconds")
    if (game := found.counterexample) is not None:
        try:
            proved = traced(game, f"grade:{kind}").statements
        except AssertionError as error:
            raise ValueError(str(error)) from None
        if game.mistakes != value["counterexample"]["mistakes"] or proved != game.statements:
            raise ValueError("its counterexample is not the game that its numbers are about")
    return value


def finished(keep: Path) -> None:
    """Remove the file of kept grades, once they are elsewhere."""
    with suppress(OSError):
        keep.unlink()


def _task(one: Submission, asked: dict[str, Any]) -> Task:
    handed_in = {"name": one.name, "learner": one.learner, "visible": str(one.visible), "digest": digest(one.visible)}
    patience = PATIENCE[0] * asked["seconds"] + PATIENCE[1]
    return Task("adversary.grading.folder:grade_one", asked | handed_in, name=one.name, limit=patience)


def grade_one(asked: dict[str, Any]) -> dict[str, Any]:
    """Grade the submission of a task; return the grade as JSON has it, without its place on this machine.

    Raises:
        InputError: the kind's bound is not defined in some game, or the kind is not what it was when the run began.
        TaskError: the submission is not what it was when the run began, or cannot be graded here.

    """
    name, visible = asked["name"], Path(asked["visible"])
    if kind_text(asked["kind"]) != asked["kind_text"]:
        raise InputError(f"the kind {asked['kind']} is not what it was when the run began, or a worker has another")
    if asked["isolation"] == "auto" and asked["bubblewrap"] and shutil.which("bwrap") is None:  # here it never worked
        raise TaskError("this worker has no bubblewrap, and the run began with it: install it, or grade in plain")
    _require_same(asked)
    options = {key: asked[key] for key in ("isolation", "seconds", "seed")}
    try:
        made = grade(asked["learner"], asked["kind"], visible=visible, **options)
    except Undefined as error:
        raise InputError(without_folder(visible.parent, str(error))) from None
    except InputError as error:  # which is about this submission, and ends nobody else's grading
        raise TaskError(str(error)) from None
    _require_same(asked)
    shown = made.counterexample and replace(made.counterexample, learner=name)
    plain: dict[str, Any] = without_folder(
        visible.parent, write_grade(replace(made, learner=name, counterexample=shown))
    )
    return plain


def _require_same(asked: dict[str, Any]) -> None:
    """Raise TaskError if the submission has changed: not as a file of the task, for folders have more to change."""
    if digest(Path(asked["visible"])) != asked["digest"]:
        raise TaskError(f"{asked['name']} is not what it was when the run began, or a worker has another")
