"""The vectors of a recorded game, as a page has them: its points and target, whatever the target has to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from adversary.game.weights import Change
from adversary.views.game.page_numbers import coordinates, more_than
from adversary.views.game.recording import Recording
from learners.protocol import Label
from proofs.exact.rationals import read_rational
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector
from proofs.formats.trace import Coordinates, read_foreign_vector
from proofs.settings import Halfspaces, Hinge

MAX_ENTRIES = 400_000
"""Coordinates of all points, and of all changes of w, that a page has."""

COORDINATES_KEPT = 8
"""The first coordinates, so many, are kept of games that have more."""

MAX_COUNTED = 10**12
"""Mistakes: a bound above that is no bound for anybody."""


@dataclass(frozen=True, slots=True)
class GivenRound:
    """A round, read."""

    x: Vector
    said: Label
    label: Label


def read_played(recording: Recording) -> list[GivenRound]:
    """Return the rounds of a game that a checker has read."""
    decode = msgspec.json.Decoder(Coordinates).decode
    return [
        GivenRound(read_foreign_vector(decode(entry.x)), 1 if entry.predicted == 1 else -1, entry.label)
        for entry in recording.rounds
    ]


def read_given_target(recording: Recording) -> Target | None:
    """Return the target that was offered in the end, if there is one."""
    line = recording.footer["target"]
    if line is None:
        return None
    direction = read_foreign_vector([(index, text) for index, text in line["direction"]])
    return Target(direction, read_rational(line["scale_squared"]))


def kept_of(setting: Halfspaces | Hinge, rounds: Sequence[GivenRound], changes: Sequence[Change]) -> int:
    """Return how many coordinates, the first ones, a page has of a game."""
    entries = sum(len(entry.x.entries) for entry in rounds) + sum(map(len, changes))
    return setting.dimension if entries <= MAX_ENTRIES else min(COORDINATES_KEPT, setting.dimension)


def shown_round(entry: GivenRound, kept: int) -> dict[str, Any]:
    """Return a round as a page has it."""
    return {
        "x": coordinates(entry.x, kept),
        "more": more_than(entry.x, kept),
        "said": entry.said,
        "label": entry.label,
    }


def countable(bound: int) -> int | None:
    """Return a bound that somebody could reach."""
    return bound if bound <= MAX_COUNTED else None
