"""The times of a process: computing, sleeping, or waiting for a processor.

Waiting says nothing about the process, so limits that judge a player count the first two. If the system does not tell
sleeping from waiting (Linux does), all such time counts as sleep, and a grade judges no learner by it.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from learners.protocol import Limit
from proofs.exact.errors import counted


class CutShort(Exception):  # noqa: N818 - no error: what comes after it is unknown, and said to be
    """A grader's game was cut short without a fault of the learner, and is unknown. The message is the reason.

    The budget of seconds ran out, the process could not be started or was killed, or a call that took too long or slept
    once did not do so again. What is cut short is never compared or counted; only the rounds before may be a violation.

    ``limit`` is the limit that was reached, if it was one.
    """

    def __init__(self, reason: str = "", limit: Limit = "") -> None:
        self.limit = limit
        super().__init__(reason)


class NotStarted(CutShort):
    """A process could not be started before any code of the learner ran, so the learner is not at fault."""


class Times(NamedTuple):
    """Seconds of wall time, of computing, of waiting for a processor, and of computing in all threads."""

    wall: float
    cpu: float
    waited: float
    all_cpu: float

    def since(self, earlier: "Times") -> "Times":
        """Return the times spent since an earlier moment."""
        return Times(*(now - then for now, then in zip(self, earlier, strict=True)))

    @property
    def asleep(self) -> float:
        """Seconds that were neither spent computing nor waiting for a processor."""
        return max(self.wall - self.cpu - self.waited, 0.0)


class Clock:
    """Reads the times of a process, or, if it is ``nested``, of the one that it and its only children lead to.

    They are those of its first thread: of others there may be as many at a time as there are processors.
    """

    def __init__(self, pid: int, *, nested: bool = False) -> None:
        self._pid, self._nested = pid, nested
        self._cpu = self._waited = self._all_cpu = 0.0  # when it was read last; one that has ended cannot be asked

    @property
    def process(self) -> int:
        """Its number, as it is here."""
        return _innermost(self._pid) if self._nested else self._pid

    def read(self) -> Times:
        """Return its times so far."""
        process = self.process
        cpu, waited = _scheduled(str(process))
        self._cpu, self._waited = max(self._cpu, cpu), max(self._waited, waited)
        with suppress(OSError, ValueError):
            ticks = sum(map(int, _stat(Path("/proc", str(process)))[11:13]))
            self._all_cpu = max(self._all_cpu, ticks / os.sysconf("SC_CLK_TCK"))
        return Times(time.monotonic(), self._cpu, self._waited, self._all_cpu)

    def asleep(self) -> bool:
        """Tell whether each of its threads sleeps now, or is stopped: none waits for a processor or a disk.

        Where the system does not tell, or it has started other processes, which may compute for it, none does.
        """
        states = set[str]()
        with suppress(OSError):
            for task in Path(f"/proc/{self.process}/task").iterdir():
                states.add("it waits" if (task / "children").read_text() else _stat(task)[0])
            return bool(states) and states <= {"S", "T"} and self._cpu > 0
        return False


def _stat(process: Path) -> list[str]:
    """Return what Linux says of a process or thread, from its state on."""
    return (process / "stat").read_text().rpartition(") ")[2].split()


def _innermost(pid: int) -> int:
    """Follow only children: a sandbox's own processes have the player for theirs."""
    with suppress(OSError, ValueError):
        while True:
            (pid,) = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return pid


def _scheduled(process: str) -> tuple[float, float]:
    """Return how long the first thread of a process, or a thread, has run, and how long it was ready to and did not.

    Only Linux tells; elsewhere both are 0.
    """
    try:
        ran, waited, *_ = Path(f"/proc/{process}/schedstat").read_text().split()
        return int(ran) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


NO_TIME_LEFT = "the time did not suffice"

SLOW = 0.5
"""Seconds from which on a call is mentioned where the time did not suffice."""


class Stopwatch:
    """A budget of seconds for this thread and the processes that it plays with, which take turns.

    What any of them waits for a processor does not count, so that a busy machine does not shorten the budget. In slow
    calls alone it does: they are not to keep a busy machine for long.

    Attributes:
        slow: the slow calls so far, and the seconds that each took.
        ends: when the budget ends at the earliest: what is waited from now on will extend it.

    """

    def __init__(self, seconds: float) -> None:
        self._clocks = list[Clock]()
        self.slow: list[tuple[str, float]] = []
        self._began, self._computed = time.monotonic(), time.thread_time()
        self._gone = -_scheduled("thread-self")[1]  # and then what those waited who have ended
        self.ends = self._least = self._began + seconds
        self._paused: float | None = None

    def add(self, clock: Clock) -> None:
        """Count a process that has just been started."""
        self._clocks.append(clock)

    def remove(self, clock: Clock) -> None:
        """Stop counting a process that is about to end."""
        if clock in self._clocks:
            self._clocks.remove(clock)
            self._gone += clock.read().waited

    def note(self, call: str, spent: Times) -> None:
        """Remember a call if it was slow, that is, if it computed or slept for ``SLOW`` seconds or more."""
        if (took := spent.cpu + spent.asleep) >= SLOW:
            self.slow.append((call, took))
            self._gone -= spent.waited
            self.ends = self._least

    def extend(self, seconds: float) -> None:
        """Extend the budget to at least this many remaining seconds."""
        self._least += max(seconds - self.left, 0.0)
        self.ends = max(self.ends, self._least)

    def pause(self) -> None:
        """Stop until ``resume``, while other processes have their turn."""
        self._paused = time.monotonic()

    def resume(self) -> None:
        """Continue after a pause. Waiting during the pause also counts as waiting, in the learner's favor."""
        if self._paused is not None:
            pause, self._paused = time.monotonic() - self._paused, None
            self._least += pause
            self.ends += pause

    @property
    def left(self) -> float:
        """How many seconds are left."""
        left = self.ends - time.monotonic()
        if left > 0:  # to ask the system takes time, so it is not asked before
            return left
        self.ends = self._least + self._waited()
        return max(self.ends - time.monotonic(), 0.0)

    @property
    def spent(self) -> float:
        """How many seconds have been spent, pauses among them."""
        return time.monotonic() - self._began - self._waited()

    def _waited(self) -> float:
        """Return how long the threads have waited for a processor so far, less what this thread computed meanwhile."""
        waited = self._gone + _scheduled("thread-self")[1] + sum(clock.read().waited for clock in self._clocks)
        return min(max(waited, 0.0), time.monotonic() - self._began - (time.thread_time() - self._computed))

    def check(self) -> None:
        """Raise CutShort if nothing is left."""
        if not self.left:
            raise self.over()

    def over(self) -> CutShort:
        """Return the error for an exhausted budget, which names the slow calls."""
        if not self.slow:
            return CutShort(NO_TIME_LEFT, limit="game")
        call, longest = max(self.slow, key=lambda slow: slow[1])
        took = sum([took for _, took in self.slow])
        calls = counted(len(self.slow), "slow call")
        return CutShort(f"{NO_TIME_LEFT} ({calls} took {took:.1f} s, {call} up to {longest:.2f} s)", limit="game")
