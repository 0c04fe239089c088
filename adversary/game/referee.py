"""The one loop: point, prediction, label, update, record."""

from dataclasses import dataclass

from adversary.progress import Bar
from adversary.strategies.protocol import Adversary
from learners.protocol import Fault
from learners.sandbox.players import Player
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.formats.trace import TraceWriter


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rounds went. A fault ends the game before the round that it fell in is counted.

    Of a randomized learner, ``mistakes`` is the exact expectation, a ``Fraction``.
    """

    rounds: int
    mistakes: Rational
    fault: Fault | None


def play_rounds(
    player: Player, adversary: Adversary, record: TraceWriter, bar: Bar, *, oblivious: bool = False
) -> Outcome:
    """Play until the adversary has no more points or the learner forfeits.

    Raises:
        InputError: the learner is randomized, and the adversary is not oblivious: what it does would depend on coins
            that have not been flipped.

    """
    rounds = 0
    mistakes: Rational = 0
    try:
        while (x := adversary.next_point()) is not None:
            predicted = player.predict(x)
            if isinstance(predicted, int):
                label = adversary.label(x, predicted)
                wrong: Rational = predicted != label
            elif oblivious:  # predicted is the probability of +1
                label = adversary.label(x, None)
                wrong = 1 - predicted if label == 1 else predicted
            else:
                raise InputError(
                    "this learner is randomized, and its expected mistakes are exact only on a sequence that does not "
                    "depend on it: play it against worst-sequence, random-path or scripted:FILE"
                )
            player.update(x, label)
            record.round(x, predicted, label)
            rounds += 1
            mistakes += wrong
            bar.done = rounds
    except Fault as fault:
        return Outcome(rounds, mistakes, fault)
    return Outcome(rounds, mistakes, None)
