"""The one loop: point, prediction, label, update, record."""

from dataclasses import dataclass

from adversary.progress import Bar
from adversary.protocol import Adversary
from learners.players import Player
from learners.protocol import Fault
from proofs.trace import TraceWriter


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rounds went. A fault ends the game before the round that it fell in is counted."""

    rounds: int
    mistakes: int
    fault: Fault | None


def play_rounds(player: Player, adversary: Adversary, record: TraceWriter, bar: Bar) -> Outcome:
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
            bar.done = rounds
    except Fault as fault:
        return Outcome(rounds, mistakes, fault)
    return Outcome(rounds, mistakes, None)
