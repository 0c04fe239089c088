"""Runs of many tasks: what is said while they go on, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from adversary.cli.terminal import print_line
from adversary.tasks.where import ClusterLost
from proofs.exact.errors import counted


@contextmanager
def shown_run(what: str, keep: Path | None, noun: str = "result") -> Iterator[Callable[[int, int, str], None]]:
    """Show how far a run is; yield what ``adversary.tasks.engine.run`` takes as its ``progress``.

    Args:
        what: is under way, as in "playing".
        keep: the file of the run's ``Store``, or ``None`` if nothing is kept.
        noun: what a result is called, as in "game": how many of an earlier run there are is said, and, when Ctrl-C,
            SIGTERM or the loss of a cluster end the run, that the same command goes on from there.

    """
    from adversary.progress import Bar

    with Bar(what if keep is None or not keep.exists() else "checking what is stored", None) as bar:

        def progress(done: int, total: int, name: str) -> None:
            if name:
                bar.advance_to(done)
                bar.rename(f"{what} {name}")
                return
            bar.begin(done, total)
            bar.rename(what)
            if done and keep is not None:
                print_line(f"adversary: {counted(done, noun)} of an earlier run taken from {keep}")

        with resumable(keep, noun):
            yield progress


@contextmanager
def resumable(keep: Path | None, noun: str = "result") -> Iterator[None]:
    """Say where it goes on, if Ctrl-C, SIGTERM or the loss of a cluster end what is done with a run's results."""
    try:
        yield
    except BaseException as error:
        ended = isinstance(error, ClusterLost) or not isinstance(error, Exception)  # Ctrl-C, or a signal
        if ended and keep is not None and keep.exists():
            print_line(f"adversary: finished {noun}s are kept in {keep}; the same command goes on from there")
        raise
