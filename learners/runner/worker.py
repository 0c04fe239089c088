"""A learner's own process: reads requests from one pipe and writes answers to another.

Both are JSON, one value on each line. The first request is a ``Greeting``: which learner, and in which sandbox. The
others are ``[call, turns, games, points, trace]``. A point may be given by its number in the pool. The calls are:

* ``load``: the learner's code;
* ``turn``: a turn of the game at hand; ``turns``: of several games. A turn is ``[game, label, points]``, with the label
  of the last point, or 0, and the points to predict, and ``pool, setting, sees`` if the game begins or names points;
* ``branches``: lists of rounds, each ``[x, y]``, and how many points are asked about after each;
* ``bound``: the bound on the learner's card; ``weights``: its w, for a report; ``audit``: what the learner's code has
  tried and should not;
* ``trace``: a path. A registered learner plays the rounds that are recorded there.

An answer is an object with some of these keys:

* ``labels``: the predictions, or the probabilities of a randomized learner;
* ``fault``: the fields of a ``Fault``, without a limit; ``unusable`` (a line): it cannot be loaded, or does not suit
  the setting, where ``fault`` is the exception of its code, if it is one;
* ``more``: the rest of the answer to a long request follows; ``turns``: an answer for each turn;
* ``reads``: how its code is called, if that is not as it stands; ``recipe``: code that calls it; ``passes``: those
  over its data, if they are fixed;
* ``randomized``: the learner at hand, or its class, says that it is;
* ``words``: the restrictions of the sandbox, or the audit events; ``asks``: the arguments that the learner's
  constructor names;
* ``bound``: the largest number of mistakes that its card allows; ``weights``: its w, if it shows one;
* ``reached``: the round of a trace that is reached, with the recorded answer and the answer now.

The learner's own standard output goes to standard error, never into the answers. The answer to the greeting lists the
restrictions of the sandbox. It is sent before any code of the learner runs, and later answers cannot change it. In a
sandbox, audit events are written to a third pipe as they happen, one phrase on each line, so that nothing can take them
back.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args

import msgspec

from learners.loading.code_file import where_raised
from learners.loading.sources import Source
from learners.protocol import Fault, Prediction, View
from learners.runner.process import PACKAGES, end_with_parent
from learners.runner.runner import LocalRunner, Replayed, Turn, fault_of
from learners.shapes.adapter import raised_in_adapter
from learners.shapes.recipe import Recipe
from proofs.exact.errors import InputError
from proofs.exact.rationals import write_rational
from proofs.formats.trace import Coordinates, Sign, read_point, write_vector
from proofs.settings import SettingRecord
from proofs.settings.vectors import RationalText

SIGN_OF_LIFE = 0.05
"""Seconds after which a long request gets a part of its answer, so that the time limit can be on single calls."""

LOADED = *PACKAGES, "cloudpickle", "msgspec", "typing_extensions"
"""Packages that this process has loaded, and a script that imports numpy has not."""

CONSTRUCTOR = "the constructor"
"""What a fault says instead of a call that makes a learner."""

TRAINING = "training and predict"
"""What a limit, which sees a process from outside, says of a program that trains in the call of predict."""

_Written = list[tuple[int, str]] | int
"""A point as it is written, or by its number in the pool. It comes from the runner, and nothing about it is checked
again: to match every coordinate with a pattern would take long."""

_Rounds = list[tuple[_Written, Literal[-1, 0, 1]]]
"""Points and labels, or 0."""


WorkersFault = Literal["raised", "exited", "illegal label", "illegal probability"]
"""The kinds of faults that a worker may tell: limits are watched from outside."""

Greeting = tuple[Source, list[str], dict[str, Any] | None, int]
"""The first request: the learner; what is added to ``sys.path``, where an object's modules are found, as by its owner;
the plan of the sandbox, if there is one; and the pipe that audit events are then written to."""


class _Turn(msgspec.Struct, array_like=True):
    game: int
    label: Literal[-1, 0, 1]
    points: list[_Written]
    pool: list[_Written] = []
    setting: SettingRecord | None = None
    sees: View | None = None

    def turn(self) -> Turn:
        """Return the turn, without the number of its game."""
        setting = None if self.setting is None else self.setting.setting()
        points = [x if type(x) is int else read_point(x) for x in self.points]
        return Turn(self.label or None, setting, [read_point(x) for x in self.pool], points, self.sees)


class _Request(msgspec.Struct, array_like=True):
    call: Literal["load", "turn", "turns", "branches", "bound", "weights", "audit", "trace"]
    turns: list[_Turn] = []
    games: list[_Rounds] = []
    points: int = 0
    trace: str = ""

    @property
    def is_long(self) -> bool:
        """Whether the answer may have parts."""
        return self.call != "turn" or len(self.turns[0].points) > 1

    @property
    def blamed(self) -> str:
        """What a fault says of an exception that ends everything."""
        if self.call == "turn" and self.turns[0].setting is None:
            return "update" if self.turns[0].label else "predict"
        return {"load": CONSTRUCTOR, "turn": CONSTRUCTOR, "branches": "predict"}.get(self.call, self.call)


class Answer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A worker's answer. Nothing in it is trusted, because the learner runs in the same process."""

    labels: list[Sign | RationalText] = []  # a Fraction becomes its text when it is sent
    fault: tuple[WorkersFault, str, str, str, str, str, str] | None = None
    unusable: str | None = None
    more: bool = False
    words: list[str] = []
    asks: list[str] = []
    reads: str = ""
    recipe: Recipe | None = None
    passes: int = 0
    randomized: bool = False
    bound: RationalText | None = None
    weights: Coordinates | None = None
    turns: list["Answer"] = []
    reached: tuple[int, Sign | RationalText, Sign | RationalText] | None = None

    def add(self, reply: Any) -> None:
        """Add a prediction, the round that a replay has reached, or the answer to a turn."""
        if type(reply) is tuple:
            self.reached = reply
        elif type(reply) is Answer:
            self.turns.append(reply)
        else:
            self.labels.append(reply)


