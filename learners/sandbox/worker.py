"""A player's own process: reads requests from one pipe and writes answers to another.

Both are JSON, one value a line. The first request says which learner, in which setting and behind which walls; the
others are ``[call, [[x, y], …]]``. The calls are ``predict`` (any number of points) and ``update``, ``round`` (both,
for replays), and for a grader, which plays many games with one process: ``fresh`` (a new learner, in the setting that
comes with the request, if one does, and then for a pool of points), ``pool`` (more points for it), ``tell`` (the label
of the point that was shown last, and then points to predict), ``branches`` (lists of rounds, each played to a learner
of its own, which then predicts the whole pool) and ``deeds`` (what the learner's code has tried that is not its
business). In halfspace games a point may be given by its number in the pool.

An answer is an object: ``labels`` that were predicted (probabilities, of a randomized learner), ``fault`` (kind,
detail) where the learner failed, ``unusable`` (a line) where it cannot be loaded, ``more`` where the rest of a long
request is still to come, and ``words``: the walls in force, or the deeds. The learner's own standard output goes to
standard error, never into the answers.

Behind walls the first request has two answers. The first one says which walls are in force, and is sent before any code
of the learner runs: what it says later of that is not listened to. Deeds are written to a third pipe as they happen,
a phrase a line, so that nothing can take them back.
"""

import ctypes
import inspect
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal

import msgspec

from learners.loading.sources import Source
from learners.protocol import Fault, Prediction, View
from learners.sandbox.players import LocalPlayer, fault_of, load_for, open_local
from proofs.exact.errors import InputError
from proofs.exact.rationals import write_rational
from proofs.formats.settings import Finite, Halfspaces, Point, Setting, SettingRecord, read_setting
from proofs.formats.trace import Coordinates, Index, RationalText, Sign, read_point

SIGN_OF_LIFE = 0.05
"""Seconds after which a long request gets a part of its answer, so that the time limit can be on single calls."""

_Rounds = list[tuple[Coordinates | Index, Literal[-1, 0, 1]]]


class _Request(msgspec.Struct, array_like=True):
    call: Literal["predict", "update", "round", "fresh", "pool", "tell", "branches", "deeds"]
    rounds: _Rounds = []
    setting: SettingRecord | None = None
    games: list[_Rounds] = []
    sees: View | None = None


class Answer(msgspec.Struct, omit_defaults=True):
    """What a worker says; nothing in it is trusted, for the learner lives in the same process."""

    labels: list[Sign | RationalText] = []
    fault: tuple[Literal["raised", "exited", "illegal label", "illegal probability"], str] | None = None
    unusable: str | None = None
    more: bool = False
    words: list[str] = []
    asks: list[str] = []


def read_answer(call: str, line: bytes) -> Answer:
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
        self.setting, self._source, self._factory = setting, source, load_for(source)
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

    def fresh(self) -> LocalPlayer:
        return open_local(self._source, self.setting, self._factory, self._sees)

    def point(self, written: Coordinates | Index) -> Point:
        if isinstance(written, int) and isinstance(self.setting, Halfspaces):
            return self.pool[written]
        return read_point(written)

    def answers(self, request: _Request) -> Iterator[Sign | RationalText]:
        """Do what is asked, and yield the labels that the learner says."""
        call, rounds = request.call, request.rounds
        if request.setting is not None:
            self.setting, self.pool, self._sees = read_setting(request.setting), [], request.sees
        if call == "branches":
            look = bool(rounds[0][1])
            for game in request.games:
                yield from self._branch(game, look=look)
        elif call in ("fresh", "pool"):
            self.pool += [read_point(x) for x, _ in rounds]
            if call == "fresh":
                self.player = self.fresh()
        elif self.player is not None:
            yield from self._rounds(self.player, call, rounds)

    def _rounds(self, player: LocalPlayer, call: str, rounds: _Rounds) -> Iterator[Sign | RationalText]:
        if call == "tell":
            player.update(0, rounds[0][1] or 1)  # of the point that it was shown last
            rounds = rounds[1:]
        for written, label in rounds:
            x = self.point(written)
            if call != "update":
                yield _said(player.predict(x))
            if call in ("update", "round"):
                player.update(x, label or 1)

    def _branch(self, game: _Rounds, *, look: bool) -> Iterator[Sign | RationalText]:
        player = self.fresh()
        for written, label in game:
            x = self.point(written)
            yield _said(player.predict(x))
            player.update(x, label or 1)
        points = range(self.setting.concept_class.points) if isinstance(self.setting, Finite) else self.pool
        for x in points if look else ():
            yield _said(player.predict(x))


