"""One process behind walls, in which the learners of one source play game after game for a grader.

Every game has a learner of its own, made from code that was loaded once. Labels are sent only after the prediction that
they judge, except by ``branches``, whose answers are hints for a search and never evidence.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from learners.child import Child, Limits, python_command
from learners.clock import Stopwatch
from learners.isolation import Isolation
from learners.protocol import Fault, Label, View
from learners.sources import Source
from learners.worker import SIGN_OF_LIFE, Answer
from proofs.errors import InputError
from proofs.settings import Point, Setting, write_setting
from proofs.trace import write_point

LATE_SECONDS = 0.5
"""How long a late answer is waited for, before it is asked what else the learner has tried."""

LOADING_SECONDS = 10.0
"""How long a submission may take to be imported: less than in a game, for a grader has many."""


class Host:
    """A process for one learner's games; ``budget`` is the time that all of a grader's processes have.

    Attributes:
        in_force: the walls around it, in words.
        asks: the arguments that its constructor names.

    Raises:
        InputError: the learner cannot be loaded, or is randomized.
        Fault: its constructor failed, or the process hangs or ends while loading.
        OutOfTime: the budget has run out, or the learner sleeps; any of the methods may raise it.

    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a process of somebody's learner is
        self,
        source: Source,
        setting: Setting,
        isolation: Isolation,
        limits: Limits,
        hash_seed: int,
        budget: Stopwatch | None = None,
    ) -> None:
        self._seconds = limits.call
        self._decode = msgspec.json.Decoder(Answer).decode
        self.in_force, self.asks = isolation.in_force, frozenset[str]()
        self._lost = False  # whether the answers are out of step with the requests
        command = python_command("from learners.worker import main\nmain()")
        budget = budget or Stopwatch(limits.game)
        self._child = Child(command, limits, hash_seed, stdio=False, isolation=isolation, budget=budget)
        place = source.kind, source.text, source.payload, sys.path if source.kind == "object" else []
        request = msgspec.json.encode((*place, write_setting(setting), isolation.plan))
        try:
            call = "loading the learner"
            answer = self._read(call, self._child.ask(call, request, max(LOADING_SECONDS, limits.call)))
            outside = " ".join(isolation.in_force)
            self.in_force = *isolation.in_force, *[wall for wall in answer.words if wall not in outside]
            self.asks = frozenset(answer.asks)
            if answer.unusable is not None:
                raise InputError(answer.unusable)
            if answer.fault is not None:
                raise Fault(*answer.fault)
        except BaseException:
            self.close()
            raise

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        """Make a learner for another setting; in halfspace games ``pool`` are points to be named by their numbers.

        ``sees`` is how it is shown points, if not as its card says.
        """
        plain = {**write_setting(setting), "sees": sees}
        self._labels("fresh", [(write_point(x), 0) for x in pool], expected=0, setting=plain)

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
        """Return what its code has tried to do beside learning, in words; its own process says so."""
        if self._lost:  # an answer may still come, and would be taken for this one
            self._child.hear("deeds", LATE_SECONDS)
        answer = self._read("deeds", self._child.ask("deeds", b'["deeds"]', self._seconds))
        return answer.words

    @property
    def output(self) -> str:
        """What it has printed so far, cut."""
        return self._child.output.decode(errors="replace")

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def _labels(
        self,
        call: str,
        rounds: Sequence[tuple[object, int]],
        *,
        expected: int,
        setting: object = None,
        games: Sequence[Sequence[tuple[int, Label]]] = (),
    ) -> list[Label]:
        """Ask, and collect all the parts of the answer; none of its calls may take longer than the limit."""
        request = msgspec.json.encode((call, rounds, setting, games))
        name = {"fresh": "the constructor", "tell": "update", "branches": "predict"}.get(call, call)
        # In a long request a learner is made, is told and predicts between two parts of the answer.
        patience = self._seconds if len(rounds) <= 1 and not games else 3 * self._seconds + SIGN_OF_LIFE
        self._lost = True
        answer = self._read(name, self._child.ask(name, request, patience))
        labels = answer.labels
        while answer.more and len(labels) <= expected:
            answer = self._read(name, self._child.hear(name, patience))
            labels += answer.labels
        self._lost = answer.more
        if answer.unusable is not None:
            raise InputError(answer.unusable)
        if answer.fault is not None:
            raise Fault(*answer.fault)
        if len(labels) != expected:
            raise Fault("illegal label", f"{name} was answered with {len(labels)} labels, not {expected}")
        found: list[Label] = [said for said in labels if isinstance(said, int)]
        if len(found) != len(labels):
            raise Fault("illegal label", "it answers with probabilities, and only a deterministic learner is graded")
        return found

    def _read(self, call: str, line: bytes) -> Answer:
        try:
            return self._decode(line)
        except msgspec.MsgspecError:
            raise Fault("illegal label", f"{call} was answered with something that is no answer") from None


def folder_of(source: Source) -> Path:
    """Return what a learner's process needs to see of the disk, beside Python: its file."""
    return Path(source.payload.rpartition(":")[0] if source.kind == "file" else source.payload).resolve()
