"""A progress bar on standard error, for whatever takes more than two seconds."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 2.0
"""Seconds before anything is shown."""


class Bar:
    """Counts towards ``total`` (``None``: unknown); shows nothing for two seconds, or where no one is watching.

    >>> with Bar("playing", 10) as bar:
    ...     bar(5)
    """

    def __init__(self, what: str, total: int | None) -> None:
        self._what, self._total = what, total
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int) -> None:
        """Say how much is done."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done)
        elif time.monotonic() - self._started > PATIENCE and sys.stderr.isatty():
            self._show()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task(self._what, total=self._total)
        self._progress.start()
