"""A player in a process of its own, asked over pipes, with a time limit on every call."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from learners.protocol import Fault, Label
from learners.sources import Source
from proofs.errors import InputError
from proofs.rationals import write_rational
from proofs.settings import Halfspaces
from proofs.trace import write_point
from proofs.vectors import Vector

LOADING_SECONDS = 60.0
"""How long a learner's file may take to be imported: it may import a large library."""

_ROOT = str(Path(__file__).resolve().parent.parent)
_START = """import sys
if {root!r} not in sys.path:
    sys.path.insert(0, {root!r})
from learners.worker import main
main()"""


class ProcessPlayer:
    """A learner that runs in its own Python process; ``time_limit`` is in seconds a call.

    Raises:
        InputError: the learner cannot be loaded.
        Fault: its constructor failed, or the process hangs or ends while loading.

    """

    def __init__(self, source: Source, setting: Halfspaces, time_limit: float, hash_seed: int) -> None:
        self._time_limit = time_limit
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        os.set_blocking(self._requests, False)
        self._process = subprocess.Popen(  # noqa: S603 - this very interpreter, with arguments of ours
            [sys.executable, "-P", "-c", _START.format(root=_ROOT), str(requests), str(answers)],
            pass_fds=(requests, answers),
            stdin=subprocess.DEVNULL,
            stdout=2,  # what the learner prints is no answer of ours
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
            start_new_session=True,
        )
        os.close(requests)
        os.close(answers)
        self._decode = msgspec.json.Decoder(dict[str, Any]).decode
        place = source.kind, source.text, source.payload, sys.path if source.kind == "object" else []
        game = setting.dimension, write_rational(setting.margin_squared), setting.unit_norm
        try:
            self._ask("load", msgspec.json.encode((*place, *game)), max(LOADING_SECONDS, time_limit))
        except BaseException:
            self.close()
            raise

    def predict(self, x: Vector) -> Label:
        """Return the learner's label for x."""
        return self._labels(
            self._ask("predict", msgspec.json.encode(("predict", [(write_point(x), 0)])), self._time_limit)
        )[0]

    def update(self, x: Vector, y: Label) -> None:
        """Tell the learner the label of x."""
        self._ask("update", msgspec.json.encode(("update", [(write_point(x), y)])), self._time_limit)

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Label]:
        """Play recorded rounds, (point as JSON text, label), many at a time, and yield the learner's predictions."""
        pending, size = iter(rounds), 1
        while window := list(islice(pending, size)):
            started = time.monotonic()
            request = b'["round",[%b]]' % b",".join([b"[%b,%d]" % entry for entry in window])
            answer = self._ask("round", request, 2 * self._time_limit, whole=False)
            yield from self._labels(answer)
            if "fault" in answer:
                raise Fault(*answer["fault"])
            # Many at a time save messages, few keep to the time limit: a window should take a small part of it.
            seconds = time.monotonic() - started
            size = min(2 * size, 1024) if seconds < self._time_limit / 50 else max(size // 2, 1)

    def close(self) -> None:
        """Kill the process and all that it has started in its session."""
        for pipe in (self._requests, self._answers):
            try:
                os.close(pipe)
            except OSError:  # closed before
                return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _ask(self, call: str, request: bytes, seconds: float, *, whole: bool = True) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        self._send(request + b"\n", deadline, seconds, call)
        answer = self._receive(deadline, seconds, call)
        if "unusable" in answer:
            raise InputError(str(answer["unusable"]))
        if "fault" in answer and whole:
            raise Fault(*answer["fault"])
        return answer

    def _labels(self, answer: dict[str, Any]) -> list[Label]:
        labels = answer.get("labels")
        if isinstance(labels, list) and all(type(label) is int and label in (1, -1) for label in labels):
            return labels
        raise Fault("illegal label", "the learner's process sent no label")

    def _send(self, data: bytes, deadline: float, seconds: float, call: str) -> None:
        waiting = memoryview(data)
        while waiting:
            self._wait(self._requests, select.POLLOUT, deadline, seconds, call)
            try:
                waiting = waiting[os.write(self._requests, waiting) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._ended(call) from None

    def _receive(self, deadline: float, seconds: float, call: str) -> dict[str, Any]:
        received = b""
        while not received.endswith(b"\n"):  # one request is under way at a time, so one answer
            self._wait(self._answers, select.POLLIN, deadline, seconds, call)
            if not (data := os.read(self._answers, 1 << 16)):
                raise self._ended(call)
            received += data
        try:
            return self._decode(received)
        except msgspec.MsgspecError:
            raise Fault("illegal label", f"{call} was answered with something that is no answer") from None

    def _wait(self, pipe: int, event: int, deadline: float, seconds: float, call: str) -> None:
        poll = select.poll()
        poll.register(pipe, event)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            what = "loading the learner" if call == "load" else call
            raise Fault("timeout", f"{what} gave no answer within {seconds:g} s")

    def _ended(self, call: str) -> Fault:
        self._process.wait()
        code = self._process.returncode
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return Fault("exited", f"the learner's process {how} during {call}")
