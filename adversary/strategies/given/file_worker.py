"""The process of an adversary from a file: reads requests from one pipe and writes answers to another.

Both are JSON, one value a line. The first request is an ``Opening``, and its answer has the plan; the others are
``["next_point"]``, ``["label", predicted]`` and ``["target"]``. What the file's code shows is checked here, where its
class can be named, and again by whoever asks. Its standard output goes to standard error.
"""

import os
import pickle
import sys
from pathlib import Path
from typing import Any, Literal

import msgspec

from adversary.strategies.given.user_supplied import METHODS, UserSuppliedAdversary, is_adversary, plan_of
from adversary.strategies.protocol import Plan
from adversary.strategies.registry import validate_options
from learners.construct import arguments_for
from learners.loading.code_file import CodeFile, pick_class, run_code_file
from learners.runner.local import fault_of
from learners.runner.parent import end_with_parent
from proofs.exact.errors import InputError
from proofs.formats.trace import Sign, write_point, write_target
from proofs.settings import SettingRecord


class Opening(msgspec.Struct, frozen=True):
    """Which adversary, and what the user has given, pickled: it comes from us."""

    path: str
    name: str
    options: bytes


class PlanRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan as JSON has it."""

    setting: SettingRecord
    rounds: int | None = None
    claims: int | None = None
    note: str | None = None
    tree: Any = None


class Request(msgspec.Struct, frozen=True, array_like=True):
    """What is asked; a label is asked for a prediction, or for none where the learner is randomized."""

    call: Literal["next_point", "label", "target"]
    predicted: Sign | None = None


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is answered; nothing in it is trusted, for the adversary's code lives in the same process.

    ``found`` is a label, or a point or a target as a trace has it.
    """

    plan: PlanRecord | None = None
    oblivious: bool = False
    found: Any = None
    unusable: str | None = None


def load_adversary(file: CodeFile, options: dict[str, Any]) -> Any:
    """Run a file, and make its adversary of those of the options that its constructor names.

    Besides these, ``concepts`` is the class as an array of ±1, as learners are given it.

    Raises:
        InputError: the file has none, or it takes no such option, or needs another.
        BaseException: whatever its constructor raises.

    """
    module = run_code_file(Path(file.path), "adversary_file")
    factory = pick_class(module, file, "adversaries", is_adversary, "next_point(), label(x, predicted) and target()")
    validate_options(file.path, factory, options)
    offer = dict(options)
    if "concept_class" in options:
        offer["concepts"] = options["concept_class"].table()
    found = factory(**arguments_for(factory, offer, file.path))
    for method in METHODS:
        if not callable(getattr(found, method, None)):
            raise InputError(f"{file.path} makes a {type(found).__name__} without the method {method}")
    return found


class AdversaryServer:
    """The adversary of a file, which answers requests. The first one opens it."""

    def __init__(self) -> None:
        self._adversary: UserSuppliedAdversary | None = None
        self._call = "its constructor"

    def reply(self, line: bytes) -> Reply:
        """Answer a request."""
        try:
            if self._adversary is None:
                return self._open(msgspec.json.decode(line, type=Opening))
            request = msgspec.json.decode(line, type=Request)
            self._call = request.call
            return Reply(found=_found(self._adversary, request))
        except InputError as error:
            return Reply(unusable=str(error))
        except BaseException as error:  # noqa: BLE001 - also KeyboardInterrupt and its kin, raised by the adversary
            return Reply(unusable=fault_of(error, self._call).detail)

    def _open(self, opening: Opening) -> Reply:
        options = pickle.loads(opening.options)  # noqa: S301 - our own process has written it
        adversary = load_adversary(CodeFile(opening.path, opening.name), options)
        self._call = "its plan"
        name = type(adversary).__qualname__
        plan = plan_of(adversary, options, name)
        self._adversary = UserSuppliedAdversary(adversary, plan, name)
        return Reply(_plan_record(plan), self._adversary.card.oblivious)


def _plan_record(plan: Plan) -> PlanRecord:
    return PlanRecord(plan.setting.record(), plan.rounds, plan.claims, plan.note, plan.tree)


def _found(adversary: UserSuppliedAdversary, request: Request) -> Any:
    if request.call == "label":
        return adversary.label(0, request.predicted)
    if request.call == "target":
        return write_target(adversary.target())
    point = adversary.next_point()
    return None if point is None else write_point(point)


def main() -> None:
    """Serve on the two pipes whose numbers are the last arguments, and die with the process that asked for it."""
    end_with_parent()
    server = AdversaryServer()
    with os.fdopen(int(sys.argv[-2]), "rb") as requests:
        for line in requests:
            os.write(int(sys.argv[-1]), msgspec.json.encode(server.reply(line)) + b"\n")
