"""The client of a worker: a process in which the learners of one source play.

In a game it is one learner. A grader has it play game after game in a sandbox, each with a learner of its own, made
from code that was loaded once. Labels are sent only after the prediction that they judge, except by ``branches``, whose
answers are hints for a search and never evidence, and in replays of learners of ours.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from learners.loading.sources import Source
from learners.protocol import Fault, Label, Prediction, View, as_probability
from learners.runner.child import GRADED_LOADING_SECONDS, LOADING, LOADING_SECONDS, Child, Limits, with_packages
from learners.runner.clock import CutShort, NotStarted, Stopwatch
from learners.runner.local import dense_view
from learners.runner.program_client import ProgramClient
from learners.runner.worker import BLAMED, SIGN_OF_LIFE, Answer, Greeting, parse_answer
from proofs.exact.errors import InputError, NotLoadedError, ResourceError, one_line
from proofs.exact.rationals import Rational, read_rational, simplest
from proofs.formats.trace import Coordinates, Sign, read_foreign_vector, write_point
from proofs.settings import Point, Setting, SettingRecord
from proofs.settings.vectors import RationalText

if TYPE_CHECKING:
    from learners.runner.isolation import Sandbox

WORKER = [sys.executable, "-u", "-P", "-"]
"""The command of a worker, which does not tell what it runs. Without buffers, what it has printed outlives it."""

WINDOW = 1024
"""Rounds that a replay sends at a time."""

LATE_SECONDS = 0.5
"""How long a late answer is waited for, before it is asked what else the learner has tried."""

MAX_EVENT_BYTES, MAX_EVENT = 1 << 14, 200
"""Bytes that are read of what a learner has tried, and characters of a phrase."""

ONLY_LABELS = "it answers with probabilities, and only a deterministic learner is graded"


class Client:
    """A process for the learners of one source.

    Without a ``sandbox`` it has made a learner for the setting, which is asked and told, unless it ``makes`` none, and
    its code is loaded alone; in one, ``begin`` makes it.
    ``budget`` is the time that all of a grader's processes have. ``known`` says that the learner could be loaded
    before: then it is the learner's fault if it cannot be now. ``lost`` is what ends this process if that fails, so
    that what it has said and tried can be kept.

    Attributes:
        in_force: what the sandbox keeps it from, in words.
        asks: the arguments that the learner's constructor names.
        made: how many learners it has been asked to make.

    Raises:
        InputError: the learner does not suit the setting, or, in a sandbox, is randomized; a ``NotLoadedError`` where
            its code cannot be loaded at all.
        Fault: its constructor failed, or the process hangs or ends while loading.
        CutShort: in a sandbox: the process could not be started (``NotStarted``), or as any of the methods: the budget
            has run out, the learner sleeps, or somebody has killed its process.

    """

    def __init__(  # noqa: PLR0913 - who plays, in what, within what limits
        self,
        source: Source,
        setting: Setting,
        limits: Limits,
        hash_seed: int,
        *,
        sandbox: "Sandbox | None" = None,
        budget: Stopwatch | None = None,
        known: bool = False,
        lost: "Callable[[Client], None] | None" = None,
        makes: bool = True,
    ) -> None:
        self.in_force, self.asks = sandbox.in_force if sandbox else (), frozenset[str]()
        self._bound: tuple[str | None, str | None] = None, None
        self._setting, self._seconds, self._sandboxed = setting, limits.call, sandbox is not None
        self._known, self._ours, self.made = known, source.is_ours, int(makes and not sandbox)
        self._says: type | None = None  # labels, or probabilities: never both
        self._lost = True  # whether the answers are out of step with the requests
        self._told = b""
        self._events, events = os.pipe()
        os.set_blocking(self._events, False)
        if sandbox:
            budget = budget or Stopwatch(limits.game)
        try:
            self._child = Child(
                WORKER,
                limits,
                hash_seed,
                stdio=False,
                text=with_packages("from learners.runner.worker import main"),
                sandbox=sandbox,
                budget=budget,
                passed=(events,),
            )
        except OSError as error:
            os.close(self._events)
            raise self._not_started(str(error.strerror or error)) from None
        finally:
            os.close(events)
        path = sys.path if source.kind == "object" else []
        greeting = Greeting(source, path, setting.record(), sandbox.plan if sandbox else None, events, makes)
        try:
            self._load(greeting, max(GRADED_LOADING_SECONDS if sandbox else LOADING_SECONDS, limits.call))
        except BaseException as error:
            (Client.close if lost is None or isinstance(error, NotStarted) else lost)(self)
            raise

    def _not_started(self, why: str) -> Exception:
        text = f"a process could not be started: {why}"
        return NotStarted(text) if self._sandboxed else ResourceError(text)

    def _load(self, greeting: Greeting, seconds: float) -> None:
        """Have it load the learner. What its first answer says is said before any code of the learner runs."""
        try:
            answer = parse_answer(LOADING, self._child.ask(LOADING, msgspec.json.encode(greeting), seconds))
        except (Fault, CutShort) as why:
            if not self._sandboxed:
                raise
            self.close()  # so that all is here that the sandbox has said
            said = self.output.strip().rpartition("\n")[2]
            raise self._not_started(one_line(said or str(why), MAX_EVENT)) from None
        outside = " ".join(self.in_force)
        self.in_force = *self.in_force, *[phrase for phrase in answer.words if phrase not in outside]
        answer = parse_answer(LOADING, self._child.hear(LOADING, seconds))
        self._lost = False
        self.asks = frozenset(answer.asks)
        self._bound = answer.bound, answer.bound_failed
        if answer.unusable is not None and (tried := ", ".join(self._streamed()[:2])):
            answer.unusable = f"it {tried}, and then {answer.unusable}"
        try:
            self._see_complete(LOADING, answer, len(answer.labels), 0)
        except InputError as error:
            raise error if answer.loaded else NotLoadedError(str(error)) from None
        self._known = self._known or not self._sandboxed

    def own_bound(self) -> Rational | None:
        """Return the most mistakes that the learner's own card allows, if it says: its word. Raises InputError."""
        bound, failed = self._bound
        if failed is not None:
            raise InputError(one_line(failed, MAX_EVENT))
        return None if bound is None else simplest(read_rational(bound))

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        """Make a learner for another setting; in halfspace games ``pool`` are points to be named by their numbers.

        ``sees`` is how it is shown points, if not as its card says.
        """
        self._setting = setting
        self.made += 1
        self._labels("fresh", [(write_point(x), 0) for x in pool], setting=setting.record(), sees=sees)

    def more_points(self, points: Sequence[Point]) -> None:
        """Give further points the next numbers of the pool."""
        self._labels("pool", [(write_point(x), 0) for x in points])

    def predict(self, points: Sequence[Point]) -> list[Label]:
        """Return what it says of points, or numbers of the pool; the last is the one to be told about next."""
        return self._labels("predict", [(write_point(x), 0) for x in points], expected=len(points))

    def tell(self, label: Label, points: Sequence[Point] = ()) -> list[Label]:
        """Tell it the label of the point that it was shown last, and return what it then says of others."""
        rounds: list[_Round] = [(0, label), *[(write_point(x), 0) for x in points]]
        return self._labels("tell", rounds, expected=len(points))

    def branches(self, games: Sequence[Sequence[tuple[int, Label]]], pool: int) -> list[list[Label]]:
        """Play each of these games to a learner of its own; return its labels in them, and then for the whole pool.

        ``pool`` is how many points that is; with 0 nothing is asked after the games.
        """
        expected = sum(len(game) for game in games) + pool * len(games)
        self.made += len(games)
        said = iter(self._labels("branches", [(0, 1 if pool else 0)], expected=expected, games=games))
        return [[next(said) for _ in range(len(game) + pool)] for game in games]

    def audit_events(self) -> list[str]:
        """Return what its code has tried to do beside learning, in words: by its own process's word, which it streams.

        That it has changed modules of ours is found only now, if it still answers.
        """
        from learners.runner.audit import MAX_EVENTS

        words: list[str] = []
        with suppress(Fault, CutShort):
            if self._lost:  # an answer may still come, and would be taken for this one
                self._child.hear("audit", LATE_SECONDS)
            words = parse_answer("audit", self._child.ask("audit", b'["audit"]', self._seconds)).words
        found = [*self._streamed(), *[one_line(phrase, MAX_EVENT) for phrase in words[:MAX_EVENTS]]]
        return [*dict.fromkeys(found)][:MAX_EVENTS]

    def _streamed(self) -> list[str]:
        """Return what has been tried so far, which was written down as it happened."""
        with suppress(BlockingIOError):
            while (most := MAX_EVENT_BYTES - len(self._told)) and (data := os.read(self._events, most)):
                self._told += data
        return [one_line(line.decode(errors="replace"), MAX_EVENT) for line in self._told.split(b"\n")[:-1]]

    @property
    def output(self) -> str:
        """What it has printed so far, cut."""
        return self._child.output.decode(errors="replace")

    def close(self) -> None:
        """End the process."""
        self._child.close()
        if self._events >= 0:
            os.close(self._events)
        self._events = -1

    def _labels(self, call: str, rounds: Sequence["_Round"], expected: int = 0, **options: Any) -> list[Label]:
        """Ask, and return what is said by a learner that is not randomized: one in a sandbox never is."""
        if expected > 1 or options:
            said: Iterable[Prediction] = self.answers(call, rounds, expected=expected, **options)
        else:
            said = self._brief(call, rounds, expected)
        labels: list[Label] = [label for label in said if isinstance(label, int)]
        self._known = True
        return labels

    def _brief(self, call: str, rounds: Sequence["_Round"], expected: int) -> list[Prediction]:
        """Do as ``answers`` does, but in one part: a grade asks some ten thousand times for one label, or for none."""
        name = BLAMED.get(call, call)
        patience = 2 * self._seconds if call == "tell" and expected else self._seconds
        self._lost = True
        answer = parse_answer(name, self._child.ask(name, _encode((call, rounds)), patience))
        self._lost = answer.more
        self._see_complete(name, answer, len(answer.labels), expected, rounds)
        return self._predictions(answer)

    def answers(  # noqa: PLR0913 - the parts of a request
        self,
        call: str,
        rounds: Sequence["_Round"],
        *,
        expected: int = 0,
        setting: SettingRecord | None = None,
        sees: View | None = None,
        games: Sequence[Sequence[tuple[int, Label]]] = (),
        blamed: str = "",
    ) -> Iterator[Prediction]:
        """Ask, and yield what is said, part by part; none of the learner's calls may take longer than the limit.

        The parts of a request are in ``learners.runner.worker``; ``blamed`` is what a fault says instead of the call.
        """
        name = blamed or BLAMED.get(call, call)
        # Between two parts of a long answer a learner may be made, be told and predict, but not more.
        calls = {"branches": 3, "round": 2, "tell": 2 if expected else 1}.get(call, 1)
        long = expected > 1 or call == "branches"  # only such an answer has parts
        signs = 10 if call == "round" else int(long)
        patience, heard = calls * self._seconds + signs * SIGN_OF_LIFE, 0
        self._lost = True
        line = self._child.ask(name, _encode((call, rounds, setting, sees, games)), patience)
        while True:
            answer = parse_answer(name, line)
            heard += len(answer.labels)
            if not (answer.more and long) or heard > expected:
                self._lost = answer.more
                self._see_complete(name, answer, heard, expected, rounds)
            yield from self._predictions(answer)
            if not answer.more:
                return
            line = self._child.hear(name, patience)

    def _predictions(self, answer: Answer) -> list[Prediction]:
        found = [said if isinstance(said, int) else prediction(said) for said in answer.labels]
        for kind in dict.fromkeys(map(type, found)):
            if kind is not self._says:
                if self._says is not None:
                    raise Fault("illegal label", "it answers now with labels and now with probabilities")
                if self._sandboxed and kind is not int:
                    raise Fault("illegal label", ONLY_LABELS)
                self._says = kind
        return found

    def _see_complete(
        self, call: str, answer: Answer, heard: int, expected: int, rounds: Sequence["_Round"] = ()
    ) -> None:
        """See that an answer is all that was asked for: the worker shares its process with the learner."""
        if answer.unusable is not None:
            raise self._refused(call, answer.unusable, rounds)
        if answer.fault is not None:
            raise Fault(*answer.fault)
        if heard != expected or answer.more:
            raise Fault("illegal label", f"{call} was answered with {heard} labels, not {expected}")

    def _refused(self, call: str, why: str, rounds: Sequence["_Round"]) -> Exception:
        """Return what to raise where the process says that the learner cannot be used.

        Once one was made, that is the word of its own code, and no reason to stop, unless a point is what cannot be.
        """
        if self._ours or not self._known:
            return InputError(why)
        for x, _ in rounds:
            if isinstance(x, list):
                dense_view(self._setting.dimension)(read_foreign_vector(x))  # raises InputError
        if call in (LOADING, BLAMED["fresh"]):
            return Fault("raised", f"{call}: {why}")
        return Fault("illegal label", f"{call} was answered with a complaint: {why}")