def _said(prediction: Prediction) -> Sign | RationalText:
    return prediction if isinstance(prediction, int) else write_rational(prediction)


def serve(requests: int, answers: int) -> None:
    """Answer every request until the pipe is closed."""
    decode, encode = msgspec.json.Decoder(_Request).decode, msgspec.json.Encoder().encode

    def send(answer: Answer) -> None:
        os.write(answers, encode(answer) + b"\n")

    with os.fdopen(requests, "rb") as lines:
        kind, text, payload, path, setting, walls, events = msgspec.json.decode(next(lines))
        sys.path += [place for place in path if place not in sys.path]  # an object's modules are found as by its owner
        source = Source(kind, text, payload)
        deeds: Callable[[], list[str]] = list
        if walls is not None:
            in_force, deeds = _confined(source, walls, events)
            send(Answer(words=in_force))
        _print_at_once()
        stage, answer = _load(source, setting, plays=walls is None)
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
                fault = _fault(error, request.call)
            send(Answer(labels, fault, unusable, words=deeds() if request.call == "deeds" else []))


def _print_at_once() -> None:
    """See to it that what is printed gets out with its line, or soon: the process may be killed in the middle of one.

    Without any buffer, to print would take twice as long. The thread is to start when the walls stand.
    """
    streams = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, TextIOWrapper)]

    def flush(ever: Event) -> None:
        while not ever.wait(SIGN_OF_LIFE):
            for stream in streams:
                with suppress(Exception):
                    stream.flush()

    for stream in streams:
        stream.reconfigure(line_buffering=True)
    with suppress(RuntimeError):  # there may be no threads
        Thread(target=flush, args=(Event(),), daemon=True).start()


def _load(source: Source, setting: Any, *, plays: bool) -> tuple[_Stage | None, Answer]:
    try:
        stage = _Stage(source, read_setting(msgspec.convert(setting, SettingRecord)))
        if plays:  # else the grader will ask for learners, and has less patience for them than for an import
            stage.player = stage.fresh()
        return stage, Answer(asks=stage.asks)
    except InputError as error:
        return None, Answer(unusable=str(error))
    except BaseException as error:  # noqa: BLE001 - likewise
        return None, Answer(fault=_fault(error, "the constructor"))


def _confined(source: Source, walls: dict[str, Any], events: int) -> tuple[list[str], Callable[[], list[str]]]:
    """Put up the walls around this process, before any code of the learner runs in it."""
    from learners.sandbox.audit import watch
    from learners.sandbox.confine import confine

    def tell(phrase: str) -> None:
        os.write(events, phrase.encode(errors="replace") + b"\n")

    in_force = confine(walls)
    own = Path(source.payload.rpartition(":")[0] if source.kind == "file" else os.devnull)
    return in_force, watch(own, tell)


def _fault(error: BaseException, call: Any) -> Any:
    """Name what the learner's code raised; a ``Fault`` of a kind that only we can see is like any other exception."""
    fault = error if isinstance(error, Fault) and error.kind in _KINDS else fault_of(error, call)
    return fault.kind, fault.detail


_KINDS = ("raised", "exited", "illegal label", "illegal probability")


def main() -> None:
    """Serve on the two pipes whose numbers are the last arguments, and die with the process that asked for it."""
    with suppress(Exception):  # Linux only: PR_SET_PDEATHSIG is 1
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    serve(int(sys.argv[-2]), int(sys.argv[-1]))
