"""A learner's own process: reads requests from one pipe and writes answers to another.

Both are JSON, one value a line. The first request is a ``Greeting``: which learner, in which setting and in which
sandbox. The others are ``[call, [[x, y], …], setting, sees, games]``. The calls are ``predict`` (any number of points),
``tell`` (the label of the point that was shown last, and then points to predict), ``round`` (both, for replays), and
for a grader, which plays many games with one process: ``fresh`` (a new learner, in the setting that comes with the
request, if one does, and then for a pool of points), ``pool`` (more points for it), ``branches`` (lists of rounds, each
played to a learner of its own, which then predicts the whole pool) and ``audit`` (what the learner's code has tried
that is not its business). In halfspace games a point may be given by its number in the pool.

An answer is an object: ``labels`` that were predicted (probabilities, of a randomized learner), ``fault`` (kind,
detail) where the learner failed, ``unusable`` (a line) where it cannot be loaded (``loaded`` is then false) or does not
suit the setting, ``more`` where the rest of a long request is still to come, ``words``: what the sandbox keeps the
process from, or the audit events, ``asks``: the arguments that the learner's constructor names, and ``bound``: the most
mistakes that its card allows in the setting (or ``bound_failed``: why that cannot be had). The learner's own standard
output goes to standard error, never into the answers.

The greeting has two answers. The first one says what the sandbox keeps the process from, and is sent before any code of
the learner runs: what it says later of that is not listened to. In a sandbox audit events are written to a third pipe
as they happen, a phrase a line, so that nothing can take them back.
"""

import inspect
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import msgspec

from learners.loading.sources import Source
from learners.protocol import Fault, Prediction, View
from learners.rounds import run_rounds
from learners.runner.local import LocalPlayer, fault_of, open_local
from learners.runner.ours import PACKAGES
from learners.runner.parent import end_with_parent
from proofs.exact.errors import InputError
from proofs.exact.rationals import write_rational
from proofs.formats.trace import Coordinates, Sign, read_point
from proofs.settings import Finite, Halfspaces, Point, Setting, SettingRecord
from proofs.settings.vectors import RationalText

SIGN_OF_LIFE = 0.05
"""Seconds after which a long request gets a part of its answer, so that the time limit can be on single calls."""

LOADED = *PACKAGES, "cloudpickle", "msgspec", "typing_extensions"
"""Packages that this process has loaded, and a script that imports numpy has not."""

BLAMED = {"fresh": "the constructor", "tell": "update", "branches": "predict"}
"""What a fault says instead of a request's own call."""

_Rounds = list[tuple[list[tuple[int, str]] | int, Literal[-1, 0, 1]]]
"""Points and labels. The client has written these numbers: nothing about them is checked again."""


class Greeting(msgspec.Struct, array_like=True):
    """The first request. ``path`` is added to ``sys.path``: an object's modules are found there, as by its owner.

    ``sandbox`` is the plan of the sandbox, if there is one: then a learner is made only when one is asked for, and
    ``events`` is the pipe that audit events are written to. Nor is one made here unless ``makes`` says so.
    """

    source: Source
    path: list[str]
    setting: SettingRecord
    sandbox: dict[str, Any] | None
    events: int
    makes: bool = True


class _Request(msgspec.Struct, array_like=True):
    call: Literal["predict", "round", "fresh", "pool", "tell", "branches", "audit"]
    rounds: _Rounds = []
    setting: SettingRecord | None = None
    sees: View | None = None
    games: list[_Rounds] = []


class Answer(msgspec.Struct, omit_defaults=True):
    """What a worker says; nothing in it is trusted, for the learner lives in the same process."""

    labels: list[Sign | RationalText] = []
    fault: tuple[Literal["raised", "exited", "illegal label", "illegal probability"], str] | None = None
    unusable: str | None = None
    loaded: bool = True
    more: bool = False
    words: list[str] = []
    asks: list[str] = []
    bound: RationalText | None = None
    bound_failed: str | None = None


