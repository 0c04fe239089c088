"""A limit on what is only tried: another way to call a program, or what a script does besides."""

import signal
import time
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

    late, began, words = False, time.thread_time(), f"it computes for more than {seconds:g} s"

    def stop(*_: object) -> None:
        nonlocal late
        if armed and time.thread_time() - began >= seconds:  # the timer counts all threads
            late = True
            raise TooLongError(words)

    if current_thread() is not main_thread():
        yield
        return
    armed = True
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN_SECONDS)
    try:
        try:
            yield
        finally:
            armed = False
        if late:  # it was caught, or lost
            raise TooLongError(words)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
