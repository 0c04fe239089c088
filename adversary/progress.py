"""A progress bar on standard error, for work that takes more than two seconds."""

import sys
import time
from collections.abc import Sized
from datetime import timedelta
from threading import Event, Thread
from typing import ClassVar, Self

from proofs.exact.errors import one_line

QUIET_SECONDS = 2.0
"""Seconds before anything is shown."""


class Bar:
    """Counts towards its attribute ``total`` (``None``: unknown) by ``done``; shows itself from a thread of its own,
    after two seconds, if standard error is a terminal. After ``begin`` it also shows a rate. The
    members of ``under_way`` also count as done.

    >>> with Bar("playing", 10) as bar:
    ...     bar.done = 5
    """  # noqa: D205 - one sentence

    silent: ClassVar[bool] = False
    """Whether no bar shows itself, by --quiet."""

    def __init__(self, what: str, total: int | None) -> None:
        self.done, self.total = 0, total
        self.under_way: Sized = ()
        self._began: tuple[int, float] | None = None
        self._what = one_line(what)
        self._over = Event()
        wanted = sys.stderr and sys.stderr.isatty() and not self.silent
        self._thread = Thread(target=self._show, daemon=True) if wanted else None

    def advance_to(self, done: int) -> None:
        """Say how much is done."""
        self.done = done

    def begin(self, done: int, total: int) -> None:
        """Start the rate and the estimate now; the work done before does not count."""
        self.done, self.total, self._began = done, total, (done, time.monotonic())

    def rename(self, what: str) -> None:
        """Set the name of the current stage."""
        self._what = one_line(what)

    def __enter__(self) -> Self:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread:
            self._thread.join()

    def _show(self) -> None:
        if self._over.wait(QUIET_SECONDS):
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            # rich forgets how fast it was after half a minute, and one of these tasks may take longer
            TextColumn("{task.fields[pace]}", markup=False) if self._began else TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(self._what, total=self.total, completed=self._all_done(), pace="")
            while not self._over.wait(0.1):
                pace = self._pace()
                progress.update(task, description=self._what, total=self.total, completed=self._all_done(), pace=pace)

    def _all_done(self) -> int:
        return self.done + len(self.under_way)

    def _pace(self) -> str:
        before, began = self._began or (0, 0.0)
        spent, count = time.monotonic() - began, self.done - before
        return pace(count, spent, (self.total or 0) - self.done) if self._began else ""


def pace(done: int, seconds: float, remaining: int) -> str:
    """Return the rate of the work so far, and the estimated time for the rest, as text.

    >>> pace(50, 4.0, 1000)
    '12.5/s, 0:01:20 left'
    >>> pace(3, 120.0, 6)
    '1.5/min, 0:04:00 left'
    """
    if done <= 0 or seconds <= 0:
        return ""
    rate = done / seconds
    speed = f"{rate:,.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
    return f"{speed}, {timedelta(seconds=round(remaining / rate))} left"
