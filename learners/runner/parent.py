"""A process that is not to outlive the one that started it."""

import ctypes
import signal
from contextlib import suppress


def end_with_parent() -> None:
    """Have the system end this process when the one that started it ends."""
    with suppress(Exception):  # Linux only: PR_SET_PDEATHSIG is 1
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
