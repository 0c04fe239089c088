"""The one loop: point, prediction, label, update, record."""

from collections.abc import Callable
from dataclasses import dataclass

from adversary.protocol import Adversary
from learners.players import Player
from learners.protocol import Fault
from proofs.trace import TraceWriter

Tick = Callable[[int], None]
"""Called with the number of rounds done so far, now and then."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rounds went. A fault ends the game before the round that it fell in is counted."""

    rounds: int
    mistakes: int
    fault: Fault | None


def play_rounds(player: Player, adversary: Adversary, record: TraceWriter, tick: Tick) -> Outcome:
    """Play until the adversary has no more points or the learner forfeits."""
    rounds = mistakes = 0
    try:
        while (x := adversary.next_point()) is not None:
            predicted = player.predict(x)
            label = adversary.label(x, predicted)
            player.update(x, label)
            record.round(x, predicted, label)
            rounds += 1
            mistakes += predicted != label
            if not rounds & 1023:
                tick(rounds)
    except Fault as fault:
        return Outcome(rounds, mistakes, fault)
    return Outcome(rounds, mistakes, None)
