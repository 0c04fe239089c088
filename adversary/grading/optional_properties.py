"""The optional properties of ``learners.checks``, which a learner may have or not: nobody fails by them."""

from adversary.grading.result import Finding
from adversary.search.grader import Grader, Replays
from adversary.search.record import Record
from learners.checks.properties import OPTIONAL_PROPERTIES, OptionalProperty
from learners.protocol import Fault
from proofs.exact.errors import counted

MAX_GAMES = 24


def optional_checks(grader: Grader, fatal: Record | None = None) -> tuple[Finding, ...]:
    """Ask for them in some of the games that were played: short ones, with the most rounds without a mistake.

    Where there is no such game, nothing is said of them. ``fatal`` is the game in which it failed, if it has: the first
    to be looked at.
    """
    records = [
        record
        for record in grader.records
        if not record.fault and not record.peeks and 2 <= len(record.played) <= 60  # noqa: PLR2004 - short games
    ]
    records.sort(key=lambda record: len(record.played) - record.mistakes, reverse=True)
    records = [*([fatal] if fatal else []), *records]
    found = []
    for known in OPTIONAL_PROPERTIES if records else ():
        where = next((where for record in records[:MAX_GAMES] if (where := _where(grader, record, known))), "")
        tried = where or f"no counterexample in {counted(len(records[:MAX_GAMES]), 'game')}"
        found.append(Finding(known.name, "failed" if where else "passed", known.expected, tried, required=False))
    return tuple(found)


def _where(grader: Grader, record: Record, known: OptionalProperty) -> str:
    """Return where a learner does not have a property in a game, or how it fails there, or ""."""
    try:
        found = known.find(Replays(grader, record), record.rounds, record.answers)
    except Fault as fault:
        return str(fault)
    return known.complaint.format(how=found.how, number=found.number) if found else ""
