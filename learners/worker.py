"""A player's own process: reads requests from one pipe and writes an answer for each to another.

Both are JSON, one value a line. The first request is an array that says which learner, in which setting; the others
are ``[call, [[x, y], …]]``, where the call is ``predict``, ``update`` or ``round`` (both, for replays). An answer is an
object: ``labels`` that were predicted, ``fault`` (kind, detail) where the learner failed, ``unusable`` (a line) where
it cannot be loaded. The learner's own standard output goes to standard error, never into the answers.
"""

import os
import sys
from fractions import Fraction
from typing import Any, Literal

import msgspec

from learners.players import LocalPlayer, fault_of, open_local
from learners.protocol import Fault, Label
from learners.sources import Source
from proofs.errors import InputError
from proofs.settings import Halfspaces
from proofs.trace import Coordinates, read_point

_Request = tuple[Literal["predict", "update", "round"], list[tuple[Coordinates, Literal[-1, 0, 1]]]]


def serve(requests: int, answers: int) -> None:
    """Answer every request until the pipe is closed."""
    decode, encode = msgspec.json.Decoder(_Request).decode, msgspec.json.Encoder().encode
    with os.fdopen(requests, "rb") as lines:
        player, answer = _load(next(lines))
        os.write(answers, encode(answer) + b"\n")
        for line in lines if player else ():
            answer = _answer(player, *decode(line))
            os.write(answers, encode(answer) + b"\n")


def _load(line: bytes) -> tuple[Any, dict[str, Any]]:
    kind, text, payload, path, dimension, margin_squared, unit_norm = msgspec.json.decode(line)
    sys.path += [place for place in path if place not in sys.path]  # an object's modules are found as by its owner
    setting = Halfspaces(dimension, Fraction(margin_squared), unit_norm)
    try:
        return open_local(Source(kind, text, payload), setting), {}
    except Fault as fault:
        return None, {"fault": (fault.kind, fault.detail)}
    except InputError as error:
        return None, {"unusable": str(error)}


def _answer(player: LocalPlayer, call: str, rounds: list[tuple[Coordinates, Any]]) -> dict[str, Any]:
    labels: list[Label] = []
    try:
        for coordinates, label in rounds:
            x = read_point(coordinates)
            if call != "update":
                labels.append(player.predict(x))
            if call != "predict":
                player.update(x, label)
    except Fault as fault:
        return {"labels": labels, "fault": (fault.kind, fault.detail)}
    except InputError as error:
        return {"unusable": str(error)}
    except BaseException as error:  # noqa: BLE001 - KeyboardInterrupt and its kin, raised by the learner
        named = fault_of(error, call)
        return {"labels": labels, "fault": (named.kind, named.detail)}
    return {"labels": labels}


def main() -> None:
    """Serve on the two pipes whose numbers are the last arguments."""
    serve(int(sys.argv[-2]), int(sys.argv[-1]))
