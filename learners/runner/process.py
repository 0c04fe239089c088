"""Helpers for all processes of this program: the place of its packages, their end, and a limit on their memory."""

import ctypes
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that this program's own packages are in."""

PACKAGES = ("adversary", "learners", "proofs")


def end_with_parent() -> None:
    """Have the system end this process when the one that started it ends."""
    with suppress(Exception):  # Linux only: PR_SET_PDEATHSIG is 1
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class MemoryGroup:
    """A control group of Linux that limits all memory that a process holds, also what its own limit does not count.

    Attributes:
        place: its folder, or ``None`` where no group can be had: that needs root, or rights that root has given.

    """

    def __init__(self, process: int, most: int) -> None:
        """Move a process there, which has begun; ``most`` are bytes."""
        self.place: Path | None = None
        for around, limit, swap, swapped in _places(str(most)):
            self.place = around / f"adversary-{process}"
            for old in around.glob("adversary-*"):  # of graders that were killed
                with suppress(OSError):
                    if not Path("/proc", old.name.removeprefix("adversary-")).exists():
                        old.rmdir()
            try:
                self.place.mkdir()
                (self.place / limit).write_text(str(most))
                with suppress(OSError):  # there may be no swap, and then no such file
                    (self.place / swap).write_text(swapped)
                (self.place / "cgroup.procs").write_text(str(process))
            except OSError:
                self.close()
            else:
                return

    @property
    def exceeded(self) -> bool:
        """Whether the system has ended a process because the group reached its limit."""
        for name in ("memory.events", "memory.oom_control"):
            with suppress(OSError, TypeError):
                lines = Path(self.place or "", name).read_text().splitlines()
                return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in lines)
        return False

    def close(self) -> None:
        """Remove the group, whose process has been killed: it may take a moment to end."""
        place, self.place = self.place, None
        for _ in range(ENDING):
            if place is None or not place.exists():
                break
            with suppress(OSError):
                place.rmdir()
                break
            time.sleep(0.01)


ENDING = 100
"""How often it is tried to remove a group, each a hundredth of a second after the other."""


def _places(most: str) -> Iterator[tuple[Path, str, str, str]]:
    """Yield the folders in which a group may be made, the file of its limit, and that of its limit on swap, with this.

    The second version of control groups (without kinds) lets ours have no others in it: they are made beside it.
    """
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, kinds, own = line.split(":", 2)
            if not kinds:
                yield Path(f"/sys/fs/cgroup{own}").parent, "memory.max", "memory.swap.max", "0"
            elif "memory" in kinds.split(","):
                place = Path(f"/sys/fs/cgroup/memory{own}")
                yield place, "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", most
