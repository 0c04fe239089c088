"""A recorded game, read from the lines of a trace that a checker has read."""

from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adversary.search.counterexample import Weighed
from learners.protocol import Label, Prediction
from proofs.exact.errors import InputError
from proofs.exact.rationals import read_rational
from proofs.exact.vectors import Target
from proofs.formats.trace import RoundLine, read_foreign_vector

GameRound = tuple[Any, Prediction, Label]
"""The point, which is a vector, or a number on a class; what was predicted; and the label."""


class Recording(NamedTuple):
    """The first and the last line of a trace, and the rounds between them; w, where a learner has shown its own."""

    header: dict[str, Any]
    rounds: list[GameRound]
    footer: dict[str, Any]
    weights: Weighed | None = None

    @property
    def target(self) -> Target | None:
        """The halfspace that was offered in the end, if there is one."""
        if (line := self.footer["target"]) is None:
            return None
        direction = read_foreign_vector([(index, text) for index, text in line["direction"]])
        return Target(direction, read_rational(line["scale_squared"]))


def read_recording(trace: str | Path) -> Recording:
    """Read the lines of a trace of which a checker says what it proves. Raises InputError."""
    decode = msgspec.json.Decoder(RoundLine).decode
    rounds, number = list[GameRound](), 1
    try:
        first, *between, last = Path(trace).read_bytes().removesuffix(b"\n").split(b"\n")
        header = msgspec.json.decode(first, type=dict[str, Any])
        for number, line in enumerate(between, 2):  # noqa: B007 - for the message
            entry = decode(line)
            point = entry.x if isinstance(entry.x, int) else read_foreign_vector(entry.x)
            said = entry.predicted
            rounds.append((point, said if isinstance(said, int) else Fraction(said), entry.label))
        return Recording(header, rounds, msgspec.json.decode(last, type=dict[str, Any]))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # a key that is not text, for example
        raise InputError(f"{trace}, line {number}: {error}") from None
    except OSError as error:
        raise InputError(f"{trace} cannot be read: {error.strerror}") from None