def parse_answer(call: str, line: bytes, key: str = "labels") -> Answer:
    """Parse a worker's line as an answer to a call that is answered with this key. Raises Fault for any other text."""
    try:
        answer = _decode(line)
    except Exception:  # noqa: BLE001 - not UTF-8, not JSON, another shape, nested too deeply: the decoder's own business
        raise Fault("illegal label", f"{call} was answered with something that is not an answer") from None
    require_only(key, answer, call)
    for turn in answer.turns:
        require_only("labels", turn, call)
    return answer


def require_only(key: str, answer: Answer, call: str) -> None:
    """Raise Fault if an answer has more than this key, its end and what it may complain of."""
    for other in FACTS:
        if other != key and getattr(answer, other):
            raise Fault("illegal label", f"{call} was answered with {other}, which is no answer to that")


FACTS = "labels", "words", "asks", "bound", "weights", "turns", "reached"
"""Keys of which an answer has one: that of its question."""


_decode = msgspec.json.Decoder(Answer).decode


def _answers(runner: LocalRunner, request: _Request) -> Iterator[Prediction | Answer | Replayed]:
    """Do a request, and yield the learner's answers: for each turn, or for each round of a trace."""
    if request.call == "load":
        runner.load()
    elif request.call == "turn":
        turn = request.turns[0].turn()
        runner.turn(turn._replace(points=()))
        yield from map(runner.predict, turn.points)
    elif request.call == "trace":
        for replayed in runner.replay(Path(request.trace)):
            yield replayed
            if replayed[1] != replayed[2]:  # it is told, and no round after it
                return
    elif request.call == "branches":
        for game in request.games:
            yield from runner.branch([(read_point(x), label or 1) for x, label in game], request.points)
    elif request.call == "turns":
        for outcome in runner.take_turns((turn.game, turn.turn()) for turn in request.turns):
            yield Answer(fault=_fault(outcome, "")) if isinstance(outcome, Fault) else Answer([*outcome])


