"""A player's own process: reads requests from one pipe and writes answers to another.

Both are JSON, one value a line. The first request is an array that says which learner, in which setting; the others are
``[call, [[x, y], …]]``, where the call is ``predict``, ``update`` or ``round`` (both, for replays). An answer is an
object: ``labels`` that were predicted (probabilities, of a randomized learner), ``fault`` (kind, detail) where the
learner failed, ``unusable`` (a line) where it cannot be loaded, and ``more`` where the rest of a long request is still
to come. The learner's own standard output goes to standard error, never into the answers.
"""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Any, Literal

import msgspec

from learners.players import LocalPlayer, fault_of, open_local
from learners.protocol import Fault
from learners.sources import Source
from proofs.errors import InputError
from proofs.rationals import write_rational
from proofs.settings import read_setting
from proofs.trace import Coordinates, Index, RationalText, Sign, read_point

SIGN_OF_LIFE = 0.05
"""Seconds after which a long request gets a part of its answer, so that the time limit can be on single calls."""

_Request = tuple[Literal["predict", "update", "round"], list[tuple[Coordinates | Index, Literal[-1, 0, 1]]]]


class Answer(msgspec.Struct, omit_defaults=True):
    """What a worker says; nothing in it is trusted, for the learner lives in the same process."""

    labels: list[Sign | RationalText] = []
    fault: tuple[str, str] | None = None
    unusable: str | None = None
    more: bool = False


def serve(requests: int, answers: int) -> None:
    """Answer every request until the pipe is closed."""
    decode, encode = msgspec.json.Decoder(_Request).decode, msgspec.json.Encoder().encode

    def send(answer: Answer) -> None:
        os.write(answers, encode(answer) + b"\n")

    with os.fdopen(requests, "rb") as lines:
        player, answer = _load(next(lines))
        send(answer)
        if player is None:
            return
        for line in lines:
            call, rounds = decode(line)
            labels: list[Sign | RationalText] = []
            fault, sent = None, time.monotonic()
            try:
                for coordinates, label in rounds:
                    x = read_point(coordinates)
                    if call != "update":
                        said = player.predict(x)
                        labels.append(said if isinstance(said, int) else write_rational(said))
                    if call != "predict":
                        player.update(x, label)
                    if call == "round" and time.monotonic() - sent > SIGN_OF_LIFE:
                        send(Answer(labels, more=True))
                        labels, sent = [], time.monotonic()
            except BaseException as error:  # noqa: BLE001 - also KeyboardInterrupt and its kin, raised by the learner
                fault = _fault(error, call)
            send(Answer(labels, fault))


def _load(line: bytes) -> tuple[LocalPlayer | None, Answer]:
    kind, text, payload, path, setting = msgspec.json.decode(line)
    sys.path += [place for place in path if place not in sys.path]  # an object's modules are found as by its owner
    try:
        return open_local(Source(kind, text, payload), read_setting(setting)), Answer()
    except InputError as error:
        return None, Answer(unusable=str(error))
    except BaseException as error:  # noqa: BLE001 - likewise
        return None, Answer(fault=_fault(error, "the constructor"))


def _fault(error: BaseException, call: Any) -> tuple[str, str]:
    fault = error if isinstance(error, Fault) else fault_of(error, call)
    return fault.kind, fault.detail


def main() -> None:
    """Serve on the two pipes whose numbers are the last arguments, and die with the process that asked for it."""
    with suppress(Exception):  # Linux only: PR_SET_PDEATHSIG is 1
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    serve(int(sys.argv[-2]), int(sys.argv[-1]))
