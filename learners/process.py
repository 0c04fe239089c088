"""A Python learner in a process of its own."""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from learners.child import LOADING_SECONDS, Child, Limits, python_command
from learners.protocol import Fault, Label, Prediction, as_probability
from learners.sources import Source
from learners.worker import SIGN_OF_LIFE, Answer
from proofs.errors import InputError
from proofs.rationals import read_rational
from proofs.settings import Point, Setting, write_setting
from proofs.trace import RationalText, Sign, write_point

WINDOW = 1024
"""Rounds that a replay sends at a time."""


class ProcessPlayer:
    """A learner that ``learners.worker`` hosts in another Python process.

    Raises:
        InputError: the learner cannot be loaded.
        Fault: its constructor failed, or the process hangs or ends while loading.

    """

    def __init__(self, source: Source, setting: Setting, limits: Limits, hash_seed: int) -> None:
        self._seconds = limits.call
        self._decode = msgspec.json.Decoder(Answer).decode
        self._child = Child(python_command("from learners.worker import main\nmain()"), limits, hash_seed, stdio=False)
        place = source.kind, source.text, source.payload, sys.path if source.kind == "object" else []
        game = write_setting(setting)
        try:
            call, seconds = "loading the learner", max(LOADING_SECONDS, limits.call)
            answer = self._read(call, self._child.ask(call, msgspec.json.encode((*place, game, None)), seconds))
            if answer.unusable is not None:
                raise InputError(answer.unusable)
            _complete(call, answer, 0)
        except BaseException:
            self.close()
            raise

    def predict(self, x: Point) -> Prediction:
        """Return the learner's label for x, or its probability of +1."""
        return prediction(self._ask("predict", x, 0, 1)[0])

    def update(self, x: Point, y: Label) -> None:
        """Tell the learner the label of x."""
        self._ask("update", x, y, 0)

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Prediction]:
        """Play recorded rounds, (point as JSON text, label), many at a time, and yield the learner's predictions."""
        pending = iter(rounds)
        patience = 2 * self._seconds + 10 * SIGN_OF_LIFE  # a round is two calls
        while window := list(islice(pending, WINDOW)):
            request = b'["round",[%b]]' % b",".join([b"[%b,%d]" % entry for entry in window])
            line = self._child.ask("round", request, patience)
            left = len(window)
            while (answer := self._read("round", line)).more:
                left -= len(answer.labels)
                yield from map(prediction, answer.labels)
                line = self._child.hear("round", patience)
            yield from map(prediction, answer.labels)
            _complete("round", answer, left)

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def _ask(self, call: str, x: Point, y: int, labels: int) -> list[Sign | RationalText]:
        request = msgspec.json.encode((call, [(write_point(x), y)]))
        answer = self._read(call, self._child.ask(call, request, self._seconds))
        _complete(call, answer, labels)
        return answer.labels

    def _read(self, call: str, line: bytes) -> Answer:
        try:
            return self._decode(line)
        except msgspec.MsgspecError:
            raise Fault("illegal label", f"{call} was answered with something that is no answer") from None


def prediction(said: Sign | RationalText) -> Prediction:
    """Read a label or a probability, which is checked again: the worker shares its process with the learner."""
    return said if isinstance(said, int) else as_probability(read_rational(said))


def _complete(call: str, answer: Answer, labels: int) -> None:
    """See that an answer is all that was asked for: the worker shares its process with the learner."""
    if answer.fault is not None:
        raise Fault(*answer.fault)
    if len(answer.labels) != labels or answer.more or answer.unusable is not None:
        raise Fault("illegal label", f"{call} was answered with {len(answer.labels)} labels, not {labels}")
