"""An adversary from somebody's file, ``my.py[:Name]``: its code runs in a process of its own, and is never trusted."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from adversary.strategies.given.file_worker import Opening, PlanRecord, Reply, Request
from adversary.strategies.protocol import AdversaryCard, Plan
from adversary.strategies.registry import validate_user_supplied
from learners.loading.code_file import CodeFile
from learners.protocol import Fault, Label
from learners.runner.child import LIMITS, LOADING_SECONDS, Child, Limits, python_command
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target
from proofs.formats.trace import read_foreign_vector, read_target
from proofs.settings import Point

_T = TypeVar("_T")

OWN_SEED = 1
"""PYTHONHASHSEED of its process, so that a game is the same game tomorrow."""


class FileAdversary:
    """An adversary whose methods are those of a class in a file.

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
        self._text, self._path, self._seconds = text, file.path, limits.call
        command = python_command("from adversary.strategies.given.file_worker import main\nmain()")
        self._child = Child(command, limits, hash_seed, stdio=False, player="the adversary")
        try:
            opening = Opening(file.path, file.name, pickle.dumps(dict(options)))
            reply = self._ask("loading the adversary", opening, LOADING_SECONDS)
            self.plan = self._read(_plan, reply.plan)
        except BaseException:
            self.close()
            raise
        self.card = AdversaryCard(summary=text, oblivious=reply.oblivious)

    def next_point(self) -> Point | None:
        """Return its next point. Raises InputError."""
        return self._read(_point, self._found(Request("next_point")))

    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - it is the point that it has just shown
        """Return its label, or whatever it says in its place. Raises InputError."""
        found: Label = self._found(Request("label", predicted))
        return found

    def target(self) -> Target | int | None:
        """Return its target. Raises InputError."""
        return self._read(read_target, self._found(Request("target")))

    def close(self) -> None:
        """End its process."""
        self._child.close()

    def _found(self, request: Request) -> Any:
        return self._ask(request.call, request, self._seconds).found

    def _ask(self, call: str, request: msgspec.Struct, seconds: float) -> Reply:
        try:
            line = self._child.ask(call, msgspec.json.encode(request), seconds)
        except Fault as fault:
            raise InputError(f"{self._text}: {fault.detail}") from None
        reply = self._read(_decode, line)
        if (why := reply.unusable) is not None:
            raise InputError(why if why.startswith(self._path) else f"{self._text}: {why}")
        return reply

    def _read(self, reader: Callable[[Any], _T], answer: Any) -> _T:
        """Return what an answer stands for. Raises InputError: the file's code may have written anything there."""
        try:
            return reader(answer)
        except Exception:  # noqa: BLE001 - not UTF-8, not JSON, another shape, nested too deeply, no number
            raise InputError(f"{self._text}: its process answered with nonsense") from None


_decode = msgspec.json.Decoder(Reply).decode


def _plan(record: PlanRecord) -> Plan:
    plan = Plan(record.setting.setting(), record.rounds, claims=record.claims, note=record.note)
    return replace(plan, tree=record.tree)


def _point(written: Any) -> Point | None:
    return read_foreign_vector(written) if isinstance(written, list) else msgspec.convert(written, int | None)
