"""Helpers for all processes of this program: the place of its packages, and an end together with the parent."""

import ctypes
import signal
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that this program's own packages are in."""

PACKAGES = ("adversary", "learners", "proofs")


def end_with_parent() -> None:
    """Have the system end this process when the one that started it ends."""
    with suppress(Exception):  # Linux only: PR_SET_PDEATHSIG is 1
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
