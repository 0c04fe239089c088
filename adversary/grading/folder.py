"""Grading a folder: every submission in a process of its own, several at a time; what is done can be kept."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, cast

from adversary.grading.grade import GRADE_SECONDS, grade
from adversary.grading.kinds.custom import kind_text
from adversary.grading.kinds.registry import find_kind
from adversary.grading.result import Grade, read_grade, write_grade
from adversary.grading.stored import Kept, digest, without
from adversary.grading.submissions import Submission, submissions
from learners.sandbox.child import python_command
from learners.sandbox.isolation import sandbox
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import Undefined

JOBS = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 8)
PATIENCE, GRACE = (10.0, 60.0), 2.0
"""A worker is stopped after so many times a grade's seconds, and so many more; to end properly it has some more."""

NOT_RUN = ("no process, since it was not run",)


def grade_folder(  # noqa: PLR0913 - each is an option of the command line
    folder: Path,
    kind: str,
    *,
    isolation: str = "auto",
    seconds: float = GRADE_SECONDS,
    seed: int = 0,
    jobs: int | None = None,
    keep: Path | None = None,
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> list[Grade]:
    """Grade every submission in a folder, ``jobs`` at a time (by default, one a core); return the grades by name.

    Each is written to the file ``keep`` as soon as it is done, unless the grader itself failed, and those of an earlier
    run in which nothing was different are taken from there; ``finished`` removes it. ``progress`` is told how many are
    done, of how many, and which one just was (at first, none). All else is as in ``grade``.

    Raises:
        InputError: there are no submissions, there is no such kind or isolation, the kind's bound is not defined in
            some game, or ``keep`` is some other file.

    """
    found, title = submissions(folder), find_kind(kind).name
    jobs = JOBS if jobs is None else jobs
    if jobs < 1 or not seconds > 0:
        raise InputError(f"give at least one job at a time, and more than 0 seconds, not {jobs} and {seconds}")
    blank = Grade("", title, (), None, 0, 0, 0.0, sandbox(isolation, folder).in_force)
    refused = {one.name: one.problem for one in found if one.problem is not None}
    grades = {name: replace(blank, learner=name, isolation=NOT_RUN, problem=why) for name, why in refused.items()}
    kept, options = Kept(keep), (kind_text(kind), isolation, float(seconds), seed)
    digests = {one.name: digest([one.name, *options], one.visible) for one in found if one.name not in grades}
    grades |= {name: same for name, text in digests.items() if (same := kept.get(text)) is not None}
    progress(len(grades), len(found), "")
    waiting, running = [one for one in found if one.name not in grades], list[_Worker]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_Worker(waiting.pop(0), kind, isolation, seconds, seed))
            time.sleep(0.02)
            for worker in [worker for worker in running if worker.over]:
                name, made = worker.submission.name, worker.result()
                running.remove(worker)
                if isinstance(made, Grade):
                    kept.add(digests[name], made)
                else:
                    made = replace(blank, learner=name, seconds=time.monotonic() - worker.started, problem=made)
                grades[name] = made
                progress(len(grades), len(found), name)
    finally:
        _end(running)
    return [grades[one.name] for one in found]


def finished(keep: Path) -> None:
    """Remove the file of kept grades, once they are elsewhere."""
    with suppress(OSError):
        keep.unlink()


class _Worker:
    """A process that grades one submission.

    No executor starts it: executors give up on all when a worker dies, cannot kill one alone, and run the caller's main
    module again. A new process costs half a second. In its own session no Ctrl-C reaches it; it ends when its standard
    input does, however its parent goes, and ends its learner's processes. It writes to a file: one loop waits for all.
    """

    def __init__(self, submission: Submission, kind: str, isolation: str, seconds: float, seed: int) -> None:
        self.submission, self._most, self.started = submission, PATIENCE[0] * seconds + PATIENCE[1], time.monotonic()
        self.said = TemporaryFile()  # noqa: SIM115 - ``_end`` closes it
        command = python_command("from adversary.grading.folder import work\nwork()")
        pipe, said, both = subprocess.PIPE, self.said, subprocess.STDOUT
        self.process = subprocess.Popen(command, 0, None, pipe, said, both, start_new_session=True)  # noqa: S603 - ours
        self.stdin = cast("IO[bytes]", self.process.stdin)
        with suppress(BrokenPipeError):
            request = submission.name, submission.learner, str(submission.visible), kind, isolation, seconds, seed
            self.stdin.write(json.dumps(request).encode() + b"\n")

    @property
    def over(self) -> bool:
        return self.process.poll() is not None or time.monotonic() > self.started + self._most

    def result(self) -> Grade | str:
        """End it; return the grade, or why there is none. Raises InputError if the kind is at fault."""
        code, here = self.process.poll(), self.submission.visible.parent
        self.said.seek(0)
        last = self.said.read().decode(errors="replace").strip().rpartition("\n")[2]
        _end([self])
        if code is None:
            return f"the grader itself failed: it did not end by itself, and was stopped after {self._most:g} s"
        if code == 0:
            if isinstance(found := without(here, json.loads(last)), str):
                raise InputError(found)
            return read_grade(found)
        how = f"its process was killed by signal {-code}" if code < 0 else last or f"its process ended with code {code}"
        return f"the grader itself failed: {without(here, how)}"


def _end(workers: Sequence[_Worker]) -> None:
    """End workers, if they have not ended, and with them their learners' processes."""
    for worker in workers:
        worker.stdin.close()
    ends = time.monotonic() + GRACE
    for worker in workers:
        with suppress(subprocess.TimeoutExpired):
            worker.process.wait(max(ends - time.monotonic(), 0))
        worker.process.kill()  # which does nothing to one that has ended
        worker.process.wait()
        worker.said.close()


def work() -> None:
    """Grade the submission that standard input names, and print the grade; end when standard input does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    name, learner, visible, kind, isolation, seconds, seed = json.loads(input())

    def end_with_the_parent() -> None:
        os.read(0, 1)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)  # it ends the learner's processes
        time.sleep(GRACE)
        os._exit(1)

    threading.Thread(target=end_with_the_parent, daemon=True).start()
    try:
        made = grade(learner, kind, isolation=isolation, seconds=seconds, seed=seed, visible=Path(visible))
        shown = made.counterexample and replace(made.counterexample, learner=name)
        said: object = write_grade(replace(made, learner=name, counterexample=shown))
    except Undefined as error:
        said = str(error)
    print(json.dumps(said), flush=True)  # noqa: T201
    os._exit(0)  # so that nothing is said after that
