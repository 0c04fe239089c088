"""An adversary from a user's file, ``my.py[:Name]``, or an installed package: its code runs in a separate process.

That code is never trusted. Requests and replies are lines. The first request has the file and the user's options,
pickled, and its reply has the plan. The others are JSON: ``["next_point", null]``, ``["label", predicted]`` and
``["target", null]``. What the code returns is checked twice: in its process, where a message can name its class, and in
the process that asked.
"""

import base64
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from adversary.strategies.given.user_supplied import (
    UserSuppliedAdversary,
    construct,
    is_adversary,
    plan_of,
    require_methods,
)
from adversary.strategies.protocol import AdversaryCard, Plan
from adversary.strategies.registry import load_plugin, validate_options, validate_user_supplied
from learners.loading.code_file import CodeFile, pick_class, run_code_file
from learners.protocol import Fault, Label
from learners.runner.child import LIMITS, LOADING_SECONDS, Child, Limits, python_command
from learners.runner.process import end_with_parent
from learners.runner.runner import fault_of
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target
from proofs.formats.margin import LowerRecord
from proofs.formats.trace import Sign, read_foreign_vector, read_target, write_point, write_target
from proofs.settings import Point, SettingRecord

_T = TypeVar("_T")

OWN_SEED = 1
"""PYTHONHASHSEED of its process, so that a game is the same game tomorrow."""

PlanRecord = tuple[SettingRecord, int | None, int | None, str | None, Any, LowerRecord | None]
"""A plan as JSON has it: its setting, rounds, claims, note, tree, and the witness for halfspaces."""

Request = tuple[Literal["next_point", "label", "target"], Sign | None]
"""What is asked; a label is asked for a prediction, or for none where the adversary is oblivious to a coin."""


Reply = tuple[Any, str | None]
"""A reply of the process: what was asked for, or why there is nothing usable. None of it is trusted, because the
adversary's code runs in the same process. A point and a target are as in a trace; the first reply has a plan, and
whether the adversary is oblivious.
"""


class FileAdversary:
    """An adversary that calls the methods of a class in a file, in another process.

    ``text`` is what messages call it, and ``options`` are what the user has given, by the names that adversaries have
    for it. A file that raises, hangs, ends its process or answers with something else than a point, a label or a target
    is unusable input, whichever method is called.

    Attributes:
        plan: what it says that it will do; nothing of it is believed.
        card: whether it says that it is oblivious.

    Raises:
        InputError: it cannot be loaded.

    """

    def __init__(
        self, text: str, file: CodeFile, options: dict[str, Any], limits: Limits = LIMITS, hash_seed: int = OWN_SEED
    ) -> None:
        validate_user_supplied(text, options)
        self._text, self._called, self._seconds = text, file.entry_point or file.path, limits.call
        command = python_command("from adversary.strategies.given.from_file import main\nmain()")
        self._child = Child(command, limits, hash_seed, stdio=False, player="the adversary")
        try:
            opening = base64.b64encode(pickle.dumps((file, dict(options), sys.path if file.entry_point else [])))
            first = self._ask("loading the adversary", opening, LOADING_SECONDS)
            self.plan, oblivious = self._read(_plan, first)
        except BaseException:
            self.close()
            raise
        self.card = AdversaryCard(summary=text, oblivious=oblivious)

    def next_point(self) -> Point | None:
        """Return its next point. Raises InputError."""
        return self._read(_point, self._call("next_point"))

    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - it is the point that it has just shown
        """Return its answer, which may be no label. Raises InputError."""
        label: Label = self._call("label", predicted)
        return label

    def target(self) -> Target | int | None:
        """Return its target. Raises InputError."""
        return self._read(read_target, self._call("target"))

    def close(self) -> None:
        """End its process."""
        self._child.close()

    def _call(self, call: str, predicted: Label | None = None) -> Any:
        return self._ask(call, msgspec.json.encode((call, predicted)), self._seconds)

    def _ask(self, call: str, request: bytes, seconds: float) -> Any:
        try:
            line = self._child.ask(call, request, seconds)
        except Fault as fault:
            raise InputError(f"{self._text}: {fault.detail}") from None
        answer, why = self._read(_decode, line)
        if why is not None:
            raise InputError(why if why.startswith(self._called) else f"{self._text}: {why}")
        return answer

    def _read(self, reader: Callable[[Any], _T], answer: Any) -> _T:
        """Read a reply. Raises InputError, because the file's code may write any text."""
        try:
            return reader(answer)
        except Exception:  # noqa: BLE001 - not UTF-8, not JSON, another shape, nested too deeply, no number
            raise InputError(f"{self._text}: its process answered with nonsense") from None


