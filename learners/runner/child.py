"""A child process with a pipe for requests, a pipe for answers, and time limits on the answers."""

import atexit
import codecs
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from fcntl import ioctl
from termios import FIONREAD
from threading import Thread
from typing import IO, TYPE_CHECKING, NamedTuple

from learners.protocol import PRINTED, Fault
from learners.runner.clock import SLOW, Clock, CutShort, Stopwatch, Times
from learners.runner.process import ROOT, MemoryGroup

if TYPE_CHECKING:
    from learners.runner.isolation import Sandbox

MAX_ANSWER = 1 << 20
"""Bytes of an answer; a player that sends more has lost its mind, or wants ours."""

MAX_OUTPUT = 1 << 16
"""Bytes that are kept of what a player prints in a sandbox."""

MAX_PRINTED = 1 << 28
"""Bytes of output after which a player in a sandbox is ended."""

MUCH_PRINTED = 1 << 14
"""Bytes of output that may fill a pipe."""

LOADING, HANDSHAKE = "loading the learner", "the handshake"
"""What is no call of a player's: it may well be slow."""

LOADING_SECONDS = 30.0
"""How long a player may take to start: it may import a large library."""

GRADED_LOADING_SECONDS = 10.0
"""How long a submission may take to start: less than in a game, for a grader has many."""


def python_command(statements: str) -> list[str]:
    """Return the command that runs statements in this Python, with our packages but not the caller's folder."""
    return [sys.executable, "-P", "-c", with_packages(statements)]


def with_packages(statements: str) -> str:
    """Return statements, preceded by those that make our packages importable.

    Ours go to the front of the path only where they are not on it: site-packages must not hide the standard library.
    """
    root = str(ROOT)
    return f"import sys\nif {root!r} not in sys.path:\n    sys.path.insert(0, {root!r})\n{statements}\n"


