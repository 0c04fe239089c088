"""The runner of an executable in any language, over a line protocol (docs/extend.md).

The protocol has one question in each round, and one game in each process. So every game is played in a separate
process. To learn a program's answer on another point, a second process is taught the same rounds.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from learners.loading.sources import OFFERED, Source
from learners.protocol import Fault, Label, View, run_rounds
from learners.runner.child import GRADED_LOADING_SECONDS, HANDSHAKE, LIMITS, LOADING_SECONDS, Child, Limits
from learners.runner.clock import CutShort, Stopwatch
from learners.runner.runner import Runner
from proofs.exact.errors import InputError, one_line, refusal_of
from proofs.exact.rationals import Rational
from proofs.settings import Point, Setting

if TYPE_CHECKING:
    from learners.runner.isolation import Sandbox

MAX_COMPLAINT = 250
"""Characters of what a program has written when it did not start."""

_LABELS: dict[bytes, Label] = {b"+1": 1, b"-1": -1, b"1": 1}

_Rounds = Sequence[tuple[Point, Label]]


class ProgramRunner(Runner):
    """The processes of one program. In every one each label is sent after the prediction that it judges.

    The arguments are those of a ``WorkerRunner``; a ``budget`` says that it is graded. Then what it writes to its
    standard error is kept in place of being shown.

    Raises:
        InputError: by ``begin``: it cannot be run, or, graded for the first time, does not answer the handshake.
        Fault: it does not answer the handshake, or as it should.
        CutShort: graded: the budget has run out, it sleeps, it was killed, or it cannot be started again.

    """

    asks = frozenset(OFFERED)

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
        self._source, self._limits, self._hash_seed = source, limits, hash_seed
        self._sandbox, self._budget, self._known = sandbox, budget, known
        self.in_force = sandbox.in_force if sandbox else ()
        self._process: _Process | None = None
        self._asked: tuple[Point, Label] | None = None  # the point whose label it waits for, and what it said

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:  # noqa: ARG002 - it sees what the protocol has
        """Begin a game of a fresh process, which is started now if none was before."""
        self.close()
        self._setting, self._pool = setting, list(pool)
        self._rounds: list[tuple[Point, Label]] = []
        if self._known:
            return
        try:
            self._process = self._start()
        except (Fault, CutShort) as why:
            if not self._budget:
                raise
            raise InputError(f"{self._source.text} does not answer the handshake with ready: {why}") from None
        self._known = True

    def predict(self, x: Point) -> Label:
        """Show it a point, in another process if this one still waits for the label of another point."""
        x = self._point(x)
        if self._asked is not None:
            if self._asked[0] == x:
                return self._asked[1]
            self.close()
        if self._process is None:
            self._process, _ = self._taught(self._rounds)
        label = self._process.predict(x)
        self._asked = x, label
        return label

    def update(self, x: Point, y: Label) -> None:  # noqa: ARG002 - it is the point that it was shown last
        """Tell it the label of the point that it was shown last."""
        if self._process is not None and self._asked is not None:
            self._process.update(self._asked[0], y)
            if self._budget:  # only a grader asks about points that are not played
                self._rounds.append((self._asked[0], y))
            self._asked = None

    def branches(self, games: Sequence[_Rounds], points: int) -> list[list[Label]]:
        """Play each of these games to a process of its own, and ask further ones about the first points by number."""
        answers = []
        for game in games:
            rounds = [(self._point(x), label) for x, label in game]
            process, predictions = self._taught(rounds)
            self._end(process)
            for number in range(points):
                process, _ = self._taught(rounds)
                try:
                    predictions.append(process.predict(self._point(number)))
                finally:
                    self._end(process)
            answers.append(predictions)
        return answers

    def close(self) -> None:
        """End the process that plays."""
        if self._process is not None:
            self._end(self._process)
        self._process = self._asked = None

    def _point(self, x: Point) -> Point:
        return self._pool[x] if self._pool and isinstance(x, int) else x

    def _taught(self, rounds: _Rounds) -> "tuple[_Process, list[Label]]":
        """Start the program and teach it rounds; return its process and its predictions."""
        if self._budget:
            self._budget.check()
        try:
            process = self._start()
        except InputError as error:
            if not self._budget:
                raise
            raise CutShort(str(error)) from None  # it could be run before
        try:
            return process, [prediction for _, prediction, _ in run_rounds(process, rounds)]
        except BaseException:
            self._end(process)
            raise

    def _start(self) -> "_Process":
        path, limits, around = self._source.payload, self._limits, self._sandbox
        try:
            child = Child([path], limits, self._hash_seed, stdio=True, sandbox=around, budget=self._budget)
        except OSError as error:
            raise refusal_of(f"the program {path!r} cannot be run", error) from None
        loading = GRADED_LOADING_SECONDS if self._budget else LOADING_SECONDS
        process = _Process(child, limits.call)
        try:
            process.shake_hands(f"forced-mistakes 1 {self._setting.greeting()}", max(loading, limits.call))
        except Fault as fault:
            self._end(process)
            wrote = f"; it wrote: {one_line(process.output, MAX_COMPLAINT)}" if process.output else ""
            raise Fault(
                fault.kind, f"{fault.detail}{wrote}", fault.call, limit=fault.limit, seconds=fault.seconds
            ) from None
        except BaseException:
            self._end(process)
            raise
        return process

    def _end(self, process: "_Process") -> None:
        process.close(grace=0.0 if self._budget else 1.0)
        self.output = self.output or process.output


class _Process:
    """A process that plays one game: one message a round, which carries the last label and the next point."""

    def __init__(self, child: Child, seconds: float) -> None:
        self._child, self._seconds = child, seconds
        self._last = 0  # the label that the program has not heard yet
        self._exact = False

    def shake_hands(self, greeting: str, seconds: float) -> None:
        """Tell it the setting, and see that it is ready."""
        self._exact = b"exact" in self._ask(HANDSHAKE, greeting.encode(), {b"ready"}, seconds)

    def predict(self, x: Point) -> Label:
        """Send the last label and the point, and return the program's label."""
        if isinstance(x, int):
            point = str(x)
        else:
            point = " ".join([f"{index}:{value if self._exact else _decimal(value)}" for index, value in x.entries])
        answer = self._ask("predict", f"point {self._last:+d} {point}".encode(), set(_LABELS), self._seconds)
        self._last = 0
        return _LABELS[answer[0]]

    def update(self, x: Point, y: Label) -> None:  # noqa: ARG002 - it is the point that was just shown
        """Keep the label for the next message."""
        self._last = y

    @property
    def output(self) -> str:
        """Return the beginning of its standard error in a grade; in a game it was shown directly."""
        return self._child.output.decode(errors="replace")

    def close(self, grace: float) -> None:
        """Send ``quit`` with the last label, and kill the program if it has not ended after some seconds."""
        self._child.tell(f"quit {self._last:+d}".encode())
        self._child.close(grace)

    def _ask(self, call: str, request: bytes, expected: set[bytes], seconds: float) -> list[bytes]:
        """Send a line; return the words of the first line back that starts with an expected one, skipping others."""
        began = self._child.begin()
        words = self._child.ask(call, request, seconds, began).split()
        while not words or words[0] not in expected:
            if words and not words[0].isalpha():  # a number, or nearly one
                first = ascii(words[0][:20].decode(errors="replace"))
                wanted = " or ".join(sorted(word.decode() for word in expected))
                raise Fault("illegal label", f"{call} was answered with {first}, not {wanted}")
            words = self._child.hear(call, seconds, began).split()
        return words


def _decimal(value: Rational) -> str:
    try:
        return repr(float(value))
    except OverflowError:
        raise InputError("a coordinate is too large for a float64") from None
