"""Replay a game: a fresh learner, in a fresh process under another hash seed, gets the recorded points.

A registered learner is replayed once. Any other learner is shown each label only after its prediction. It is replayed
in two processes, several times in each if the game is short, so that a learner that plays by chance is found.
"""

import os
from contextlib import closing
from pathlib import Path

from adversary.progress import Bar
from learners.loading.sources import Source
from learners.protocol import Fault, Prediction
from learners.runner.child import Limits
from learners.runner.runner import Runner
from learners.runner.start import start_runner
from proofs.exact.errors import InputError, ResourceError, counted
from proofs.formats.trace import Transcript

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
        for number, recorded, predicted in runner.replay_trace(trace):
            if predicted != recorded:
                words = f"{_shown(recorded)} in the game and {_shown(predicted)} in the replay"
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


def _shown(predicted: Prediction) -> str:
    return f"{predicted:+d}" if isinstance(predicted, int) else f"+1 with probability {predicted}"
