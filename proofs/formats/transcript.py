"""What a game leaves: its setting, its rounds, the target offered at the end, and the fault that ended it, if any."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from proofs.exact.rationals import Rational, read_rational
from proofs.exact.vectors import Target
from proofs.formats.trace import ClaimLine, Coordinates, Index, TraceWriter, read_point, read_rounds
from proofs.settings import Point, Setting


class Round(NamedTuple):
    """A round: the point, the label or the probability of +1 that the learner predicted, and the label."""

    x: Point
    predicted: Literal[-1, 1] | Fraction
    label: Literal[-1, 1]

    @property
    def loss(self) -> Rational:
        """1 for a mistake and 0 for a right prediction, or the exact probability of a mistake."""
        if isinstance(self.predicted, int):
            return int(self.predicted != self.label)
        return 1 - self.predicted if self.label == 1 else self.predicted


@dataclass(frozen=True, slots=True)
class Transcript:
    """A played game. ``rounds`` are in memory, or those of the trace at a path, which may lack its last line.

    Of a randomized learner ``mistakes`` is the exact expectation. A ``fault`` ends the game before the round that it
    falls in is counted. ``target`` is what the adversary offered as the explanation of all labels.
    """

    setting: Setting
    played: int
    mistakes: Rational
    rounds: Sequence[Round] | Path
    target: Target | int | None = None
    fault: str | None = None

    def __iter__(self) -> Iterator[Round]:
        """Yield the rounds."""
        return read_transcript(self.rounds) if isinstance(self.rounds, Path) else iter(self.rounds)


def transcript_of(setting: Setting, rounds: Iterable[Round], target: Target | int | None = None) -> Transcript:
    """Return the transcript of a game whose rounds are in memory."""
    kept = tuple(rounds)
    return Transcript(setting, len(kept), sum([one.loss for one in kept]), kept, target)


def read_transcript(trace: Path) -> Iterator[Round]:
    """Yield the rounds of a trace that we wrote."""
    decode = msgspec.json.Decoder(Coordinates | Index).decode
    with trace.open("rb") as file:
        for entry in read_rounds(file):
            said = entry.predicted
            yield Round(
                read_point(decode(entry.x)), said if isinstance(said, int) else read_rational(said), entry.label
            )


def write_transcript(
    trace: Path, players: tuple[str, str], game: Transcript, claims: list[ClaimLine], tree: object = None
) -> None:
    """Write the trace of a game between a learner and an adversary, with what it is said to prove."""
    with trace.open("wb") as file:
        record = TraceWriter(file)
        record.header(*players, game.setting)
        for one in game:
            record.round(*one)
        record.footer(game.target, claims, game.fault, tree=tree)
