"""The textbook Perceptron's habits, which a learner may have or not: nobody fails by them."""

from collections.abc import Callable, Sequence

from adversary.grading.result import Finding
from adversary.search.counterexample import Played
from adversary.search.games import replay
from adversary.search.grader import Grader, Record
from adversary.search.shrink import Rounds
from adversary.search.specification import vector_of
from learners.protocol import Fault
from proofs.exact.rationals import Rational
from proofs.exact.vectors import vector
from proofs.formats.settings import Halfspaces

MOST_GAMES = 24


def habit_checks(grader: Grader) -> tuple[Finding, ...]:
    """Try the habits on some of the games that were played."""
    records = [
        record
        for record in grader.records
        if not record.fault and not record.peeks and 2 <= len(record.played) <= 60  # noqa: PLR2004 - short games
    ]
    records = sorted(records, key=lambda record: len(record.played) - _mistakes(record), reverse=True)[:MOST_GAMES]
    return (
        _habit(grader, records, "is conservative", "rounds without a mistake leave no trace", _conservative),
        _habit(
            grader,
            records,
            "treats coordinates alike",
            "with coordinates reversed, it says the same, but for ties",
            _reversed,
        ),
        _habit(
            grader, records, "treats labels alike", "with all labels reversed, its answers are, but for ties", _flipped
        ),
    )


def _mistakes(record: Record) -> int:
    return sum(entry.predicted != entry.label for entry in record.played)


def _habit(
    grader: Grader, records: Sequence[Record], name: str, expected: str, differs: Callable[[Grader, Record], str]
) -> Finding:
    for record in records:
        try:
            where = differs(grader, record)
        except Fault as fault:
            where = str(fault)
        if where:
            return Finding(name, "failed", expected, where, required=False)
    return Finding(name, "passed", expected, f"so it was in {len(records)} games", required=False)


def _again(grader: Grader, record: Record, rounds: Rounds) -> tuple[Played, ...]:
    return replay(grader.host(record.setting), record.setting, rounds, record.arena.sees).in_time.played


def _conservative(grader: Grader, record: Record) -> str:
    """Leave out the rounds without a mistake: the others should go as before."""
    wrong = [entry for entry in record.played if entry.predicted != entry.label]
    again = _again(grader, record, tuple((entry.x, entry.label) for entry in wrong))
    for number, (before, now) in enumerate(zip(wrong, again, strict=False), 1):
        if before.predicted != now.predicted:
            return f"without the other rounds, mistake {number} of a game goes otherwise"
    return ""


def _reversed(grader: Grader, record: Record) -> str:
    """Show every point with its coordinates in the opposite order."""
    assert isinstance(record.setting, Halfspaces)  # noqa: S101 - habits are the Perceptron's
    last = record.setting.dimension - 1
    rounds = tuple(
        (vector([(last - index, value) for index, value in vector_of(entry).entries]), entry.label)
        for entry in record.played
    )
    number = _parting(record.played, _again(grader, record, rounds), 1)
    return f"with coordinates reversed, round {number} of a game goes otherwise" if number else ""


def _flipped(grader: Grader, record: Record) -> str:
    """Flip every label."""
    rounds: Rounds = tuple((entry.x, -1 if entry.label == 1 else 1) for entry in record.played)
    number = _parting(record.played, _again(grader, record, rounds), -1)
    return f"with all labels reversed, round {number} of a game goes otherwise" if number else ""


def _parting(one: Sequence[Played], other: Sequence[Played], sign: int) -> int:
    """Return the round in which the answers are not what the sign says, or 0.

    A tie, for a Perceptron that has made these mistakes, may be answered either way, and what comes after it is
    another game.
    """
    weights: dict[int, Rational] = {}
    for number, (before, now) in enumerate(zip(one, other, strict=False), 1):
        entries = vector_of(before).entries
        if sum([weights.get(index, 0) * value for index, value in entries]) == 0:
            return 0
        if before.predicted is None or now.predicted != sign * before.predicted:
            return number
        if before.predicted != before.label:
            for index, value in entries:
                weights[index] = weights.get(index, 0) + before.label * value
    return 0
