"""The runner that plays the learners of one source in a worker process.

In a game this is one learner. A grader plays many games in one process, in a sandbox: each game has its own learner,
and the code is loaded once. Labels are sent only after the predictions for their points. There are two exceptions:
``branches``, whose answers are hints for a search and never evidence, and traces that registered learners replay.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from learners.loading.sources import Source
from learners.protocol import MAX_WEIGHTS, Fault, Label, Prediction, View, as_probability, plain_number
from learners.runner.child import GRADED_LOADING_SECONDS, LIMITS, LOADING, LOADING_SECONDS, Child, Limits, with_packages
from learners.runner.clock import CutShort, NotStarted, Stopwatch
from learners.runner.runner import ONLY_LABELS, Recorded, Replayed, Runner, Turn, dense_view, labels
from learners.runner.worker import CONSTRUCTOR, SIGN_OF_LIFE, TRAINING, Answer, Greeting, parse_answer
from proofs.exact.errors import InputError, NotLoadedError, ResourceError, one_line
from proofs.exact.rationals import Rational, read_rational, simplest
from proofs.exact.vectors import Vector
from proofs.formats.trace import UNREADABLE, Sign, read_foreign_vector, write_point
from proofs.settings import Point, Setting
from proofs.settings.vectors import RationalText

if TYPE_CHECKING:
    from learners.runner.isolation import Sandbox

WORKER = [sys.executable, "-u", "-P", "-"]
"""The command of a worker, which does not tell what it runs. Without buffers, what it has printed outlives it."""

LATE_SECONDS = 0.5
"""How long a late answer is waited for, before it is asked what else the learner has tried."""

MAX_TEXTS = 1 << 14
"""Points of pools that are kept as they are written."""

MAX_EVENT_BYTES, MAX_EVENT, MAX_READS = 1 << 14, 200, 400
"""Bytes that are read of what a learner has tried, and characters of a phrase."""


class WorkerRunner(Runner):
    """The learners of one source in a process of their own, which is started at once.

    ``budget`` is the time that all of a grader's processes have. ``known`` says that the learner could be loaded
    before: then it is the learner's fault if it cannot be now.

    Raises:
        InputError: by ``load`` and ``begin``: the learner does not suit the setting; a ``NotLoadedError`` where its
            code cannot be loaded at all.
        Fault: its constructor failed, it is randomized in a sandbox, or the process hangs or ends.
        CutShort: in a sandbox: the process could not be started (``NotStarted``), or as any of the methods: the budget
            has run out, the learner sleeps, or its process was killed.

    """

    takes_turns = True

    def __init__(  # noqa: PLR0913 - who plays, within what limits
        self,
        source: Source,
        limits: Limits = LIMITS,
        hash_seed: int = 1,
        *,
        sandbox: "Sandbox | None" = None,
        budget: Stopwatch | None = None,
        known: bool = False,
    ) -> None:
        self.in_force = sandbox.in_force if sandbox else ()
        self._source, self._plan, self._sandboxed = source, sandbox.plan if sandbox else None, sandbox is not None
        self._seconds, self._known = limits.call, known
        self._loading = max(GRADED_LOADING_SECONDS if sandbox else LOADING_SECONDS, limits.call)
        self._loaded = False
        self._says: type | None = None  # labels, or probabilities: never both
        self._lost = True  # whether the answers are out of step with the requests
        self._told = b""
        self._texts: dict[int, tuple[Point, msgspec.Raw]] = {}
        self._events, self._events_there = os.pipe()
        os.set_blocking(self._events, False)
        if sandbox:
            budget = budget or Stopwatch(limits.game)
        try:
            self._child = Child(
                WORKER,
                limits,
                hash_seed,
                stdio=False,
                text=with_packages("from learners.runner.worker import serve_learner as main"),
                sandbox=sandbox,
                budget=budget,
                passed=(self._events_there,),
            )
        except OSError as error:
            os.close(self._events)
            raise self._not_started(str(error.strerror or error)) from None
        finally:
            os.close(self._events_there)

    def _not_started(self, why: str) -> Exception:
        text = f"a process could not be started: {why}"
        return NotStarted(text) if self._sandboxed else ResourceError(text)

    def load(self) -> None:
        """Load the learner's code. The worker sends its first answer before any of that code runs."""
        if self._loaded:
            return
        self._loaded = True
        path = sys.path if self._source.kind == "object" else []
        greeting: Greeting = (self._source, path, self._plan, self._events_there)
        try:
            line = self._child.ask(LOADING, msgspec.json.encode(greeting), self._loading)
            answer = parse_answer(LOADING, line, "words")
        except (Fault, CutShort) as why:
            if not self._sandboxed:
                raise
            self.close()  # so that all is here that the sandbox has said
            printed = self.output.strip().rpartition("\n")[2]
            raise self._not_started(one_line(printed or str(why), MAX_EVENT)) from None
        if self._plan and "memory" in self._plan:
            self._child.limit_memory(self._plan["memory"])
        outside = " ".join(self.in_force)
        self.in_force = *self.in_force, *[phrase for phrase in answer.words if phrase not in outside]
        answer = parse_answer(LOADING, self._child.ask(LOADING, b'["load"]', self._loading), "asks")
        self._lost = False
        if answer.unusable is not None and (tried := ", ".join(self._streamed()[:2])):
            answer.unusable = f"it {tried}, and then {answer.unusable}"
        try:
            self._see_complete(LOADING, answer, len(answer.labels), 0)
        except InputError as error:
            raise NotLoadedError(str(error)) from error.__cause__
        self.asks, self.reads = frozenset(answer.asks), one_line(answer.reads, MAX_READS)
        self.recipe, self.most_passes = answer.recipe, answer.passes

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        """Make a fresh learner for a setting; in a game it may take as long as to load its code."""
        self.load()
        self._setting = setting
        self.made += 1
        seconds = self._seconds if self._sandboxed else self._loading
        self._turn(CONSTRUCTOR, Turn(setting=setting, pool=[*pool], sees=sees), seconds)

    def add_points(self, points: Iterable[Point]) -> None:
        """Give further points the next numbers of the pool."""
        self._turn("pool", Turn(pool=[*points]))

    def predict(self, x: Point) -> Prediction:
        """Return the learner's prediction for a point."""
        (prediction,) = self._turn("predict", Turn(points=[x]))
        return prediction

    def peek(self, points: Iterable[Point]) -> list[Label]:
        """Return the learner's labels of several points, sent in one message."""
        return labels(self._turn("predict", Turn(points=[*points])))

    def update(self, x: Point, y: Label) -> None:  # noqa: ARG002 - it is the point that it was shown last
        """Tell the learner the label of the point that it was shown last."""
        self._turn("update", Turn(y))

    def _turn(self, call: str, turn: Turn, seconds: float | None = None) -> list[Prediction]:
        """Take a turn of the game at hand; ``call`` is what a fault says, ``seconds`` the limit on each call."""
        expected, seconds = len(turn.points), seconds or self._seconds
        calls = 2 if expected and turn.label else 1
        patience = calls * seconds + (expected > 1) * SIGN_OF_LIFE
        written = ("turn", [(0, turn.label or 0, *self._written(turn))])
        return self._ask(call, written, patience, expected, (*turn.pool, *turn.points))

    def _predictions_of(self, rounds: Iterable[tuple[Point, Label]]) -> Iterator[Prediction]:
        """Send each label after the prediction that it judges, together with the next point.

        In their process learners could read it before. A fault may then be the update's or the next prediction's.
        """
        last: Label | None = None
        for x, label in rounds:
            yield from self._turn("round", Turn(last, points=[x]))
            last = label
        if last:
            self._turn("update", Turn(last))

    def replay(self, rounds: Iterable[Recorded] | Path) -> Iterator[Replayed]:
        """Play recorded rounds, or those of a trace that we wrote; yield how each, or some, are replayed.

        A learner of ours has its process read a trace and compare, so that no round is sent; in a sandbox it cannot.

        Raises:
            ResourceError: its process cannot read the trace.

        """
        if self._sandboxed or not self._source.is_ours or not isinstance(rounds, Path):
            yield from super().replay(rounds)
            return
        patience = 2 * self._seconds + 10 * SIGN_OF_LIFE  # between two signs of life it plays one round
        self._lost, reached = True, 0
        line = self._child.ask("round", _encode(("trace", (), (), 0, str(rounds.absolute()))), patience)
        while True:
            answer, before = parse_answer("round", line, "reached"), reached
            if answer.reached:
                reached, recorded, prediction = answer.reached
                yield reached, _prediction(recorded), _prediction(prediction)
            if not (answer.more and reached > before):
                self._lost = answer.more
                if answer.unusable is not None and answer.unusable.startswith(UNREADABLE):
                    raise ResourceError(answer.unusable)
                self._see_complete("round", answer, 0, 0)
                return
            line = self._child.hear("round", patience)

    def take_turns(self, turns: Iterable[tuple[int, Turn]]) -> list[list[Label] | Fault]:
        """Take a turn in each of several games, in one message; return what each learner says, or its fault.

        No turn may take longer than a call, of all together none knows which did: that is a fault of nobody yet.
        """
        asked = list(turns)
        written = [(game, turn.label or 0, *self._written(turn)) for game, turn in asked]
        patience, heard, outcomes = self._seconds + SIGN_OF_LIFE, 0, list[list[Label] | Fault]()
        self.made += sum(turn.setting is not None for _, turn in asked)
        self._lost = True
        name = "update or predict" if any(turn.label for _, turn in asked) else "predict"
        line = self._child.ask(self._limited(name), _encode(("turns", written)), patience)
        while True:
            answer = parse_answer(name, line, "turns")
            for complaint in (reply.unusable for reply in (answer, *answer.turns) if reply.unusable is not None):
                raise Fault("illegal label", complaint)  # whose word that is shows where a game begins alone
            heard += len(answer.turns)
            outcomes += [
                self._said(turn, reply) for (_, turn), reply in zip(asked[len(outcomes) :], answer.turns, strict=False)
            ]
            if not (answer.more and answer.turns) or heard > len(asked):
                self._lost = answer.more
                self._see_complete(name, answer, heard, len(asked))
                return outcomes
            line = self._child.hear(self._limited(name), patience)

    def _written(self, turn: Turn) -> tuple[Any, ...]:
        """Return the points of a turn as they are written, and how it begins, if it does, or names points."""
        points = [x if type(x) is int else write_point(x) for x in turn.points]
        if turn.setting is not None:
            return points, [*map(self._named, turn.pool)], turn.setting.record(), turn.sees
        return (points, [write_point(x) for x in turn.pool]) if turn.pool else (points,)

    def _named(self, x: Point) -> msgspec.Raw:
        """Return the (cached) written form of a point in a pool."""
        if id(x) not in self._texts:  # to hash a vector takes as long as to write it
            if len(self._texts) >= MAX_TEXTS:
                self._texts.clear()
            self._texts[id(x)] = x, msgspec.Raw(_encode(write_point(x)))
        return self._texts[id(x)][1]

    def _said(self, turn: Turn, answer: Answer) -> list[Label] | Fault:
        try:
            self._see_complete("predict", answer, len(answer.labels), len(turn.points))
            predictions = self._predictions(answer)
            return cast("list[Label]", predictions) if self._says is int else labels(predictions)
        except Fault as fault:
            return fault

    def branches(self, games: Sequence[Sequence[tuple[Point, Label]]], points: int) -> list[list[Label]]:
        """Play each of these games to a learner of its own, and then ask that about the first points by number."""
        expected = sum(len(game) for game in games) + points * len(games)
        self.made += len(games)
        patience = 3 * self._seconds + SIGN_OF_LIFE  # between two parts a learner may be made, be told and predict
        answer = self._ask("predict", ("branches", (), games, points), patience, expected)
        predictions = iter(labels(answer))
        return [[next(predictions) for _ in range(len(game) + points)] for game in games]

    def bound(self) -> Rational | None:
        """Return the most mistakes that the learner's own card allows, if it says: its word. Raises InputError."""
        answer = parse_answer("bound", self._child.ask("bound", b'["bound"]', self._loading), "bound")
        if answer.unusable is not None:
            raise InputError(one_line(answer.unusable, MAX_READS))
        self._see_complete("bound", answer, len(answer.labels), 0)
        try:
            return None if answer.bound is None else simplest(read_rational(answer.bound))
        except InputError as error:
            raise Fault("illegal label", f"bound was answered with no bound: {error}") from None

    def weights(self) -> Vector | None:
        """Return the vector in the learner's attribute, if it has the setting's dimension."""
        answer = parse_answer("weights", self._child.ask("weights", b'["weights"]', self._seconds), "weights")
        self._see_complete("weights", answer, len(answer.labels), 0)
        try:
            w = read_foreign_vector(answer.weights or [])
        except (InputError, ValueError):
            return None
        small = answer.weights is not None and len(w.entries) <= MAX_WEIGHTS
        fits = all(index < self._setting.dimension and plain_number(value) is not None for index, value in w.entries)
        return w if small and fits else None

    def audit_events(self) -> list[str]:
        """Return the audit events that the learner's process has reported, in words.

        That it has changed modules of ours is found only now, if it still answers.
        """
        from learners.runner.audit import MAX_EVENTS

        words: list[str] = []
        with suppress(Fault, CutShort):
            if self._lost:  # an answer may still come, and would be taken for this one
                self._child.hear("audit", LATE_SECONDS)
            words = parse_answer("audit", self._child.ask("audit", b'["audit"]', self._seconds), "words").words
        events = [*self._streamed(), *[one_line(phrase, MAX_EVENT) for phrase in words[:MAX_EVENTS]]]
        return [*dict.fromkeys(events)][:MAX_EVENTS]

    def _streamed(self) -> list[str]:
        """Return the audit events so far, each of which was written when it happened."""
        from learners.runner.audit import VERBS

        with suppress(BlockingIOError):
            while (most := MAX_EVENT_BYTES - len(self._told)) and (data := os.read(self._events, most)):
                self._told += data
        lines = [line.decode(errors="replace") for line in self._told.split(b"\n")[:-1]]
        own = "wrote to a pipe of this program: "
        return [one_line(line if line.startswith(VERBS) else f"{own}{line}", MAX_EVENT) for line in lines]

    @property
    def output(self) -> str:  # type: ignore[override]
        """What it has printed so far, cut."""
        return self._child.output.decode(errors="replace")

    def close(self) -> None:
        """End the process."""
        self._child.close()
        if self._events >= 0:
            os.close(self._events)
        self._events = -1

    def _ask(
        self, call: str, request: tuple[Any, ...], patience: float, expected: int, points: Sequence[Point] = ()
    ) -> list[Prediction]:
        """Send a request, which shows points, and return the complete answer: so many predictions, perhaps in parts.

        ``call`` is what a fault says, and ``patience`` the time limit between two parts.
        """
        self._lost = True
        line = self._child.ask(self._limited(call), _encode(request), patience)
        predictions: list[Prediction] = []
        long = expected > 1 or request[0] == "branches"  # only such an answer has parts
        while True:
            answer = parse_answer(call, line)
            heard = len(predictions) + len(answer.labels)
            is_last = not (answer.more and long and answer.labels) or heard > expected
            if is_last:
                self._lost = answer.more
                self._see_complete(call, answer, heard, expected, points)
            predictions += self._predictions(answer)
            if is_last:
                return predictions
            line = self._child.hear(self._limited(call), patience)

    def _limited(self, call: str) -> str:
        """Name a call as its limits do."""
        return TRAINING if self._source.reading.batch and "predict" in call else call

    def _predictions(self, answer: Answer) -> list[Prediction]:
        if self._says is int and all(type(text) is int for text in answer.labels):
            return cast("list[Prediction]", answer.labels)
        predictions = [text if isinstance(text, int) else _prediction(text) for text in answer.labels]
        for kind in dict.fromkeys(map(type, predictions)):
            if kind is not self._says:
                if self._says is not None:
                    raise Fault("illegal label", "it answers now with labels and now with probabilities")
                if self._sandboxed and kind is not int:
                    raise Fault("illegal label", ONLY_LABELS)
                self._says, self.randomized = kind, kind is not int
        return predictions

    def _see_complete(self, call: str, answer: Answer, heard: int, expected: int, points: Sequence[Point] = ()) -> None:
        """Check that an answer is complete, because the worker shares its process with the learner."""
        self.randomized |= answer.randomized
        if answer.unusable is not None:
            raise self._refused(call, answer.unusable, points) from answer.fault and Fault(*answer.fault)
        if answer.fault is not None:
            raise Fault(*answer.fault)
        if answer.more:
            raise Fault("illegal label", f"{call} was answered with parts that are empty, or too many")
        if heard != expected:
            raise Fault("illegal label", f"{call} was answered with {heard} labels, not {expected}")
        self._known = self._known or call != LOADING

    def _refused(self, call: str, why: str, points: Sequence[Point]) -> Exception:
        """Return the error for an answer that says that the learner cannot be used.

        Once one was made, that is the word of its own code, and no reason to stop, unless a point is what cannot be.
        """
        if self._source.is_ours or not self._known:
            return InputError(why)
        for x in points:
            if isinstance(x, Vector):
                dense_view(self._setting.dimension)(x)  # raises InputError
        if call in (LOADING, CONSTRUCTOR):
            return Fault("raised", f"{call}: {why}")
        return Fault("illegal label", f"{call} was answered with a complaint: {why}")


_encode = msgspec.json.Encoder().encode


def _prediction(text: Sign | RationalText) -> Prediction:
    """Read a label or a probability, which is checked again: the worker shares its process with the learner."""
    try:
        return text if isinstance(text, int) else as_probability(read_rational(text))
    except InputError as error:
        raise Fault("illegal probability", str(error)) from None
