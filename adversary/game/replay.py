"""Replay: a fresh learner, in a fresh process under another hash seed, on the recorded points.

A learner of ours is replayed once. Anybody else's code is shown each label only after the prediction that it judges,
and is replayed several times: chance must not look like a learner.
"""

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from adversary.progress import Bar
from learners.protocol import Fault, Label, Prediction
from learners.runner.players import Contestant
from proofs.exact.errors import InputError, ResourceError
from proofs.exact.rationals import read_rational
from proofs.formats.trace import read_rounds

GAME_HASH_SEED = 1
"""PYTHONHASHSEED of a learner's process in the game; a replay has another, so that a learner that depends on it is
found out.
"""

NOT_DETERMINISTIC = "not deterministic"
"""How it is said that a learner predicted otherwise in a replay."""

LEAST_REPLAYS, MAX_REPLAYS, ENOUGH_ROUNDS = 2, 10, 30
"""Of code that is not ours: replays, and rounds in all of them after which there are no more. In games of at least
three rounds, who tosses coins gets through with probability 2⁻³⁰.
"""


def _other_hash_seeds() -> Iterator[int]:
    """Yield hash seeds that are neither a game's nor, for games in this process, the one that this process has."""
    own = os.environ.get("PYTHONHASHSEED")
    return (seed for seed in range(2, 3 + MAX_REPLAYS) if str(seed) != own)


def disagreement(contestant: Contestant, trace: Path, bar: Bar) -> str | None:
    """Play the recorded rounds to fresh learners; return ``None`` if they predict the same, else where one does not.

    ``trace`` has at least a round, and may still lack its footer.
    """
    compared = 0
    for replays, seed in enumerate(_other_hash_seeds(), 1):
        differs = _replay(contestant, trace, bar, seed)
        compared += bar.done
        enough = replays == MAX_REPLAYS or (replays >= LEAST_REPLAYS and compared >= ENOUGH_ROUNDS)
        if differs or enough or contestant.source.is_ours:
            return differs
        bar.rename("replaying again")
    return None


def _replay(contestant: Contestant, trace: Path, bar: Bar, hash_seed: int) -> str | None:
    recorded: deque[Prediction] = deque()  # of the rounds under way

    def rounds() -> Iterator[tuple[bytes, Label]]:
        with trace.open("rb") as file:
            for entry in read_rounds(file):
                said = entry.predicted
                recorded.append(said if isinstance(said, int) else read_rational(said))
                yield bytes(entry.x), entry.label

    number = 0
    player = None
    try:
        player = contestant.isolated(hash_seed)
        for number, answer in enumerate(player.replay(rounds()), 1):
            predicted = recorded.popleft()
            if answer != predicted:
                said = f"{_shown(predicted)} in the game and {_shown(answer)} in the replay"
                return f"{NOT_DETERMINISTIC}: in round {number} it said {said}"
            bar.done = number
        if recorded:
            return f"{NOT_DETERMINISTIC}: after round {number} of the replay it had no more answers"
    except Fault as fault:
        if fault.kind == "timeout":
            return f"the replay was not finished: in round {number + 1}: {fault}"
        return f"{NOT_DETERMINISTIC}: in round {number + 1} of the replay: {fault}"
    except InputError as error:
        return _not_begun(error)
    finally:
        if player:
            player.close()
    return None


def _not_begun(error: InputError) -> str:
    """Return why there was no replay. Raises ResourceError where that is no fact about the learner."""
    if isinstance(error, ResourceError):
        raise error
    return f"the replay was not begun: it could not be made a second time: {error}"


def _shown(said: Prediction) -> str:
    return f"{said:+d}" if isinstance(said, int) else f"+1 with probability {said}"
