"""Any executable as a learner, in any language, over a line protocol (docs/exec-protocol.md)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from learners.loading.sources import Source
from learners.protocol import Fault, Label
from learners.rounds import run_rounds
from learners.runner.child import GRADED_LOADING_SECONDS, HANDSHAKE, LOADING_SECONDS, Child, Limits
from learners.runner.clock import Stopwatch
from proofs.exact.errors import InputError, one_line, refusal_of
from proofs.exact.rationals import Rational, write_rational
from proofs.formats.trace import Coordinates, Index, read_point
from proofs.settings import Finite, Hinge, Point, Setting

if TYPE_CHECKING:
    from learners.runner.isolation import Sandbox

MAX_COMPLAINT = 250
"""Characters of what a program has written when it did not start."""

_LABELS: dict[bytes, Label] = {b"+1": 1, b"-1": -1, b"1": 1}


class ProgramPlayer:
    """A learner that is a program: one message a round, which carries the last label and the next point.

    ``sandbox`` and ``budget`` are a grader's, as those of a ``Child``.

    Raises:
        InputError: the program cannot be run.
        Fault: it does not answer the handshake.
        CutShort: for a grader: the budget has run out, it sleeps, or somebody has killed it.

    """

    def __init__(  # noqa: PLR0913, PLR0917 - who plays, in what, within what limits
        self,
        source: Source,
        setting: Setting,
        limits: Limits,
        hash_seed: int,
        sandbox: "Sandbox | None" = None,
        budget: Stopwatch | None = None,
    ) -> None:
        self._seconds = limits.call
        self._last = 0  # the label that the program has not heard yet
        try:
            self._child = Child([source.payload], limits, hash_seed, stdio=True, sandbox=sandbox, budget=budget)
        except OSError as error:
            raise refusal_of(f"the program {source.payload!r} cannot be run", error) from None
        if isinstance(setting, Finite):
            table = setting.concept_class
            rows = ",".join([table.row_text(concept) for concept in range(table.size)])
            hello = f"forced-mistakes 1 finite points={table.points} concepts={rows}"
            hello += f" lies={setting.lies}" if setting.lies else ""
            hello += f" order={','.join(map(str, setting.order))}" if setting.order is not None else ""
        elif isinstance(setting, Hinge):
            hinge, square = map(write_rational, (setting.hinge, setting.norm_squared))
            hello = f"forced-mistakes 1 hinge dimension={setting.dimension} hinge={hinge} norm_squared={square}"
        else:
            margin = write_rational(setting.margin_squared)
            hello = f"forced-mistakes 1 halfspaces dimension={setting.dimension} margin_squared={margin}"
        patience = max(GRADED_LOADING_SECONDS if budget else LOADING_SECONDS, self._seconds)
        try:
            answer = self._ask(HANDSHAKE, hello.encode(), {b"ready"}, patience)
        except Fault as fault:
            self.close()
            wrote = f"; it wrote: {one_line(self.output, MAX_COMPLAINT)}" if self.output else ""
            raise Fault(fault.kind, f"{fault.detail}{wrote}") from None
        except BaseException:
            self.close()
            raise
        self._exact = b"exact" in answer

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

    def replay(self, rounds: Iterable[tuple[bytes, Label]]) -> Iterator[Label]:
        """Play recorded rounds, (point as JSON text, label), and yield the program's predictions."""
        decode = msgspec.json.Decoder(Coordinates | Index).decode
        for _, said, _ in run_rounds(self, ((read_point(decode(x)), y) for x, y in rounds)):
            yield said

    @property
    def output(self) -> str:
        """What it has written to its standard error, cut, where there is a sandbox: else it was shown."""
        return self._child.output.decode(errors="replace")

    def close(self, grace: float = 1.0) -> None:
        """Say goodbye, with the last label, and end the program after so many seconds to end by itself."""
        self._child.tell(f"quit {self._last:+d}".encode())
        self._child.close(grace)

    def _ask(self, call: str, request: bytes, expected: set[bytes], seconds: float) -> list[bytes]:
        """Send a line; return the words of the first line back that starts with an expected one, skipping others."""
        began = self._child.begin()
        words = self._child.ask(call, request, seconds, began).split()
        while not words or words[0] not in expected:
            if words and not words[0].isalpha():  # a number, or nearly one
                shown = ascii(words[0][:20].decode(errors="replace"))
                wanted = " or ".join(sorted(word.decode() for word in expected))
                raise Fault("illegal label", f"{call} was answered with {shown}, not {wanted}")
            words = self._child.hear(call, seconds, began).split()
        return words


def _decimal(value: Rational) -> str:
    try:
        return repr(float(value))
    except OverflowError:
        raise InputError("a coordinate is too large for a float64") from None