def _relay(printed: IO[bytes]) -> None:
    """Copy a process's output to standard error, line by line, with control characters made visible."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    with printed, suppress(OSError):  # the reader may have ended
        while data := os.read(printed.fileno(), 1 << 16):
            waiting = memoryview(inert(decoder.decode(data)).encode())
            while waiting:
                waiting = waiting[os.write(2, waiting) :]


def inert(text: str) -> str:
    """Return a text of lines in which control characters are replaced by visible escapes."""
    return "".join([c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text])


CLOCK_ERROR = 0.1
"""Seconds by which the times of a process may be outdated when a call begins; so much is added to limits."""

SLEEP_FACTOR = 3
"""How many times its limit a call may sleep in a grade."""

MAX_ENDING = 10
"""Seconds in which a process ends that has closed its pipes, on a busy machine."""

LOOKING_AGAIN = 0.5
"""Seconds after which a call is looked at again that has slept long enough, but does something now."""


class Limits(NamedTuple):
    """How long a player may take, in seconds: a call (computing, or asleep), and all its calls together.

    To wait for a processor is neither, and between its calls no time counts, but in a grade, where only computing is
    held against a player.
    """

    call: float = 5.0
    game: float = 3600.0


LIMITS = Limits()
"""Those of a game, unless told otherwise."""


class Child:
    """A running player. ``stdio`` says that it talks by its standard input and output; otherwise the numbers of its
    two pipes are its last arguments, and what it prints goes to standard error, inert, or, in a
    ``sandbox``, into ``output``, cut at ``MAX_OUTPUT`` bytes. ``passed`` are other pipes that it is to have.
    ``text`` is a program that the command, a Python, reads from its standard input: it defines ``main``, which is
    called with the numbers, and these are no arguments then.
    ``budget`` is that of the grader whom it plays for, if there is one: it runs out without a fault of the player's.
    ``player`` is what faults call it.

    Raises:
        OSError: the command cannot be run.

    """  # noqa: D205 - one sentence

    def __init__(  # noqa: PLR0913 - what runs, for how long, and what it is given
        self,
        command: list[str],
        limits: Limits,
        hash_seed: int,
        *,
        stdio: bool,
        text: str = "",
        sandbox: "Sandbox | None" = None,
        budget: Stopwatch | None = None,
        passed: tuple[int, ...] = (),
        player: str = "the learner",
    ) -> None:
        self.output, self._printed, self._printed_before, self._player = b"", 0, 0, player
        self._budget = budget or Stopwatch(limits.game)
        self._limits, self._graded, self._stdio = limits, budget is not None, stdio
        self._received = b""
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        os.set_blocking(self._requests, False)
        numbers = () if stdio or text else (str(requests), str(answers))
        self._writable, self._readable = select.poll(), select.poll()
        self._writable.register(self._requests, select.POLLOUT)
        self._readable.register(self._answers, select.POLLIN)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the user has named, or this very interpreter
                [*(sandbox.prefix if sandbox else ()), *command, *numbers],
                stdin=requests if stdio else subprocess.PIPE if text else subprocess.DEVNULL,
                stdout=answers if stdio else subprocess.PIPE,
                stderr=subprocess.PIPE if stdio else subprocess.STDOUT,
                pass_fds=() if stdio else (requests, answers, *passed),
                env={**(sandbox.environment if sandbox else os.environ), "PYTHONHASHSEED": str(hash_seed)},
                start_new_session=True,
            )
        except OSError:
            os.close(self._requests)
            os.close(self._answers)
            raise
        finally:
            os.close(requests)
            os.close(answers)
        _running[self._process] = os.getpid()
        if self._process.stdin:
            with suppress(BrokenPipeError), self._process.stdin as pipe:  # it may have ended
                pipe.write(f"{text}main({requests}, {answers})\n".encode())
        self._restricted = bool(sandbox and sandbox.plan)
        self._nested = bool(sandbox and sandbox.prefix)
        self._group: MemoryGroup | None = None
        self._clock = Clock(self._process.pid, nested=self._nested)
        self._budget.add(self._clock)
        self._seen = self._clock.read()
        printed = self._process.stderr if stdio else self._process.stdout
        self._reader = Thread(target=self._keep if sandbox else _relay, args=(printed,), daemon=True)
        try:
            self._reader.start()
        except RuntimeError:  # there may be no more threads
            if printed:
                printed.close()
            self.close()
            raise OSError("no thread can be started") from None

    def _keep(self, printed: IO[bytes]) -> None:
        """Read all output so that the process never blocks, and keep its beginning."""
        with printed:
            while data := os.read(printed.fileno(), 1 << 16):
                self.output += data[: MAX_OUTPUT - len(self.output)]
                self._printed += len(data)
                if self._printed > MAX_PRINTED:
                    self._process.kill()

    def limit_memory(self, most: int) -> None:
        """Limit to so many bytes all that the player holds from now on, where the system has control groups for us."""
        self._group = MemoryGroup(self._clock.process, most)

    def begin(self) -> Times:
        """Return the start times of a call, which may be slightly old."""
        if time.monotonic() - self._seen.wall > CLOCK_ERROR:
            self._seen = self._clock.read()
        return self._seen

    def ask(self, call: str, request: bytes, seconds: float, began: Times | None = None) -> bytes:
        """Send a line and return the next line of the answer; ``call`` names the call in faults.

        The call has begun now, if not before. Only a program of its own may say more than it was asked.

        Raises:
            Fault: the player has computed for more than so many seconds, has slept so long (in a grade
                ``SLEEP_FACTOR`` times), has ended, sends too much, or has sent something before.
            CutShort: in a grade: there is no time left, or it was killed.

        """
        if not self._graded:  # a grader's budget is for all of its processes
            self._budget.resume()
        began = began or self.begin()
        if not self._stdio and (self._received or any(events & select.POLLIN for _, events in self._readable.poll(0))):
            raise Fault("illegal label", f"{call} was answered before it was asked")
        self._send(request + b"\n", call, seconds, began)
        return self.hear(call, seconds, began)

    def tell(self, request: bytes) -> None:
        """Send a line that has no answer; ignore a closed pipe."""
        with suppress(OSError):
            os.write(self._requests, request + b"\n")

    def hear(self, call: str, seconds: float, began: Times | None = None) -> bytes:
        """Return the next line of a call's answer. Raises as ``ask``."""
        if not self._graded:
            self._budget.resume()
        began = began or self.begin()
        quick = min(began.wall + min(seconds, CLOCK_ERROR), self._budget.ends)  # no limit can be reached before
        while b"\n" not in self._received:
            while not self._readable.poll(
                1000 * (max(quick - time.monotonic(), 0) or self._left(call, seconds, began))
            ):
                pass
            data = os.read(self._answers, 1 << 16)
            if not data:
                raise self._ended(call)
            self._received += data
            if len(self._received) > MAX_ANSWER:
                raise Fault("illegal label", f"{call} was answered with more than {MAX_ANSWER:,} bytes")
        if time.monotonic() >= quick:
            self._left(call, seconds, began)  # a player may also talk for ever
            self._note(call, began)
        line, _, self._received = self._received.partition(b"\n")
        if not self._graded:
            self._budget.pause()
        return line

    def close(self, grace: float = 0.0) -> None:
        """Kill the process and its session, after some seconds in which it may end by itself.

        Closing twice does no harm.
        """
        if self._requests < 0:
            return
        self._budget.remove(self._clock)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=grace)
        _kill(self._process)
        self._process.wait()
        if self._group:
            self._group.close()
        if self._reader.ident:  # it was started
            self._reader.join(timeout=1)  # longer only where a process has fled from the session with the pipe
        for pipe in (self._requests, self._answers):
            os.close(pipe)
        self._requests = self._answers = -1

    def _send(self, data: bytes, call: str, seconds: float, began: Times) -> None:
        waiting = memoryview(data)
        while waiting:
            try:
                waiting = waiting[os.write(self._requests, waiting) :]
            except BlockingIOError:  # the pipe is full
                self._writable.poll(self._left(call, seconds, began) * 1000)
            except BrokenPipeError:
                raise self._ended(call) from None

    def _left(self, call: str, seconds: float, began: Times) -> float:
        """Return for how many seconds no limit can be reached. Raises Fault or CutShort if one is reached."""
        if not (left := self._budget.left):
            if self._graded:
                self._note(call, began)
                raise self._budget.over()
            raise Fault("timeout", f"the game took more than {self._limits.game:g} s", call, limit="game")
        if (elapsed := time.monotonic() - began.wall) < seconds:  # the system need not be asked
            return min(seconds - elapsed, left)
        spent = self._clock.read().since(began)
        if spent.cpu > seconds + CLOCK_ERROR:
            raise Fault(
                "timeout",
                f"{call} gave no answer within {seconds:g} s of CPU time",
                call,
                limit="call",
                seconds=seconds,
            )
        if self._graded:
            return min(self._patience(call, seconds, spent), left)
        if spent.asleep > seconds + CLOCK_ERROR:
            raise Fault(
                "timeout",
                f"{call} gave no answer within {seconds:g} s of wall time",
                call,
                limit="call",
                seconds=seconds,
            )
        return max(min(seconds - spent.cpu, seconds - spent.asleep, left), 0) + CLOCK_ERROR

    def _patience(self, call: str, seconds: float, spent: Times) -> float:
        """Return how long a grader can wait. Raises Fault if the player sleeps or its threads compute too long.

        The first thread may sleep while others compute for it: they are never blamed for waiting for a processor.
        """
        most_asleep = min(SLEEP_FACTOR * seconds, max(SLEEP_FACTOR * self._limits.call, seconds))
        if spent.all_cpu > most_asleep + CLOCK_ERROR:  # the cores of a machine decide nothing
            within = f"within {most_asleep:g} s of CPU time of all its threads"
            raise Fault("timeout", f"{call} gave no answer {within}", call, limit="call", seconds=most_asleep)
        if spent.asleep > most_asleep + CLOCK_ERROR:
            if self._clock.asleep() and not self._prints_much():
                slept = f"{call} slept for {most_asleep:g} s; remove the sleep, or what it waits for"
                raise Fault("timeout", slept, call, limit="sleep", seconds=most_asleep)
            return LOOKING_AGAIN
        return max(min(seconds - spent.cpu, most_asleep - spent.asleep), 0) + CLOCK_ERROR

    def _prints_much(self) -> bool:
        """Tell whether it may be asleep until we make room in its pipe: much was printed since this was last asked."""
        unread = 0
        with suppress(OSError, ValueError):  # the pipe may be closed
            pipe = self._process.stdout or self._process.stderr
            unread = int.from_bytes(ioctl(pipe, FIONREAD, bytes(4)), sys.byteorder) if pipe else 0
        before, self._printed_before = self._printed_before, self._printed
        return unread + self._printed - before >= MUCH_PRINTED

    def _note(self, call: str, began: Times) -> None:
        """Record the duration of a slow call for the report."""
        if self._graded and call not in (LOADING, HANDSHAKE) and time.monotonic() - began.wall >= SLOW:
            self._budget.note(call, self._clock.read().since(began))

    def _ended(self, call: str) -> Fault:
        """Return the fault that the end of the answers means. Raises CutShort if the process was killed from outside.

        A process in the sandbox cannot kill itself, nor end with an exit code that bubblewrap has for one that was
        killed: the kernel then ends it by SIGSYS.
        """
        code = None
        for _ in range(MAX_ENDING):
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(timeout=1)
            if code is not None or self._clock.asleep():
                break
        if code is None:
            return Fault("exited", f"{self._player}'s process closed its pipes during {call}")
        if self._printed > MAX_PRINTED:
            printed = f"{self._player} {PRINTED} {MAX_PRINTED:,} bytes during {call}"
            return Fault("exited", printed, call, limit="output")
        if self._group and self._group.exceeded:
            held = f"{self._player}'s process was ended during {call}: it held too much memory"
            return Fault("exited", held, call, limit="memory")
        if self._graded and (code == -signal.SIGKILL or (self._nested and code == 128 + signal.SIGKILL)):
            killed = f"the learner's process was killed during {call}; there may be too little memory"
            raise CutShort(killed, limit="memory")
        if self._restricted and (code == -signal.SIGSYS or (self._nested and code == 128 + signal.SIGSYS)):
            why = "it tried to end as if it had been killed, as os._exit(137) does, or made a forbidden system call"
            return Fault("exited", f"the sandbox ended {self._player}'s process during {call}: {why}")
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return Fault("exited", f"{self._player}'s process {how} during {call}")


_running: dict[subprocess.Popen[bytes], int] = {}
"""The processes that nobody has closed, and who has started them: others may be copies of that one."""


def _kill(process: subprocess.Popen[bytes]) -> None:
    _running.pop(process, None)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@atexit.register
def _kill_all() -> None:
    """End what a signal has kept from being closed: it would live on until it has read that nobody asks it anymore."""
    for process in [process for process, home in _running.items() if home == os.getpid()]:
        _kill(process)
