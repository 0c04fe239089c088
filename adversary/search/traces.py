"""A counterexample as a trace, for the trusted checker."""

from dataclasses import replace
from pathlib import Path

from adversary.files import new_file
from adversary.game.judge import judge_file
from adversary.search.counterexample import Counterexample
from learners.protocol import Label
from proofs.formats.trace import ClaimLine, TraceWriter
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
