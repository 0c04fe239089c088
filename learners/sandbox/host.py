"""One process behind walls, in which the learners of one source play game after game for a grader.

Every game has a learner of its own, made from code that was loaded once. Labels are sent only after the prediction that
they judge, except by ``branches``, whose answers are hints for a search and never evidence.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from learners.loading.sources import Source, is_ours
from learners.protocol import Fault, Label, View
from learners.sandbox.audit import MOST
from learners.sandbox.child import Child, Limits, python_command
from learners.sandbox.clock import CutShort, Stopwatch
from learners.sandbox.isolation import Isolation
from learners.sandbox.worker import SIGN_OF_LIFE, Answer, read_answer
from proofs.exact.errors import InputError, one_line
from proofs.formats.settings import Point, Setting, SettingRecord, write_setting
from proofs.formats.trace import write_point

LATE_SECONDS = 0.5
"""How long a late answer is waited for, before it is asked what else the learner has tried."""

LOADING_SECONDS = 10.0
"""How long a submission may take to be imported: less than in a game, for a grader has many."""

LONGEST_DEEDS, LONGEST_DEED = 1 << 14, 200
"""Bytes that are read of what a learner has tried, and characters of a phrase."""


class Host:
    """A process for one learner's games; ``budget`` is the time that all of a grader's processes have.

    ``known`` says that the learner could be loaded before: then it is the learner's fault if it cannot be now. ``lost``
    is what ends this process if that fails, so that what it has said and tried can be kept.

    Attributes:
        in_force: the walls around it, in words.
        asks: the arguments that its constructor names.

    Raises:
        InputError: the learner cannot be loaded, or is randomized.
        Fault: its constructor failed, or the process hangs or ends while loading.
        CutShort: the process could not be started, or as any of the methods: the budget has run out, the learner
            sleeps, or somebody has killed its process.

    """

    def __init__(  # noqa: PLR0913, PLR0917 - who plays, in what, behind what
        self,
        source: Source,
        setting: Setting,
        isolation: Isolation,
        limits: Limits,
        hash_seed: int,
        budget: Stopwatch | None = None,
        *,
        known: bool = False,
        lost: "Callable[[Host], None] | None" = None,
    ) -> None:
        self._seconds = limits.call
        self._known, self._ours = known, is_ours(source)
        self.in_force, self.asks = isolation.in_force, frozenset[str]()
        self._lost = True  # whether the answers are out of step with the requests
        self._told = b""
        self._events, events = os.pipe()
        os.set_blocking(self._events, False)
        command = python_command("from learners.sandbox.worker import main\nmain()")
        budget = budget or Stopwatch(limits.game)
        try:
            self._child = Child(
                command, limits, hash_seed, stdio=False, isolation=isolation, budget=budget, passed=(events,)
            )
        except OSError as error:
            os.close(self._events)
            raise CutShort(f"a process could not be started: {error.strerror}") from None
        finally:
            os.close(events)
        place = source.kind, source.text, source.payload, sys.path if source.kind == "object" else []
        request = msgspec.json.encode((*place, write_setting(setting), isolation.plan, events))
        try:
            call, seconds = "loading the learner", max(LOADING_SECONDS, limits.call)
            answer = self._first_answer(call, request, seconds)
            outside = " ".join(isolation.in_force)
            self.in_force = *isolation.in_force, *[wall for wall in answer.words if wall not in outside]
            answer = read_answer(call, self._child.hear(call, seconds))
            self._lost = False
            self.asks = frozenset(answer.asks)
            if answer.unusable is not None:
                tried = ", ".join(self._streamed()[:2])
                raise self._unusable(call, f"it {tried}, and then {answer.unusable}" if tried else answer.unusable)
            if answer.fault is not None:
                raise Fault(*answer.fault)
        except BaseException:
            (lost or Host.close)(self)
            raise

    def _first_answer(self, call: str, request: bytes, seconds: float) -> Answer:
        """Return what is said before any code of the learner runs: whatever goes wrong by then is not its fault."""
        try:
            return read_answer(call, self._child.ask(call, request, seconds))
        except Fault as fault:
            raise CutShort(f"a process could not be started: {fault.detail}") from None

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        """Make a learner for another setting; in halfspace games ``pool`` are points to be named by their numbers.

        ``sees`` is how it is shown points, if not as its card says.
        """
        points = [(write_point(x), 0) for x in pool]
        self._labels("fresh", points, expected=0, setting=write_setting(setting), sees=sees)

    def more_points(self, points: Sequence[Point]) -> None:
        """Give further points the next numbers of the pool."""
        self._labels("pool", [(write_point(x), 0) for x in points], expected=0)

    def predict(self, numbers: Sequence[int]) -> list[Label]:
        """Return what it says of points, by their numbers; the last of them is the one to be told about next."""
        return self._labels("predict", [(number, 0) for number in numbers], expected=len(numbers))

    def tell(self, label: Label, numbers: Sequence[int] = ()) -> list[Label]:
        """Tell it the label of the point that it was shown last, and return what it then says of others."""
        rounds: list[tuple[object, int]] = [(0, label), *[(number, 0) for number in numbers]]
        return self._labels("tell", rounds, expected=len(numbers))

    def branches(self, games: Sequence[Sequence[tuple[int, Label]]], pool: int) -> list[list[Label]]:
        """Play each of these games to a learner of its own; return its labels in them, and then for the whole pool.

        ``pool`` is how many points that is; with 0 nothing is asked after the games.
        """
        expected = sum(len(game) for game in games) + pool * len(games)
        said = iter(self._labels("branches", [(0, 1 if pool else 0)], expected=expected, games=games))
        return [[next(said) for _ in range(len(game) + pool)] for game in games]

    def deeds(self) -> list[str]:
        """Return what its code has tried to do beside learning, in words: by its own process's word, which it streams.

        That it has changed modules of ours is found only now, if it still answers.
        """
        words: list[str] = []
        with suppress(Fault, CutShort):
            if self._lost:  # an answer may still come, and would be taken for this one
                self._child.hear("deeds", LATE_SECONDS)
            words = read_answer("deeds", self._child.ask("deeds", b'["deeds"]', self._seconds)).words
        found = [*self._streamed(), *[one_line(phrase, LONGEST_DEED) for phrase in words[:MOST]]]
        return [*dict.fromkeys(found)][:MOST]

    def _streamed(self) -> list[str]:
        """Return what has been tried so far, which was written down as it happened."""
        with suppress(BlockingIOError):
            while (most := LONGEST_DEEDS - len(self._told)) and (data := os.read(self._events, most)):
                self._told += data
        return [one_line(line.decode(errors="replace"), LONGEST_DEED) for line in self._told.split(b"\n")[:-1]]

    def _unusable(self, call: str, why: str) -> Exception:
        """Return what to raise where the process says that the learner cannot be used.

        Once a learner was made, that is the word of its own code, and no reason to stop.
        """
        return Fault("raised", f"{call}: {why}") if self._known and not self._ours else InputError(why)

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

    def _labels(  # noqa: PLR0913 - what a request has
        self,
        call: str,
        rounds: Sequence[tuple[object, int]],
        *,
        expected: int,
        setting: SettingRecord | None = None,
        games: Sequence[Sequence[tuple[int, Label]]] = (),
        sees: View | None = None,
    ) -> list[Label]:
        """Ask, and collect all the parts of the answer; none of its calls may take longer than the limit."""
        request = msgspec.json.encode((call, rounds, setting, games, sees))
        name = {"fresh": "the constructor", "tell": "update", "branches": "predict"}.get(call, call)
        # Between two parts of a long answer a learner may be made, be told and predict, but not more.
        calls = 3 if games else 2 if call == "tell" and expected else 1
        patience = calls * self._seconds + SIGN_OF_LIFE * (expected > 1 or bool(games))
        self._lost = True
        answer = read_answer(name, self._child.ask(name, request, patience))
        labels = answer.labels
        while answer.more and len(labels) <= expected:
            answer = read_answer(name, self._child.hear(name, patience))
            labels += answer.labels
        self._lost = answer.more
        if answer.unusable is not None:
            raise self._unusable(name, answer.unusable)
        if answer.fault is not None:
            raise Fault(*answer.fault)
        if len(labels) != expected:
            raise Fault("illegal label", f"{name} was answered with {len(labels)} labels, not {expected}")
        found: list[Label] = [said for said in labels if isinstance(said, int)]
        if len(found) != len(labels):
            raise Fault("illegal label", "it answers with probabilities, and only a deterministic learner is graded")
        self._known = True
        return found


def folder_of(source: Source) -> Path:
    """Return what a learner's process needs to see of the disk, beside Python: its file."""
    return Path(source.payload.rpartition(":")[0] if source.kind == "file" else source.payload).resolve()
