"""A limit on what is only tried: another way to call a program, or what a script does besides."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


AGAIN_SECONDS = 0.1
"""After which it is said again: an exception is lost that comes while Python collects garbage."""


class TooLongError(Exception):
    """What is tried takes too long, and is given up."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """End what takes more seconds of computing, in the main thread. Raises TooLongError."""

    def stop(*_: object) -> None:
        raise TooLongError(f"it computes for more than {seconds:g} s")

    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
