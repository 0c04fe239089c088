"""The end of a game: its replay, the last line of its trace, and the checker's verdict."""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from adversary.game.judge import MalformedError, UndecidedError, Verdict, judge_file
from adversary.game.replay import disagreement
from adversary.game.second_opinion import NOT_ASKED, Opinion, SecondJudge
from adversary.progress import Bar
from adversary.strategies.protocol import Plan
from learners.loading.sources import Source
from learners.runner.child import Limits
from proofs.exact.rationals import is_short
from proofs.formats.trace import ClaimLine, TraceWriter, Watched
from proofs.formats.transcript import Transcript
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.statements import Statement

if TYPE_CHECKING:
    from adversary.game.early_check import EarlyCheck

LONG_TRACE = 1 << 21
"""Bytes of a trace, without its footer, that is checked early: a shorter one is checked before a process has started.
"""


def end_game(  # noqa: PLR0913, PLR0917 - what is written, and whether the trace may be read meanwhile
    game: Transcript,
    trace: Path,
    record: TraceWriter,
    plan: Plan,
    source: Source | None,
    limits: Limits,
    *,
    watched: Sequence[Watched] = (),
    early: bool = False,
) -> tuple[str | None, Verdict | None]:
    """Replay the game and write the last line of its trace.

    Without a ``source`` there is no replay. ``early`` says that nobody else's code runs, so that the checker may
    read a long trace during the replay. Return how the replay differs (``""``: it agrees; ``None``: there was none),
    and the checker's verdict, if that is known already.
    """
    replayed = source if game.played and not game.fault else None

    def close(*, agreed: bool) -> None:
        claims = run_claims(game, agreed=agreed) + plan_claims(game, plan)
        record.footer(game.target, claims, game.fault, watched, plan.tree)

    check = _begin_check() if early and replayed and trace.stat().st_size >= LONG_TRACE else None
    differs, verdict = None, None
    with closing(check) if check else nullcontext():
        if check:
            close(agreed=True)  # as it will probably be; nobody sees the trace before it is known
            check.read(trace)
        if replayed:
            with Bar("replaying", game.played) as bar:
                differs = disagreement(replayed, plan.setting, limits, trace, bar) or ""
        agreed = differs == ""
        if check and agreed:
            with Bar("checking", None):
                verdict = check.verdict()
        else:
            close(agreed=agreed)
    return differs, verdict


def _begin_check() -> "EarlyCheck":
    from adversary.game.early_check import EarlyCheck  # which only long games need

    return EarlyCheck()


def judge_trace(
    game: Transcript, trace: Path, second: SecondJudge | None, verdict: Verdict | None
) -> tuple[Verdict, Opinion]:
    """Return the checker's verdict, if it is not known yet, and the second judge's opinion of it, if that is wanted."""
    if second and 0 < game.played <= MAX_JUDGED_ROUNDS:
        second.read(trace)
    try:
        with Bar("checking", None):
            verdict = verdict or judge_file(trace)
    except MalformedError as error:  # a number that the format cannot hold, for example
        reason = str(error) if isinstance(error, UndecidedError) else f"the trace is malformed: {error}"
        verdict = Verdict(rounds=game.played, mistakes=game.mistakes, reason=reason, judged=False)
    return verdict, second.opinion(verdict) if second else NOT_ASKED


def run_claims(game: Transcript, *, agreed: bool) -> list[ClaimLine]:
    """Return what a game shows about its sequence, and about its learner if the replay has ``agreed``."""
    if not game.played:
        return []
    claims = [ClaimLine(Statement.REALIZABLE)]
    if agreed and isinstance(game.mistakes, int):
        claims.append(ClaimLine(Statement.RUN_BOUND, game.mistakes))
    elif agreed and is_short(game.mistakes):
        claims.append(ClaimLine(Statement.EXPECTED_MISTAKES, str(game.mistakes)))
    return claims


def plan_claims(game: Transcript, plan: Plan) -> list[ClaimLine]:
    """Return what the adversary claims of every learner, in a game that was played to its end."""
    if game.fault or not game.played:
        return []
    claims = [] if plan.claims is None else [ClaimLine(game.setting.lower_statement, plan.claims)]
    return claims if plan.span is None else [*claims, ClaimLine(Statement.SPAN_BOUND, plan.span)]
