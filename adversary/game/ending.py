"""The end of a game: its replay, the last line of its trace, and the checker's verdict.

A long game between a registered learner and a registered adversary is checked in another process during its replay. The
trace that this process reads has a footer with the run bound that an agreeing replay would give. If the replay differs,
or this process gives no verdict, the footer is written again, and the trace is checked in the ordinary way. So what a
game proves never depends on whether it was checked early.
"""

import base64
import gc
import json
import os
import pickle
import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext, suppress
from pathlib import Path

from adversary.files import new_file
from adversary.game.judge import MalformedError, UndecidedError, Verdict, judge_file
from adversary.game.replay import disagreement
from adversary.game.second_opinion import NOT_ASKED, Opinion, SecondJudge
from adversary.progress import Bar
from adversary.strategies.protocol import Plan
from learners.loading.sources import Source
from learners.protocol import Fault
from learners.runner.child import Child, Limits, python_command
from learners.runner.process import end_with_parent
from proofs.exact.rationals import is_short
from proofs.formats.trace import ClaimLine, TraceWriter, Transcript, Watched, write_transcript
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.statements import Statement

LONG_TRACE = 1 << 21
"""Bytes of a trace, without its footer, that is checked early: a shorter one is checked before a process has started.
"""

LEAST_SECONDS, BYTES_A_SECOND = 120.0, 1 << 20
"""An early check may compute for so long, and for one more second per so many bytes: at least ten times what it needs.
"""


def end_game(  # noqa: PLR0913, PLR0917 - what is written, who judges it, and whether it may be read meanwhile
    game: Transcript,
    trace: Path,
    record: TraceWriter,
    plan: Plan,
    source: Source | None,
    limits: Limits,
    second: SecondJudge | None,
    *,
    watched: Sequence[Watched] = (),
    early: bool = False,
) -> tuple[str | None, Verdict, Opinion]:
    """Replay the game, write the last line of its trace, and have it judged.

    Without a ``source`` there is no replay, and without a ``second`` judge no opinion. ``early`` says that nobody
    else's code runs, which might write to the trace while it is checked. Return how the replay differs (``""``: it
    agrees; ``None``: there was none), the checker's verdict, and the second judge's opinion of it.
    """
    differs: str | None = None
    verdict: Verdict | None = None

    def close(*, agreed: bool) -> None:
        claims = run_claims(game, agreed=agreed) + plan_claims(game, plan)
        record.footer(game.target, claims, game.fault, watched, plan.tree, plan.lower)

    if source and game.played and not game.fault:
        check = None
        if early and trace.stat().st_size >= LONG_TRACE:
            close(agreed=True)  # the probable footer; no other process reads the trace before the real one is known
            check = begin_check(trace)
        with closing(check) if check else nullcontext():
            with Bar("replaying", game.played) as bar:
                differs = disagreement(source, game, limits, trace, bar) or ""
            if check and not differs:
                with Bar("checking", None):
                    verdict = early_verdict(check, trace)
    if verdict is None:
        close(agreed=differs == "")
    if second and 0 < game.played <= MAX_JUDGED_ROUNDS:
        second.read(trace)
    try:
        with Bar("checking", None):
            verdict = verdict or judge_file(trace)
    except MalformedError as error:  # a number that the format cannot hold, for example
        reason = str(error) if isinstance(error, UndecidedError) else f"the trace is malformed: {error}"
        verdict = Verdict(rounds=game.played, mistakes=game.mistakes, reason=reason, judged=False)
    return differs, verdict, second.opinion(verdict) if second else NOT_ASKED


def run_claims(game: Transcript, *, agreed: bool) -> list[ClaimLine]:
    """Return the claims about the sequence, and about the learner if the replay ``agreed``."""
    if not game.played:
        return []
    claims = [ClaimLine(Statement.REALIZABLE)]
    if agreed and isinstance(game.mistakes, int):
        claims.append(ClaimLine(Statement.RUN_BOUND, game.mistakes))
    elif agreed and is_short(game.mistakes):
        claims.append(ClaimLine(Statement.EXPECTED_MISTAKES, str(game.mistakes)))
    return claims


def plan_claims(game: Transcript, plan: Plan) -> list[ClaimLine]:
    """Return the adversary's claims about every learner, for a game that was played to its end."""
    if game.fault or not game.played:
        return []
    claims = [] if plan.claims is None else [ClaimLine(game.setting.lower_statement, plan.claims)]
    return claims if plan.span is None else [*claims, ClaimLine(Statement.SPAN_BOUND, plan.span)]


def judge_plan(game: Transcript, plan: Plan) -> Verdict:
    """Return the trusted checker's verdict on a game, and on its adversary's claims if the game has ended."""
    with new_file(None) as trace:
        claims = run_claims(game, agreed=False) + plan_claims(game, plan)
        write_transcript(trace, ("a learner", "an adversary"), game, claims, plan.tree, plan.lower)
        return judge_file(trace)


# ------------------------------------------------------------------------------------------------ early checks


def begin_check(trace: Path) -> Child | None:
    """Have another process check a trace that has all its lines. Return ``None`` if none can be started."""
    command = python_command("from adversary.game.ending import serve_check\nserve_check()")
    try:
        child = Child(command, Limits(LEAST_SECONDS, float("inf")), 0, stdio=False, player="the checker")
    except OSError:  # no memory for a process
        return None
    child.tell(json.dumps(str(trace.absolute())).encode())
    return child


def early_verdict(check: Child, trace: Path) -> Verdict | None:
    """Return the verdict of that process, or ``None`` if it did not finish."""
    try:
        line = check.hear("the check", LEAST_SECONDS + trace.stat().st_size / BYTES_A_SECOND)
        verdict = pickle.loads(base64.b64decode(line, validate=True))  # noqa: S301 - our own process, our own code
    except (Fault, ValueError, EOFError, pickle.UnpicklingError):
        return None
    return verdict if isinstance(verdict, Verdict) else None


def serve_check() -> None:
    """Check the trace that the first pipe names, and write the verdict to the second pipe.

    Nothing is written where the file is malformed, or the memory does not suffice: there is more of it later.
    """
    end_with_parent()
    gc.disable()  # checkers make no cycles, and have millions of objects to be looked through in vain
    requests, answers = int(sys.argv[-2]), int(sys.argv[-1])
    with (
        os.fdopen(requests, "rb") as lines,
        os.fdopen(answers, "wb") as out,
        suppress(MalformedError, MemoryError, StopIteration),
    ):
        out.write(base64.b64encode(pickle.dumps(judge_file(json.loads(next(lines))))) + b"\n")
