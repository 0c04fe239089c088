"""Grading a folder: what is said while it goes on, on standard error."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.cli.terminal import print_line
from proofs.exact.errors import counted

if TYPE_CHECKING:
    from adversary.grading.result import Grade
    from adversary.progress import Bar


def grade_all(bar: "Bar", folder: Path, kind: str, keep: Path | None, options: dict[str, Any]) -> "list[Grade]":
    """Grade every submission in a folder; say what an earlier run has left, and what an interrupted one leaves.

    All else is as in ``adversary.grading.folder.grade_folder``.

    Raises:
        InputError: as that.

    """
    from adversary.grading.folder import grade_folder
    from adversary.grading.submissions import submissions

    refused = sum(one.problem is not None for one in submissions(folder))

    def progress(done: int, total: int, name: str) -> None:
        if not name and done > refused:
            print_line(f"adversary: {counted(done - refused, 'grade')} of an earlier run taken from {keep}")
        bar.done, bar.total = done, total
        bar.rename(f"grading {name} as {kind}" if name else f"grading as {kind}")

    try:
        return grade_folder(folder, kind, keep=keep, progress=progress, **options)
    except BaseException as error:
        if keep is not None and keep.exists() and not isinstance(error, Exception):  # Ctrl-C, or a signal
            print_line(f"adversary: finished grades are kept in {keep}; the same command goes on from there")
        raise
