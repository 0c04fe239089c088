"""Runs of many tasks: what is said while they go on, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from adversary.cli.terminal import print_line
from proofs.exact.errors import counted


@contextmanager
def shown_run(what: str, keep: Path | None, noun: str = "result") -> Iterator[Callable[[int, int, str], None]]:
    """Show how far a run is; yield what ``adversary.runs.engine.run`` takes as its ``progress``.

    Args:
        what: is under way, as in "playing".
        keep: the file of the run's ``Store``, or ``None`` if nothing is kept.
        noun: what a result is called, as in "game": how many of an earlier run there are is said, and, when Ctrl-C or
            SIGTERM end the run, that the same command goes on from there.

    """
    from adversary.progress import Bar

    with Bar(what, None) as bar:

        def progress(done: int, total: int, name: str) -> None:
            if name:
                bar.advance_to(done)
                bar.rename(f"{what} {name}")
                return
            bar.begin(done, total)
            if done and keep is not None:
                print_line(f"adversary: {counted(done, noun)} of an earlier run taken from {keep}")

        try:
            yield progress
        except BaseException as error:
            if keep is not None and keep.exists() and not isinstance(error, Exception):  # Ctrl-C, or a signal
                print_line(f"adversary: finished {noun}s are kept in {keep}; the same command goes on from there")
            raise
