"""A program that is graded or attacked: game after game, each played to a process of its own.

The line protocol has one question a round, and no second learner. So whatever else is asked is asked of a further
process that was taught the same rounds: what ``Client`` does with copies in one process, this does with processes.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from learners.loading.sources import OFFERED, Source
from learners.protocol import Fault, Label, View
from learners.rounds import run_rounds
from learners.runner.child import Limits
from learners.runner.clock import CutShort, Stopwatch
from learners.runner.isolation import Sandbox
from learners.runner.program import ProgramPlayer
from proofs.exact.errors import InputError
from proofs.settings import Halfspaces, Point, Setting

_Rounds = Sequence[tuple[Point, Label]]


class ProgramClient:
    """The processes of one program. In every one each label is sent after the prediction that it judges.

    The arguments are those of ``Client``. What it writes to its standard error is kept in place of being shown.

    Attributes:
        in_force: what stands around it, in words.
        asks: what the handshake tells it.
        output: the beginning of what it has written to its standard error.

    Raises:
        InputError: at first: it cannot be run, or does not answer the handshake.
        Fault: it does not answer the handshake, though it has before.
        CutShort: as any of the methods: the budget has run out, it sleeps, somebody has killed it, or it cannot be
            started again.

    """

    asks = frozenset(OFFERED)

    def __init__(  # noqa: PLR0913 - who plays, within what limits
        self,
        source: Source,
        setting: Setting,
        limits: Limits,
        hash_seed: int,
        *,
        sandbox: Sandbox,
        budget: Stopwatch,
        known: bool = False,
    ) -> None:
        self._open = partial(ProgramPlayer, source, limits=limits, hash_seed=hash_seed, sandbox=sandbox, budget=budget)
        self._budget, self.in_force, self.output = budget, sandbox.in_force, ""
        self._player: ProgramPlayer | None = None
        self._asked: tuple[Point, Label] | None = None  # the point whose label it waits for, and what it said
        self.begin(setting)
        if not known:
            try:
                self._player = self._open(setting=setting)
            except (Fault, CutShort) as why:
                raise InputError(f"{source.text} does not answer the handshake with ready: {why}") from None

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:  # noqa: ARG002 - it sees what the protocol has
        """Begin a game of a fresh learner; in halfspace games ``pool`` are points to be named by their numbers."""
        self._end()
        self._setting, self._pool = setting, list(pool)
        self._rounds: list[tuple[Point, Label]] = []

    def more_points(self, points: Sequence[Point]) -> None:
        """Give further points the next numbers of the pool."""
        self._pool += points

    def predict(self, points: Sequence[Point]) -> list[Label]:
        """Return what it says of points, or numbers of the pool; the last is the one to be told about next."""
        return [self._say(self._point(x)) for x in points]

    def tell(self, label: Label, points: Sequence[Point] = ()) -> list[Label]:
        """Tell it the label of the point that it was shown last, and return what it then says of others."""
        if self._player is not None and self._asked is not None:
            self._player.update(self._asked[0], label)
            self._rounds.append((self._asked[0], label))
            self._asked = None
        return self.predict(points)

    def branches(self, games: Sequence[Sequence[tuple[int, Label]]], pool: int) -> list[list[Label]]:
        """Play each of these games to a learner of its own; return its labels in them, and then for the whole pool."""
        found = []
        for game in games:
            rounds = [(self._point(number), label) for number, label in game]
            with self._taught(rounds) as (_, said):
                found.append(said)
            for number in range(pool):
                with self._taught(rounds) as (player, _):
                    said.append(player.predict(self._point(number)))
        return found

    @staticmethod
    def audit_events() -> list[str]:
        """Return nothing: what a program does beside answering is not seen."""
        return []

    def close(self) -> None:
        """End the process that plays."""
        self._end()

    def _point(self, x: Point) -> Point:
        return self._pool[x] if isinstance(x, int) and isinstance(self._setting, Halfspaces) else x

    def _say(self, x: Point) -> Label:
        """Show it a point, in another process if this one still waits for the label of a point that was not played."""
        if self._asked is not None:
            if self._asked[0] == x:
                return self._asked[1]
            self._end()
        if self._player is None:
            self._player, _ = self._start(self._rounds)
        said = self._player.predict(x)
        self._asked = x, said
        return said

    @contextmanager
    def _taught(self, rounds: _Rounds) -> Iterator[tuple[ProgramPlayer, list[Label]]]:
        player, said = self._start(rounds)
        try:
            yield player, said
        finally:
            self._close(player)

    def _start(self, rounds: _Rounds) -> tuple[ProgramPlayer, list[Label]]:
        """Start the program and teach it rounds; return it and its predictions."""
        self._budget.check()
        try:
            player = self._open(setting=self._setting)
        except InputError as error:  # it could be run before
            raise CutShort(str(error)) from None
        try:
            return player, [said for _, said, _ in run_rounds(player, rounds)]
        except BaseException:
            self._close(player)
            raise

    def _end(self) -> None:
        if self._player is not None:
            self._close(self._player)
        self._player = self._asked = None

    def _close(self, player: ProgramPlayer) -> None:
        player.close(grace=0)
        self.output = self.output or player.output
