"""A counterexample as a trace for the trusted checker, and as an adversary that replays it."""

import json
from dataclasses import replace
from pathlib import Path

from adversary.files import new_file
from adversary.game.judge import judge_file
from adversary.search.counterexample import Counterexample
from adversary.strategies.given.script import Script
from proofs.formats.trace import ClaimLine, Round, read_target, read_transcript, transcript_of, write_transcript
from proofs.statements import Statement


def traced(counterexample: Counterexample, adversary: str, output: str | Path | None = None) -> Counterexample:
    """Write the trace, to ``output`` if given, have it judged, and return the counterexample with the verdict.

    A run bound is claimed of rounds that a fresh learner has played alone, twice. After another learner's rounds, where
    it was forfeited, or where it goes differently when it is played again, only that a target explains the labels. A
    forfeit without an answer leaves a trace without a round, as in ``play``, which shows nothing. The points of a
    kernel's game are those in feature space.

    Raises:
        InputError: the output cannot be written.

    """
    shows = answered(counterexample) and counterexample.target is not None
    if not (shows or output):
        return counterexample
    with new_file(output or None) as partial:
        write_trace(counterexample, adversary, partial)
        verdict = judge_file(partial)
        if shows and not verdict.valid:
            raise AssertionError(f"the checker refuses our counterexample: {verdict.reason}")
    return replace(counterexample, trace=str(output) if output else None, statements=tuple(verdict.statements))


def answered(counterexample: Counterexample) -> bool:
    """Tell whether some round has an answer."""
    return any(entry.predicted is not None for entry in counterexample.rounds)


def write_trace(counterexample: Counterexample, adversary: str, trace: Path) -> None:
    """Write a counterexample as a trace without judging it; ``traced`` also has it judged."""
    points = counterexample.lifted or tuple([entry.x for entry in counterexample.rounds])
    pairs = zip(points, counterexample.rounds, strict=True)
    rounds = [Round(x, entry.predicted, entry.label) for x, entry in pairs if entry.predicted is not None]
    game = replace(
        transcript_of(counterexample.judged_setting, rounds, counterexample.target if rounds else None),
        fault=counterexample.fault,
    )
    claims = [ClaimLine(Statement.REALIZABLE)] if game.target is not None else []
    if claims and not (counterexample.before or counterexample.fault or counterexample.again):
        claims.append(ClaimLine(Statement.RUN_BOUND, counterexample.mistakes))
    write_transcript(trace, (counterexample.learner, adversary), game, claims)


class FoundGame(Script):
    """The script of a game that a search has found."""

    called = "a search"


def read_found_game(trace: Path) -> tuple[FoundGame, int]:
    """Return the game on halfspaces of a trace that we wrote, and its dimension."""
    first, *_, last = trace.read_text("utf-8").splitlines()
    target = read_target(json.loads(last)["target"])
    if target is None:
        raise AssertionError("what a search has found has a target")
    return FoundGame([(x, label) for x, _, label in read_transcript(trace)], target), json.loads(first)["dimension"]