def serve_learner(requests: int, answers: int) -> None:
    """Answer every request on two pipes of these numbers until the first is closed, or the asking process ends."""
    end_with_parent()
    decode, encode = msgspec.json.Decoder(_Request).decode, msgspec.json.Encoder(enc_hook=write_rational).encode

    def send(answer: Answer) -> None:
        os.write(answers, encode(answer) + b"\n")

    with os.fdopen(requests, "rb") as lines:
        source, path, plan, events = msgspec.json.decode(next(lines), type=Greeting)
        sys.path += [place for place in path if place not in sys.path]
        in_force, audited = ([], list[str]) if plan is None else _restricted(source, plan, events)
        send(Answer(words=in_force))
        runner = LocalRunner(source)
        for line in lines:
            request, answer, sent = decode(line), Answer(), time.monotonic()
            long = request.is_long
            try:
                for reply in _answers(runner, request):
                    answer.add(reply)
                    if long and time.monotonic() - sent > SIGN_OF_LIFE:
                        answer.more = True
                        send(answer)
                        answer, sent = Answer(), time.monotonic()
                _add_facts(answer, runner, request.call)
            except InputError as error:
                answer.unusable = str(error)
                if error.__cause__ is not None:
                    answer.fault = _fault(error.__cause__, request.call)
            except Exception as error:  # noqa: BLE001 - likewise
                if request.call == "load" and not (raised_in_adapter(error) or where_raised(error)):
                    answer.unusable = f"it cannot be read: {type(error).__name__}: {error}"  # by us
                else:
                    answer.fault = _fault(error, request.blamed)
            except BaseException as error:  # noqa: BLE001 - also KeyboardInterrupt and its kin, raised by the learner
                answer.fault = _fault(error, request.blamed)
            answer.randomized = runner.randomized
            answer.words = audited() if request.call == "audit" else []
            send(answer)


def _add_facts(answer: Answer, runner: LocalRunner, call: str) -> None:
    """Add the requested facts about the learner to an answer."""
    if call == "load":
        answer.asks, answer.reads, answer.recipe = [*runner.asks], runner.reads, runner.recipe
        answer.passes = runner.most_passes
    if call == "bound" and (most := runner.bound()) is not None:
        answer.bound = write_rational(most)
    if call == "weights" and (w := runner.weights()) is not None:
        answer.weights = write_vector(w)


def _restricted(source: Source, plan: dict[str, Any], events: int) -> tuple[list[str], Callable[[], list[str]]]:
    """Restrict this process as its sandbox demands, before any code of the learner runs in it.

    Return what is in force, and what lists the audit events from now on.
    """
    from learners.runner.audit import listen
    from learners.runner.restrictions import restrict

    def tell(phrase: str) -> None:
        os.write(events, phrase.encode(errors="replace") + b"\n")

    in_force = restrict(plan)
    import numpy as np  # noqa: F401 - if it cannot be imported here, that is not the learner's fault

    if source.reading.batch:  # so that the audit sees what is changed in it
        import learners.shapes.batch  # noqa: F401

    if source.kind != "file":
        return in_force, listen(Path(os.devnull), tell)
    audited = listen(source.path, tell, hidden := dict[str, ModuleType](), plan.get("scratch", ""))
    _look_plain(str(source.path), hidden)
    return in_force, audited


def _look_plain(file: str, hidden: dict[str, ModuleType]) -> None:
    """Make this process look like a run of the file as a script.

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
    """Return the fault for an exception of the learner's code; a ``Fault`` raised by it counts as any exception."""
    fault = (
        error
        if isinstance(error, Fault) and error.kind in get_args(WorkersFault) and not error.limit
        else fault_of(error, call)
    )
    return fault.kind, fault.text, fault.call, fault.error, fault.place, fault.answer, fault.type