_decode = msgspec.json.Decoder(Reply).decode


def _plan(written: Any) -> tuple[Plan, bool]:
    (setting, rounds, claims, note, tree, lower), oblivious = msgspec.convert(written, tuple[PlanRecord, bool])
    return Plan(setting.setting(), rounds, claims=claims, note=note, tree=tree, lower=lower), oblivious


def _point(written: Any) -> Point | None:
    return read_foreign_vector(written) if isinstance(written, list) else msgspec.convert(written, int | None)


# ------------------------------------------------------------------------------------------------ its process


def main() -> None:
    """Serve on the two pipes whose numbers are the last arguments, and die with the process that asked for it.

    The standard output of the file's code goes to standard error.
    """
    end_with_parent()
    with os.fdopen(int(sys.argv[-2]), "rb") as requests:
        for reply in replies(requests):
            os.write(int(sys.argv[-1]), msgspec.json.encode(reply) + b"\n")


def replies(requests: Iterable[bytes]) -> Iterator[Reply]:
    """Make the adversary that the first request is about, and yield the reply to each."""
    adversary: UserSuppliedAdversary | None = None
    call = "its constructor"
    for request in requests:
        reply: Reply
        try:
            if adversary is None:
                file, options, path = pickle.loads(base64.b64decode(request))  # noqa: S301 - our own process wrote it
                sys.path += [place for place in path if place not in sys.path]
                own = _made(file, options)
                call, name = "its plan", type(own).__qualname__
                plan = plan_of(own, options, name)
                adversary = UserSuppliedAdversary(own, plan, name)
                record = plan.setting.record(), plan.rounds, plan.claims, plan.note, plan.tree, plan.lower
                reply = (record, adversary.card.oblivious), None
            else:
                call, predicted = msgspec.json.decode(request, type=Request)
                reply = _answer(adversary, call, predicted), None
        except InputError as error:
            reply = None, str(error)
        except BaseException as error:  # noqa: BLE001 - also KeyboardInterrupt and its kin, raised by the adversary
            reply = None, fault_of(error, call).detail
        yield reply


def _made(file: CodeFile, options: dict[str, Any]) -> Any:
    """Run a file or import a package, and make its adversary with the options that its constructor names.

    Raises:
        InputError: the file has none, or it takes no such option, or needs another.
        BaseException: whatever its constructor raises.

    """
    if file.entry_point:
        factory = load_plugin(file.entry_point)
    else:
        module = run_code_file(Path(file.path), "adversary_file")
        wanted = "next_point(), label(x, predicted) and target()"
        factory = pick_class(module, file, "adversaries", is_adversary, wanted)
    called = file.entry_point or file.path
    validate_options(called, factory, options)
    adversary = construct(factory, options, called)
    require_methods(adversary, f"{called} makes a {type(adversary).__name__} without the method")
    return adversary


def _answer(adversary: UserSuppliedAdversary, call: str, predicted: Label | None) -> Any:
    if call == "label":
        return adversary.label(0, predicted)
    if call == "target":
        return write_target(adversary.target())
    point = adversary.next_point()
    return None if point is None else write_point(point)