def parse_answer(call: str, line: bytes) -> Answer:
    """Return what a line from a worker says. Raises Fault, whatever else it may be that was written there."""
    try:
        answer = _decode(line)
    except Exception:  # noqa: BLE001 - not UTF-8, not JSON, another shape, nested too deeply: the decoder's own business
        raise Fault("illegal label", f"{call} was answered with something that is not an answer") from None
    if answer.more and not answer.labels:
        raise Fault("illegal label", f"{call} was answered with parts in which there is nothing")
    return answer


_decode = msgspec.json.Decoder(Answer).decode


class _Stage:
    """Where learners of one source play: the one that plays now, its setting, and the points that have numbers."""

    def __init__(self, source: Source, setting: Setting) -> None:
        self.setting, self._source, self._factory = setting, source, source.factory
        self.pool: list[Point] = []
        self._sees: View | None = None
        self.player: LocalPlayer | None = None

    @property
    def asks(self) -> list[str]:
        """The names of the constructor's arguments."""
        try:
            return list(inspect.signature(self._factory).parameters)
        except (TypeError, ValueError):  # some classes written in C do not tell
            return []

    def bound(self) -> tuple[str | None, str | None]:
        """Return what the card of the learner that was made says of its mistakes: a number, or why it says none."""
        if self.player is None:
            return None, None
        bound = self._source.card_of(self.player.learner).mistake_bound
        try:
            most = bound(self.setting) if bound else None
            return None if most is None else write_rational(most), None
        except Exception as error:  # noqa: BLE001 - the card is somebody else's
            return None, f"the mistake bound on its card raised {type(error).__name__}: {error}"

    def fresh(self) -> LocalPlayer:
        return open_local(self._source, self.setting, self._sees)

    def point(self, written: Coordinates | int) -> Point:
        if isinstance(written, int) and isinstance(self.setting, Halfspaces):
            return self.pool[written]
        return read_point(written)

    def answers(self, request: _Request) -> Iterator[Sign | RationalText]:
        """Do what is asked, and yield the labels that the learner says."""
        call, rounds = request.call, request.rounds
        if request.setting is not None:
            self.setting, self.pool, self._sees = request.setting.setting(), [], request.sees
        if call == "branches":
            look = bool(rounds[0][1])
            for game in request.games:
                yield from self._branch(game, look=look)
        elif call in ("fresh", "pool"):
            self.pool += [read_point(x) for x, _ in rounds]
            if call == "fresh":
                self.player = self.fresh()
        elif self.player is not None:
            yield from self._answer(self.player, call, rounds)

    def _answer(self, player: LocalPlayer, call: str, rounds: _Rounds) -> Iterator[Sign | RationalText]:
        if call == "round":
            yield from self._played(player, rounds)
            return
        if call == "tell":
            player.update(0, rounds[0][1] or 1)  # of the point that it was shown last
            rounds = rounds[1:]
        for written, _ in rounds:
            yield _said(player.predict(self.point(written)))

    def _branch(self, game: _Rounds, *, look: bool) -> Iterator[Sign | RationalText]:
        player = self.fresh()
        yield from self._played(player, game)
        points = range(self.setting.concept_class.points) if isinstance(self.setting, Finite) else self.pool
        for x in points if look else ():
            yield _said(player.predict(x))

    def _played(self, player: LocalPlayer, rounds: _Rounds) -> Iterator[Sign | RationalText]:
        shown, labels = map(self.point, [x for x, _ in rounds]), [label or 1 for _, label in rounds]
        for _, said, _ in run_rounds(player, zip(shown, labels, strict=True)):
            yield _said(said)


def _said(prediction: Prediction) -> Sign | RationalText:
    return prediction if isinstance(prediction, int) else write_rational(prediction)


