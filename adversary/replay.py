"""Replay: a fresh learner, in a fresh process under another hash seed, on the recorded points."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from adversary.referee import Tick
from learners.process import ProcessPlayer
from learners.protocol import Fault, Label
from learners.sources import Source
from proofs.errors import InputError
from proofs.settings import Halfspaces
from proofs.trace import read_rounds

GAME_HASH_SEED, REPLAY_HASH_SEED = 1, 2
"""PYTHONHASHSEED of a learner's process in the game and in the replay: a learner that depends on it is found out."""


def disagreement(source: Source, setting: Halfspaces, trace: Path, time_limit: float, tick: Tick) -> str | None:
    """Play the recorded rounds to a fresh learner; return ``None`` if it predicts the same, else where it does not.

    ``trace`` may still lack its footer; ``time_limit`` is in seconds a call.
    """
    recorded: deque[Label] = deque()  # of the rounds under way

    def rounds() -> Iterator[tuple[bytes, Label]]:
        with trace.open("rb") as file:
            for entry in read_rounds(file):
                recorded.append(entry.predicted)
                yield bytes(entry.x), entry.label

    number = 0
    player = None
    try:
        player = ProcessPlayer(source, setting, time_limit, REPLAY_HASH_SEED)
        for number, answer in enumerate(player.replay(rounds()), 1):
            predicted = recorded.popleft()
            if answer != predicted:
                return f"in round {number} it said {predicted:+d} in the game and {answer:+d} in the replay"
            if not number & 1023:
                tick(number)
    except Fault as fault:
        return f"in round {number + 1} of the replay: {fault}"
    except InputError as error:
        return f"it could not be made a second time: {error}"
    finally:
        if player:
            player.close()
    return None
