"""The end of a game: its replay, the last line of its trace, and what the checker finds."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adversary.game.early_check import LONG_TRACE, early_check
from adversary.game.judge import Findings, MalformedError, UndecidedError, judge_file, unjudged
from adversary.game.referee import Outcome
from adversary.game.replay import disagreement
from adversary.game.second_opinion import NOT_ASKED, Opinion, SecondJudge
from adversary.progress import Bar
from adversary.strategies.protocol import Plan
from learners.runner.players import Contestant
from proofs.exact.rationals import is_short
from proofs.exact.targets import Target
from proofs.formats.trace import ClaimLine, TraceWriter, Watched
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.statements import Statement


@dataclass(frozen=True, slots=True)
class Ending:
    """What has been played, and what is going to be in the last line.

    ``contestant`` is ``None`` for a person, whom nobody replays; ``ours`` says whether nobody else's code runs.
    """

    contestant: Contestant | None
    plan: Plan
    outcome: Outcome
    target: Target | int | None
    watched: Sequence[Watched]
    ours: bool


def end_game(
    ending: Ending, record: TraceWriter, trace: Path, *, replay: bool
) -> tuple[bool | None, str | None, Findings | None]:
    """Replay the game and write the last line of its trace.

    Return whether the replay agreed (``None``: there was none), how it differs, and what the checker has found, if that
    is known already.
    """
    outcome = ending.outcome
    fault = str(outcome.fault) if outcome.fault else None

    def close(*, agreed: bool | None) -> None:
        claims = _claims(ending.plan, outcome, agreed=agreed)
        record.footer(ending.target, claims, fault, ending.watched, ending.plan.tree)

    agreed, differs, findings = None, None, None
    with early_check(wanted=replay and _is_checked_early(ending, trace)) as early:
        if early:
            close(agreed=True)  # as it will probably be; nobody sees the trace before it is known
            early.read(trace)
        if replay:
            agreed, differs = _replay(ending, trace)
        if early and agreed:
            with Bar("checking", None):
                findings = early.findings()
    if not (early and agreed):
        close(agreed=agreed)
    return agreed, differs, findings


def judge(
    trace: Path, outcome: Outcome, second: SecondJudge | None, findings: Findings | None
) -> tuple[Findings, Opinion]:
    """Return what the checker finds, if it has not yet, and the second judge's opinion of it, if that is wanted."""
    if second and 0 < outcome.rounds <= MAX_JUDGED_ROUNDS:
        second.read(trace)
    try:
        with Bar("checking", None):
            findings = findings or judge_file(trace)
    except UndecidedError as error:
        findings = unjudged(outcome.rounds, outcome.mistakes, str(error))
    except MalformedError as error:  # a number that the format cannot hold, for example
        findings = unjudged(outcome.rounds, outcome.mistakes, f"the trace is malformed: {error}")
    return findings, second.opinion(findings) if second else NOT_ASKED


def _replay(ending: Ending, trace: Path) -> tuple[bool | None, str | None]:
    """Return whether a fresh learner predicts the same, ``None`` where there is nothing to replay, and why not."""
    if not ending.outcome.rounds or ending.outcome.fault or ending.contestant is None:
        return None, None
    with Bar("replaying", ending.outcome.rounds) as bar:
        differs = disagreement(ending.contestant, trace, bar)
    return differs is None, differs


def _is_checked_early(ending: Ending, trace: Path) -> bool:
    """Tell whether the checker is to read the trace while a learner of ours is replayed."""
    played = ending.outcome.rounds > 0 and not ending.outcome.fault
    return ending.ours and played and trace.stat().st_size >= LONG_TRACE


def _claims(plan: Plan, outcome: Outcome, *, agreed: bool | None) -> list[ClaimLine]:
    if not outcome.rounds:
        return []
    claims = [ClaimLine(Statement.REALIZABLE)]
    if agreed and isinstance(outcome.mistakes, int):
        claims.append(ClaimLine(Statement.RUN_BOUND, outcome.mistakes))
    elif agreed and is_short(outcome.mistakes):
        claims.append(ClaimLine(Statement.EXPECTED_MISTAKES, str(outcome.mistakes)))
    if plan.claims is not None and not outcome.fault:
        claims.append(ClaimLine(plan.setting.lower_statement, plan.claims))
    if plan.span is not None and not outcome.fault:
        claims.append(ClaimLine(Statement.SPAN_BOUND, plan.span))
    return claims
