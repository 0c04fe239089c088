"""The end of a game: its replay, the last line of its trace, and the checker's verdict.

In the replay a fresh learner, in a fresh process under another hash seed, gets the recorded points. A registered
learner is replayed once. Any other learner is shown each label only after its prediction. It is replayed in two
processes, several times in each if the game is short, so that a learner that plays by chance is found.
"""

import os
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from adversary.files import new_file
from adversary.game.judge import MalformedError, UndecidedError, Verdict, judge_file
from adversary.game.second_opinion import NOT_ASKED, Opinion, SecondJudge
from adversary.progress import Bar
from adversary.strategies.protocol import Plan
from learners.loading.sources import Source
from learners.protocol import Fault, Prediction
from learners.runner.child import Limits
from learners.runner.runner import Runner
from learners.runner.start import start_runner
from proofs.exact.errors import InputError, ResourceError, counted
from proofs.exact.rationals import is_short
from proofs.exact.vectors import Vector
from proofs.formats.trace import ClaimLine, TraceWriter, Transcript, Watched, write_transcript
from proofs.second_judge import MAX_JUDGED_ROUNDS
from proofs.statements import Statement


def end_game(  # noqa: PLR0913, PLR0917 - what is written, and who judges it
    game: Transcript,
    trace: Path,
    record: TraceWriter,
    plan: Plan,
    source: Source | None,
    limits: Limits,
    second: SecondJudge | None,
    watched: Sequence[Watched] = (),
) -> tuple[str | None, Verdict, Opinion]:
    """Replay the game, write the last line of its trace, and have it judged.

    Without a ``source`` there is no replay, and without a ``second`` judge no opinion. Return how the replay differs
    (``""``: it agrees; ``None``: there was none), the checker's verdict, and the second judge's opinion of it.
    """
    differs: str | None = None
    if source and game.played and not game.fault:
        with Bar("replaying", game.played) as bar:
            differs = disagreement(source, game, limits, trace, bar) or ""
    claims = run_claims(game, agreed=differs == "") + plan_claims(game, plan)
    weights = _weights(source, game, limits) if source and differs == "" else ()
    record.footer(game.target, claims, game.fault, watched, plan.tree, plan.lower, weights)
    if second and 0 < game.played <= MAX_JUDGED_ROUNDS:
        second.read(trace)
    try:
        with Bar("checking", None):
            verdict = judge_file(trace)
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


# ------------------------------------------------------------------------------------------------ replays

MAX_SHOWN = 4_096
"""Coordinates of all w together that a file keeps."""

GAME_HASH_SEED = 1
"""PYTHONHASHSEED of a learner's process in the game; a replay has another, so that a learner that depends on it is
found out.
"""

NOT_DETERMINISTIC = "not deterministic"
"""How it is said that a learner predicted otherwise in a replay."""

LEAST_REPLAYS, MAX_REPLAYS, ENOUGH_ROUNDS = 2, 10, 30
"""Of code that is not ours: processes, and rounds in all of them after which there are no more. Who tosses coins gets
through with probability 2⁻³⁰, or where no game is repeated, in games of at least three rounds.
"""


def disagreement(source: Source, game: Transcript, limits: Limits, trace: Path, bar: Bar) -> str | None:
    """Play the recorded rounds to fresh learners; return ``None`` if all predict the same, else the first difference.

    A short game is repeated in the same process. Where a repetition goes differently, that may be chance, or state that
    learners share: then only more fresh processes tell.

    ``trace`` has at least a round, and may still lack its footer.
    """
    fresh, repeated, repeats = 0, 0, not source.is_ours
    own = os.environ.get("PYTHONHASHSEED")  # of games in this process
    for replays, seed in enumerate([seed for seed in range(2, 3 + MAX_REPLAYS) if str(seed) != own], 1):
        with closing(start_runner(source, limits, seed)) as runner:
            if differs := _replay(runner, game, trace, bar):
                return differs
            fresh += bar.done
            while repeats and fresh + repeated < replays * ENOUGH_ROUNDS / LEAST_REPLAYS:
                repeats = _replay(runner, game, trace, bar) is None
                repeated += bar.done
        enough = replays >= LEAST_REPLAYS and fresh + repeated * repeats >= ENOUGH_ROUNDS
        if enough or replays == MAX_REPLAYS or source.is_ours:
            break
        bar.rename("replaying again")
    return None


def _replay(runner: Runner, game: Transcript, trace: Path, bar: Bar) -> str | None:
    number = bar.done = 0
    try:
        runner.begin(game.setting)
        for number, recorded, predicted in runner.replay(trace):
            if predicted != recorded:
                words = f"{_in_words(recorded)} in the game and {_in_words(predicted)} in the replay"
                return f"{NOT_DETERMINISTIC}: in round {number} it said {words}"
            bar.done = number
    except Fault as fault:
        if fault.kind == "timeout":
            return f"the replay was not finished: in round {number + 1}: {fault}"
        return f"{NOT_DETERMINISTIC}: in round {number + 1} of the replay: {fault}"
    except ResourceError:  # that is no fact about the learner
        raise
    except InputError as error:
        return f"the replay was not begun: it could not be made a second time: {error}"
    if number != game.played:
        return f"the replay was not finished: it had {number} of {counted(game.played, 'round')}"
    return None


def _weights(source: Source, game: Transcript, limits: Limits) -> Sequence[Vector]:
    """Return the w that a learner of a user shows, if the game is short and on vectors; of ours ``show`` finds it.

    No verdict uses them: they are asked for in a process of their own.
    """
    setting = game.setting
    if source.is_ours or setting.default_view == "index" or game.played * setting.dimension > MAX_SHOWN:
        return ()
    with suppress(Fault, InputError), closing(start_runner(source, limits, GAME_HASH_SEED)) as runner:
        runner.begin(setting)
        return runner.weights_in(game) or ()
    return ()


def _in_words(predicted: Prediction | None) -> str:
    return f"{predicted:+d}" if isinstance(predicted, int) else f"+1 with probability {predicted}"
