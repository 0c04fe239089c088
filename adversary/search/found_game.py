"""A game that a search has found, as an adversary: played again, from its points and labels alone, and judged."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from learners.protocol import Label
from proofs.exact.vectors import Target
from proofs.formats.trace import Coordinates, read_point, read_rounds, read_target
from proofs.settings import Point


class FoundGame:
    """Shows points with their labels, in order, whatever the learner predicts, and offers the target."""

    called = "a search"

    def __init__(self, rounds: Sequence[tuple[Point, Label]], target: Target | int) -> None:
        self._rounds: Iterator[tuple[Point, Label]] = iter(rounds)
        self._label: Label = 1
        self._target = target

    def next_point(self) -> Point | None:
        """Return the next point."""
        point, self._label = next(self._rounds, (None, self._label))
        return point

    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - the game is over already
        """Return its label."""
        return self._label

    def target(self) -> Target | int:
        """Return what explains all labels."""
        return self._target


def read_found_game(trace: Path) -> tuple[FoundGame, int]:
    """Return the game on halfspaces of a trace that we wrote, and its dimension."""
    decode = msgspec.json.Decoder(Coordinates).decode
    with trace.open("rb") as file:
        rounds = [(read_point(decode(entry.x)), entry.label) for entry in read_rounds(file)]
    first, *_, last = trace.read_text("utf-8").splitlines()
    target = read_target(json.loads(last)["target"])
    if target is None:
        raise AssertionError("what a search has found has a target")
    return FoundGame(rounds, target), json.loads(first)["dimension"]