_encode = msgspec.json.Encoder().encode

_Round = tuple[Coordinates | int | msgspec.Raw, int]
"""A point as it is written, or its number in the pool, and its label, or 0."""


def prediction(said: Sign | RationalText) -> Prediction:
    """Read a label or a probability, which is checked again: the worker shares its process with the learner."""
    try:
        return said if isinstance(said, int) else as_probability(read_rational(said))
    except InputError as error:
        raise Fault("illegal probability", str(error)) from None


Host = Client | ProgramClient
"""Where the learners of one source play a grader's games."""


class ClientPlayer:
    """The learner that a grader's client has begun with, as a player."""

    def __init__(self, client: Host) -> None:
        self._client = client

    def predict(self, x: Point) -> Label:
        """Return the learner's label for x, or for the point of that number in the pool."""
        return self._client.predict([x])[0]

    def update(self, x: Point, y: Label) -> None:  # noqa: ARG002 - it is the point that was just shown
        """Tell the learner the label of the point that it was just shown."""
        self._client.tell(y)


class WorkerPlayer:
    """A learner in another Python process, as a player, which can also be asked about rounds that are over.

    Raises:
        InputError: the learner cannot be loaded.
        Fault: its constructor failed, or the process hangs or ends while loading.

    """

    def __init__(self, source: Source, setting: Setting, limits: Limits, hash_seed: int) -> None:
        self._client, self._ours = Client(source, setting, limits, hash_seed), source.is_ours

    def own_bound(self) -> Rational | None:
        """Return the most mistakes that its own card allows, if it says. Raises InputError."""
        return self._client.own_bound()

    def predict(self, x: Point) -> Prediction:
        """Return the learner's label for x, or its probability of +1."""
        (said,) = self._client.answers("predict", [(write_point(x), 0)], expected=1)
        return said

    def update(self, x: Point, y: Label) -> None:  # noqa: ARG002 - it is the point that was just shown
        """Tell the learner the label of the point that it was just shown."""
        self._client.tell(y)

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Prediction]:
        """Play recorded rounds, (point as JSON text, label), and yield the learner's predictions.

        A learner of ours is sent many rounds at a time. Others are sent every label after the prediction that it
        judges, together with the next point: in their process they could read it.
        """
        written = ((msgspec.Raw(x), label) for x, label in rounds)
        if self._ours:
            while window := list(islice(written, WINDOW)):
                yield from self._client.answers("round", window, expected=len(window))
            return
        last: list[_Round] = []
        for x, label in written:
            yield from self._client.answers("tell" if last else "predict", [*last, (x, 0)], expected=1, blamed="round")
            last = [(0, label)]
        if last:
            self._client.tell(label)

    def close(self) -> None:
        """End the process."""
        self._client.close()
