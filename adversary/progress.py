"""A progress bar on standard error, for whatever takes more than two seconds."""

import sys
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""Seconds before anything is shown."""


class Bar:
    """Counts towards ``total`` (``None``: unknown); shows nothing for two seconds, nor where no one is watching.

    >>> with Bar("playing", 10) as bar:
    ...     bar(5)
    """

    def __init__(self, what: str, total: int | None) -> None:
        self._what, self._total, self._done = what, total, 0
        self._progress: Progress | None = None
        self._timer = Timer(PATIENCE, self._show)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __call__(self, done: int) -> None:
        """Say how much is done."""
        self._done = done
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._timer.is_alive():  # it may just be showing the bar
            self._timer.join()
        if self._progress is not None:
            self._progress.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        progress.add_task(self._what, total=self._total, completed=self._done)
        progress.start()
        self._progress = progress
