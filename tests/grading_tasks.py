"""Graders that something happens to, as tasks: processes import this module by its name."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adversary.grading.folder import grade_one


def descendants(pid: int) -> set[int]:
    """Return the processes below one, by the system's own word."""
    parents = {}
    for stat in Path("/proc").glob("[1-9]*/stat"):
        try:
            state, parent = stat.read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(stat.parent.name)] = int(parent)
    found, size = {pid}, 0
    while len(found) > size:
        size = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found - {pid}


def is_learner(pid: int) -> bool:
    try:
        return b"\0-u\0-P\0-\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def learners_of(pid: int) -> set[int]:
    """Return the processes of learners, and of what is around them, below one."""
    return {one for one in descendants(pid) if is_learner(one)}


def note(asked: dict[str, Any], found: set[int]) -> None:
    with Path(asked["notes"]).open("a") as file:
        file.write("".join(f"{pid}\n" for pid in found))


def _meanwhile(asked: dict[str, Any], what: Callable[[], None]) -> dict[str, Any]:
    """Grade; as soon as there is a learner's process, note it, and something happens to the grader."""

    def watch() -> None:
        while not (found := learners_of(os.getpid())):
            time.sleep(0.02)
        note(asked, found | {os.getpid()})
        what()

    threading.Thread(target=watch, daemon=True).start()
    return grade_one(asked)


def killed(asked: dict[str, Any]) -> dict[str, Any]:
    if asked["name"] != "b.py":
        return grade_one(asked)
    return _meanwhile(asked, lambda: os.kill(os.getpid(), signal.SIGKILL))


def stopped(asked: dict[str, Any]) -> dict[str, Any]:
    return _meanwhile(asked, lambda: os.kill(os.getpid(), signal.SIGSTOP))


def slow(asked: dict[str, Any]) -> dict[str, Any]:
    return _meanwhile(asked, lambda: None)


def failing(asked: dict[str, Any]) -> dict[str, Any]:
    raise OSError(f"in {asked['visible']}")


def leaving(_: dict[str, Any]) -> dict[str, Any]:
    raise SystemExit(3)