def serve_learner(requests: int, answers: int) -> None:
    """Answer every request until the pipe is closed."""
    decode, encode = msgspec.json.Decoder(_Request).decode, msgspec.json.Encoder().encode

    def send(answer: Answer) -> None:
        os.write(answers, encode(answer) + b"\n")

    with os.fdopen(requests, "rb") as lines:
        greeting = msgspec.json.decode(next(lines), type=Greeting)
        sys.path += [place for place in greeting.path if place not in sys.path]
        in_force, audited = _restricted(greeting)
        send(Answer(words=in_force))
        stage, answer = _load(greeting)
        send(answer)
        for line in lines:
            request = decode(line)
            labels: list[Sign | RationalText] = []
            fault, unusable, sent = None, None, time.monotonic()
            long = len(request.rounds) > 1 + (request.call == "tell") or len(request.games) > 0
            try:
                for label in stage.answers(request) if stage else ():
                    labels.append(label)
                    if long and time.monotonic() - sent > SIGN_OF_LIFE:
                        send(Answer(labels, more=True))
                        labels, sent = [], time.monotonic()
            except InputError as error:
                unusable = str(error)
            except BaseException as error:  # noqa: BLE001 - also KeyboardInterrupt and its kin, raised by the learner
                fault = _fault(error, BLAMED.get(request.call, request.call))
            send(Answer(labels, fault, unusable, words=audited() if request.call == "audit" else []))


def _load(greeting: Greeting) -> tuple[_Stage | None, Answer]:
    stage = None
    try:
        stage = _Stage(greeting.source, greeting.setting.setting())
        if (
            greeting.makes and greeting.sandbox is None
        ):  # in one, the grader asks for learners, and has less patience than for an import
            stage.player = stage.fresh()
        bound, failed = stage.bound()
        return stage, Answer(asks=stage.asks, bound=bound, bound_failed=failed)
    except InputError as error:
        return None, Answer(unusable=str(error), loaded=stage is not None)
    except BaseException as error:  # noqa: BLE001 - likewise
        return None, Answer(fault=_fault(error, "the constructor"))


def _restricted(greeting: Greeting) -> tuple[list[str], Callable[[], list[str]]]:
    """Restrict this process as its sandbox demands, before any code of the learner runs in it.

    Return what is in force, and what lists the audit events from now on.
    """
    if greeting.sandbox is None:
        return [], list
    from learners.runner.audit import listen
    from learners.runner.restrictions import restrict

    def tell(phrase: str) -> None:
        os.write(greeting.events, phrase.encode(errors="replace") + b"\n")

    in_force = restrict(greeting.sandbox)
    import numpy as np  # noqa: F401 - if it cannot be imported here, that is not the learner's fault

    if greeting.source.kind != "file":
        return in_force, listen(Path(os.devnull), tell)
    audited = listen(greeting.source.path, tell, hidden := dict[str, ModuleType]())
    _look_plain(str(greeting.source.path), hidden)
    return in_force, audited


def _look_plain(file: str, hidden: dict[str, ModuleType]) -> None:
    """Make this process look as if it had started the file as a script, as far as that is its own to say.

    What only this program has loaded is moved from ``sys.modules`` to ``hidden``. The audit brings it back when anybody
    imports it, so that nothing of ours is ever loaded twice.
    """
    sys.argv, sys.orig_argv = [file], [sys.executable, file]
    for name in ("PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"):  # Python has read them
        os.environ.pop(name, None)
    script = vars(sys.modules["__main__"])
    for name in [name for name in script if not name.startswith("__")]:
        del script[name]
    script["__file__"] = file
    for name in [name for name in sys.modules if name.partition(".")[0] in LOADED]:
        hidden[name] = sys.modules.pop(name)


def _fault(error: BaseException, call: Any) -> Any:
    """Name what the learner's code raised; a ``Fault`` of a kind that only we can see is like any other exception."""
    fault = error if isinstance(error, Fault) and error.kind in _KINDS else fault_of(error, call)
    return fault.kind, fault.detail


_KINDS = ("raised", "exited", "illegal label", "illegal probability")


def main(requests: int, answers: int) -> None:
    """Serve on the two pipes of these numbers, and die with the process that asked for it."""
    end_with_parent()
    serve_learner(requests, answers)
