"""A Python learner in a process of its own."""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from learners.child import LOADING_SECONDS, Child, Limits, python_command
from learners.protocol import Fault, Label
from learners.sources import Source
from learners.worker import SIGN_OF_LIFE, Answer
from proofs.errors import InputError
from proofs.rationals import write_rational
from proofs.settings import Halfspaces
from proofs.trace import write_point
from proofs.vectors import Vector

WINDOW = 1024
"""Rounds that a replay sends at a time."""


class ProcessPlayer:
    """A learner that ``learners.worker`` hosts in another Python process.

    Raises:
        InputError: the learner cannot be loaded.
        Fault: its constructor failed, or the process hangs or ends while loading.

    """

    def __init__(self, source: Source, setting: Halfspaces, limits: Limits, hash_seed: int) -> None:
        self._seconds = limits.call
        self._decode = msgspec.json.Decoder(Answer).decode
        self._child = Child(python_command("from learners.worker import main\nmain()"), limits, hash_seed, stdio=False)
        place = source.kind, source.text, source.payload, sys.path if source.kind == "object" else []
        game = setting.dimension, write_rational(setting.margin_squared), setting.unit_norm
        try:
            call, seconds = "loading the learner", max(LOADING_SECONDS, limits.call)
            answer = self._read(call, self._child.ask(call, msgspec.json.encode((*place, *game)), seconds))
            if answer.unusable is not None:
                raise InputError(answer.unusable)
            _complete(call, answer, 0)
        except BaseException:
            self.close()
            raise

    def predict(self, x: Vector) -> Label:
        """Return the learner's label for x."""
        return self._ask("predict", x, 0, 1)[0]

    def update(self, x: Vector, y: Label) -> None:
        """Tell the learner the label of x."""
        self._ask("update", x, y, 0)

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Label]:
        """Play recorded rounds, (point as JSON text, label), many at a time, and yield the learner's predictions."""
        pending = iter(rounds)
        patience = 2 * self._seconds + 10 * SIGN_OF_LIFE  # a round is two calls
        while window := list(islice(pending, WINDOW)):
            request = b'["round",[%b]]' % b",".join([b"[%b,%d]" % entry for entry in window])
            line = self._child.ask("round", request, patience)
            left = len(window)
            while (answer := self._read("round", line)).more:
                left -= len(answer.labels)
                yield from answer.labels
                line = self._child.hear("round", patience)
            yield from answer.labels
            _complete("round", answer, left)

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def _ask(self, call: str, x: Vector, y: int, labels: int) -> list[Label]:
        request = msgspec.json.encode((call, [(write_point(x), y)]))
        answer = self._read(call, self._child.ask(call, request, self._seconds))
        _complete(call, answer, labels)
        return answer.labels

    def _read(self, call: str, line: bytes) -> Answer:
        try:
            return self._decode(line)
        except msgspec.MsgspecError:
            raise Fault("illegal label", f"{call} was answered with something that is no answer") from None


def _complete(call: str, answer: Answer, labels: int) -> None:
    """See that an answer is all that was asked for: the worker shares its process with the learner."""
    if answer.fault is not None:
        raise Fault(*answer.fault)
    if len(answer.labels) != labels or answer.more or answer.unusable is not None:
        raise Fault("illegal label", f"{call} was answered with {len(answer.labels)} labels, not {labels}")
