"""Processes of this machine: what a test has started, and whether it is over."""

import time
from typing import Any

import psutil  # type: ignore[import-untyped]


def alive(process: Any) -> bool:
    """Tell whether a process is more than an entry that its parent has not read."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def children(part: str = "") -> list[Any]:
    """Return the processes that this one has started, however deep, with this in their command line.

    Python's tracker of locks is not among them.
    """
    found = list[Any]()
    for child in psutil.Process().children(recursive=True):
        try:
            command = " ".join(child.cmdline())
        except psutil.Error:  # it has just ended
            continue
        if part in command and "resource_tracker" not in command and alive(child):
            found.append(child)
    return found


def marked(name: str, value: str) -> list[Any]:
    """Return the processes that have this in their environment, whoever their parent is now."""
    found = list[Any]()
    for process in psutil.process_iter():
        try:
            if process.environ().get(name) == value and alive(process):
                found.append(process)
        except psutil.Error:
            continue
    return found


def require_end(name: str, value: str, seconds: float = 120) -> None:
    """Wait until no process has this in its environment."""
    until = time.monotonic() + seconds
    while processes := marked(name, value):
        assert time.monotonic() < until, processes
        time.sleep(0.1)


def require_end_of(pid: int, seconds: float = 120) -> None:
    """Wait until a process has ended."""
    until = time.monotonic() + seconds
    try:
        process = psutil.Process(pid)
    except psutil.NoSuchProcess:
        return
    while alive(process):
        assert time.monotonic() < until, pid
        time.sleep(0.05)


PIPES = """
import sys
def pipe(name):
    frame = sys._getframe()
    while name not in frame.f_locals: frame = frame.f_back
    return frame.f_locals[name]
"""
"""How a learner's code finds the worker's pipes, "requests" and "answers", by their numbers: they are on the stack."""
