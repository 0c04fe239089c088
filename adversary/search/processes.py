"""The processes of one learner during a search: their sandbox, their time, and their audit events."""

import math
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from learners.checks.replayer import GAME_SEED
from learners.loading.needs import own_folder
from learners.loading.sources import Source
from learners.runner.child import Limits
from learners.runner.clock import NotStarted, Stopwatch
from learners.runner.isolation import Sandbox, no_sandbox, sandbox, works_now
from learners.runner.runner import Runner
from learners.runner.start import start_runner
from proofs.exact.errors import InputError

SPARE_STARTS = 2  # of a process that did not start
SPARE_SECONDS = 30  # of computing after which the system ends a process, beyond those of a whole search


def folder_of(source: Source) -> list[Path]:
    """Return what a user's own learner may read in a search besides its file: its folder, if it imports from there.

    That is not for a grade, where the submissions of others are in the same folder.
    """
    return [own_folder(source.path)] if source.kind == "file" else []


def check_seconds(seconds: object) -> None:
    """Raise InputError unless these are the seconds of a search: a number above 0."""
    if not (isinstance(seconds, int | float) and 0 < seconds < math.inf):
        raise InputError(f"seconds should be a number above 0, not {seconds!r}")


class Processes:
    """The processes of one learner, with their output and audit events.

    Attributes:
        budget: the time for all of it.
        started: whether a game was played, so that the learner can be loaded.
        in_force: what its sandbox keeps it from, in words. output: what it printed. events: what else it has tried.

    """

    def __init__(
        self,
        source: Source,
        isolation: str,
        visible: Path | None,
        limits: Limits,
        beside: Iterable[str | Path] = (),
    ) -> None:
        if not isinstance(visible, str | Path | None):
            raise InputError(f"visible should be a file or a folder, not {visible!r}")
        self.source, self._copies, self._cpu_seconds = source, ExitStack(), math.ceil(limits.game) + SPARE_SECONDS
        self.budget = Stopwatch(limits.game)
        if source.kind == "program":
            self._around = no_sandbox(isolation, visible, source.text)
        else:
            file = source.path if source.kind == "file" else None
            beside = sys.path if source.kind == "object" else beside
            self._sandbox = partial(sandbox, isolation, visible or file, file, beside=beside)
            self._around = self._surrounded()
        self._start = partial(start_runner, source, limits, budget=self.budget)
        self._runner: Runner | None = None
        self.asks, self.started = frozenset[str](), False
        self.in_force = self._around.in_force
        self.output, self.events = "", list[str]()

    def _surrounded(self) -> Sandbox:
        """Return the sandbox of each process. Its copies are removed at the end or on failure."""
        copies = TemporaryDirectory(prefix="adversary-", ignore_cleanup_errors=True)
        try:
            around = self._sandbox(copies=Path(self._copies.enter_context(copies)))
        except BaseException:
            copies.cleanup()
            raise
        return around._replace(plan={**around.plan, "cpu_seconds": self._cpu_seconds})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._copies:
            self.end()

    @property
    def runner(self) -> Runner:
        """Return the runner of the learners, a new one if there is none. Raises InputError or Fault, as ``Runner``."""
        if self._runner is None:
            self._runner = self._open(GAME_SEED)
            self.in_force, self.asks = self._runner.in_force, self._runner.asks
        return self._runner

    @contextmanager
    def another(self, hash_seed: int) -> Iterator[Runner]:
        """Start one more runner. Raises Fault, as ``Runner``."""
        runner = self._open(hash_seed)
        try:
            yield runner
        finally:
            self.close(runner)

    def close(self, runner: Runner) -> None:
        """End a runner, and keep its output and audit events."""
        self.events += [event for event in runner.audit_events() if event not in self.events]
        runner.close()
        self.output = self.output or runner.output
        if runner.in_force[: len(self._around.in_force)] == self._around.in_force:  # else a weaker one is reported
            self.in_force = max(self.in_force, runner.in_force, key=len)

    def _open(self, hash_seed: int) -> Runner:
        for spare in reversed(range(SPARE_STARTS + 1)):
            seconds = self.budget.left
            try:
                return self._loaded(hash_seed)
            except NotStarted:
                nested = bool(self._around.prefix)
                if nested and not works_now(self._around.prefix[0]):
                    self._go_on_in_plain()
                if nested == bool(self._around.prefix):  # nothing is wrong with bubblewrap
                    self.budget.check()
                    if not spare:
                        raise
            self.budget.extend(seconds)  # to have waited for bubblewrap costs the learner nothing
        return self._loaded(hash_seed)  # bubblewrap stopped working at the last try

    def _loaded(self, hash_seed: int) -> Runner:
        """Start a runner that has loaded the learner's code; keep what that code printed and tried if it fails."""
        runner = self._start(hash_seed, sandbox=self._around, known=self.started)
        try:
            runner.load()
        except NotStarted:
            runner.close()
            raise
        except BaseException:
            self.close(runner)
            raise
        return runner

    def _go_on_in_plain(self) -> None:
        """Continue without bubblewrap, which no longer works. Raises NotStarted if it is required."""
        try:
            self._around = self._surrounded()
        except InputError as error:
            raise NotStarted(str(error)) from None
        words = " ".join(["bubblewrap until it stopped working, then", *self._around.in_force])
        self._around = self._around._replace(in_force=(words,))
        self.in_force = self._around.in_force

    def end(self) -> None:
        """End the process that plays; the next game gets a new one."""
        if self._runner:
            self.close(self._runner)
        self._runner = None
