"""A progress bar on standard error, for work that takes more than two seconds."""

import sys
from collections.abc import Sized
from threading import Event, Thread
from typing import ClassVar, Self

from proofs.exact.errors import one_line

QUIET_SECONDS = 2.0
"""Seconds before anything is shown."""

LONGEST_TASK = 3600.0
"""Seconds: over a shorter time there may be nothing done by which to estimate the rest."""


class Bar:
    """Counts towards its attribute ``total`` (``None``: unknown) by ``done``; shows itself from a thread of its own,
    after two seconds, if standard error is a terminal. The members of ``under_way`` also count as done.

    >>> with Bar("playing", 10) as bar:
    ...     bar.done = 5
    """  # noqa: D205 - one sentence

    silent: ClassVar[bool] = False
    """Whether no bar shows itself, by --quiet."""

    def __init__(self, what: str, total: int | None) -> None:
        self.done, self.total = 0, total
        self.under_way: Sized = ()
        self._what = one_line(what)
        self._over = Event()
        wanted = sys.stderr and sys.stderr.isatty() and not self.silent
        self._thread = Thread(target=self._show, daemon=True) if wanted else None

    def advance_to(self, done: int) -> None:
        """Say how much is done."""
        self.done = done

    def begin(self, done: int, total: int) -> None:
        """Say how much was done before, and how much there is to do."""
        self.done, self.total = done, total

    def follow(self, done: int, total: int, name: str) -> None:
        """Say how far a run is, as its engine tells; ``name`` is what was done last."""
        self.begin(done, total)
        self._what = one_line(name) or self._what

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
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        what, counts = TextColumn("{task.description}", markup=False), (MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        with Progress(what, console=console, transient=True, speed_estimate_period=LONGEST_TASK) as progress:
            task = progress.add_task(self._what, total=self.total, completed=self._all_done())
            while not self._over.wait(0.1):
                progress.columns = (what, BarColumn(), *(counts if self.total else (TimeElapsedColumn(),)))
                progress.update(task, description=self._what, total=self.total, completed=self._all_done())

    def _all_done(self) -> int:
        return self.done + len(self.under_way)
