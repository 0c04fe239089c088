"""A progress bar on standard error, for whatever takes more than two seconds."""

import sys
from threading import Event, Thread
from types import TracebackType
from typing import Self

from proofs.exact.errors import one_line

QUIET_SECONDS = 2.0
"""Seconds before anything is shown."""


class Bar:
    """Counts towards its attribute ``total`` (``None``: unknown) by ``done``; shows itself from a thread of its own,
    after two seconds, where someone is watching.

    >>> with Bar("playing", 10) as bar:
    ...     bar.done = 5
    """  # noqa: D205 - one sentence

    def __init__(self, what: str, total: int | None) -> None:
        self.done, self.total = 0, total
        self._what = one_line(what)
        self._over = Event()
        self._thread = Thread(target=self._show, daemon=True) if sys.stderr and sys.stderr.isatty() else None

    def advance_to(self, done: int) -> None:
        """Say how much is done."""
        self.done = done

    def rename(self, what: str) -> None:
        """Say what is under way now."""
        self._what = one_line(what)

    def __enter__(self) -> Self:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
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
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(self._what, total=self.total, completed=self.done)
            while not self._over.wait(0.1):
                progress.update(task, description=self._what, total=self.total, completed=self.done)
