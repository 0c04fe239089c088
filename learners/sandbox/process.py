"""A Python learner in a process of its own."""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from learners.loading.sources import Source, is_ours
from learners.protocol import Fault, Label, Prediction, as_probability
from learners.sandbox.child import LOADING_SECONDS, Child, Limits, python_command
from learners.sandbox.players import dense_view
from learners.sandbox.worker import SIGN_OF_LIFE, Answer, read_answer
from proofs.exact.errors import InputError
from proofs.exact.rationals import read_rational
from proofs.formats.settings import Point, Setting, write_setting
from proofs.formats.trace import RationalText, Sign, write_point

WINDOW = 1024
"""Rounds that a replay sends at a time."""


class ProcessPlayer:
    """A learner that ``learners.sandbox.worker`` hosts in another Python process.

    Raises:
        InputError: the learner cannot be loaded.
        Fault: its constructor failed, or the process hangs or ends while loading.

    """

    def __init__(self, source: Source, setting: Setting, limits: Limits, hash_seed: int) -> None:
        self._seconds, self._ours, self._setting = limits.call, is_ours(source), setting
        self._says: type | None = None  # labels, or probabilities: never both
        self._child = Child(
            python_command("from learners.sandbox.worker import main\nmain()"), limits, hash_seed, stdio=False
        )
        place = source.kind, source.text, source.payload, sys.path if source.kind == "object" else []
        game = write_setting(setting)
        try:
            call, seconds = "loading the learner", max(LOADING_SECONDS, limits.call)
            request = msgspec.json.encode((*place, game, None, None))
            answer = read_answer(call, self._child.ask(call, request, seconds))
            if answer.unusable is not None:
                raise InputError(answer.unusable)
            _complete(call, answer, 0)
        except BaseException:
            self.close()
            raise

    def predict(self, x: Point) -> Prediction:
        """Return the learner's label for x, or its probability of +1."""
        return self._call("predict", x, 0, 1)[0]

    def update(self, x: Point, y: Label) -> None:
        """Tell the learner the label of x."""
        self._call("update", x, y, 0)

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Prediction]:
        """Play recorded rounds, (point as JSON text, label), and yield the learner's predictions.

        A learner of ours is sent many rounds at a time. Others are sent every label after the prediction that it
        judges: in their process they could read it.
        """
        return self._many_at_a_time(rounds) if self._ours else self._one_by_one(rounds)

    def _many_at_a_time(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Prediction]:
        pending = iter(rounds)
        patience = 2 * self._seconds + 10 * SIGN_OF_LIFE  # a round is two calls
        while window := list(islice(pending, WINDOW)):
            request = b'["round",[%b]]' % b",".join([b"[%b,%d]" % entry for entry in window])
            answer = read_answer("round", self._child.ask("round", request, patience))
            left = len(window)
            while answer.more and len(answer.labels) <= left:
                left -= len(answer.labels)
                yield from self._predictions(answer)
                answer = read_answer("round", self._child.hear("round", patience))
            _complete("round", answer, left)
            yield from self._predictions(answer)

    def _one_by_one(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Prediction]:
        """Send each label together with the next point."""
        last = b""
        for x, label in rounds:
            request = b'["tell",[%b,[%b,0]]]' % (last, x) if last else b'["predict",[[%b,0]]]' % x
            yield self._ask("round", request, 1, 2 * self._seconds)[0]
            last = b"[0,%d]" % label
        if last:
            self._ask("update", b'["tell",[%b]]' % last, 0, self._seconds)

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def _call(self, call: str, x: Point, y: int, labels: int) -> list[Prediction]:
        return self._ask(call, msgspec.json.encode((call, [(write_point(x), y)])), labels, self._seconds, x)

    def _ask(self, call: str, request: bytes, labels: int, seconds: float, x: Point = 0) -> list[Prediction]:
        answer = read_answer(call, self._child.ask(call, request, seconds))
        if answer.unusable is not None and not isinstance(x, int):
            dense_view(self._setting.dimension)(x)  # raises InputError where x is what cannot be used
        _complete(call, answer, labels)
        return self._predictions(answer)

    def _predictions(self, answer: Answer) -> list[Prediction]:
        found = [prediction(said) for said in answer.labels]
        for said in found:
            self._says = self._says or type(said)
            if type(said) is not self._says:
                raise Fault("illegal label", "it answers now with labels and now with probabilities")
        return found


def prediction(said: Sign | RationalText) -> Prediction:
    """Read a label or a probability, which is checked again: the worker shares its process with the learner."""
    try:
        return said if isinstance(said, int) else as_probability(read_rational(said))
    except InputError as error:
        raise Fault("illegal probability", str(error)) from None


def _complete(call: str, answer: Answer, labels: int) -> None:
    """See that an answer is all that was asked for: the worker shares its process with the learner."""
    if answer.fault is not None:
        raise Fault(*answer.fault)
    if answer.unusable is not None:  # it was usable when it was loaded
        raise Fault("illegal label", f"{call} was answered with a complaint: {answer.unusable}")
    if len(answer.labels) != labels or answer.more:
        raise Fault("illegal label", f"{call} was answered with {len(answer.labels)} labels, not {labels}")
