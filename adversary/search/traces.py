"""What a search has found as a trace, for the trusted checker, and as an adversary, to be played again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from adversary.files import new_file
from adversary.game.judge import judge_file
from adversary.search.counterexample import Counterexample
from learners.protocol import Label
from proofs.exact.vectors import Target
from proofs.formats.trace import ClaimLine, TraceWriter, read_target, read_transcript
from proofs.settings import Point
from proofs.statements import Statement


def traced(found: Counterexample, adversary: str, output: str | Path | None = None) -> Counterexample:
    """Write the trace, to ``output`` if that is given, have it judged, and return the counterexample with what it says.

    A run bound is claimed of rounds that a fresh learner has played alone, twice. After another learner's rounds, where
    it was forfeited, or where it goes otherwise when it is played again, only that a target explains the labels. A
    forfeit without an answer leaves a trace without a round, as in ``play``, which shows nothing. The points of a
    kernel's game are those in feature space.

    Raises:
        InputError: the output cannot be written.

    """
    shows = bool(answered(found)) and found.target is not None
    if not (shows or output):
        return found
    with new_file(output or None) as partial:
        with partial.open("wb") as file:
            write_trace(found, adversary, TraceWriter(file))
        verdict = judge_file(partial)
        if shows and not verdict.valid:
            raise AssertionError(f"the checker refuses our counterexample: {verdict.reason}")
    return replace(found, trace=str(output) if output else None, statements=tuple(verdict.statements))


def answered(found: Counterexample) -> list[tuple[Label, Label]]:
    """Return what was said and what is true in the rounds that have an answer."""
    return [(entry.predicted, entry.label) for entry in found.rounds if entry.predicted is not None]


def write_trace(found: Counterexample, adversary: str, record: TraceWriter) -> None:
    """Write a counterexample as a trace, whatever it is worth: ``traced`` also has it judged."""
    points = found.lifted or tuple([entry.x for entry in found.rounds])
    record.header(found.learner, adversary, found.setting_of(points))
    for x, entry in zip(points, found.rounds, strict=True):
        if entry.predicted is not None:
            record.round(x, entry.predicted, entry.label)
    target = found.target if answered(found) else None
    claims = [ClaimLine(Statement.REALIZABLE)] if target is not None else []
    if claims and not (found.before or found.fault or found.again):
        claims.append(ClaimLine(Statement.RUN_BOUND, found.mistakes))
    record.footer(target, claims, found.fault)


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
    first, *_, last = trace.read_text("utf-8").splitlines()
    target = read_target(json.loads(last)["target"])
    if target is None:
        raise AssertionError("what a search has found has a target")
    return FoundGame([(x, label) for x, _, label in read_transcript(trace)], target), json.loads(first)["dimension"]
