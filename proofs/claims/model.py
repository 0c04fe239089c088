"""The types of claims: a printed statement in our words, its readings, and the judgment of each reading.

Verdicts are computed. A reading may name a theorem of ``proofs/formal`` that states it: the theorem proves it, and the
tests of this program try the statement on small numbers. Any other reading has a test that finds a violation in a
candidate. A violation refutes the reading. A test of all cases of a finite statement proves it, and otherwise what was
tried supports it.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, Literal, TypedDict

from proofs.claims.candidates import plain
from proofs.exact.errors import InputError, counted
from proofs.formal.definitions import Field, field_of
from proofs.formal.theorems import theorems

Verdict = Literal["proved", "refuted", "supported", "out of reach"]

Kind = Literal[
    "as printed",
    "misprint",
    "convention",
    "missing hypothesis",
    "stronger",
    "vacuous",
    "remark",
    "copy",
    "beyond the notes",
]
"""What a reading is to the printed sentence.

``as printed``: what the sentence says. ``misprint``: what its signs say, where the same source shows elsewhere that it
means something else, and nothing that follows rests on it. ``convention``: one way to settle what the source leaves
open, like sign(0). ``missing hypothesis``: the sentence without a hypothesis that the source leaves unsaid.
``stronger``: more than the sentence says, or its correction. ``vacuous``: that the sentence excludes something; if that
is refuted, it says nothing. ``remark``: an objection that the author would wave off, because the sentence does not mean
this case; it decides nothing. ``copy``: what only a copy of the source says, which has lost a sign.
``beyond the notes``: not in the sources.
"""

Printed = Literal["holds", "false", "misprint", "vacuous", "needs", "undecided", "copy"]
"""The verdict on a printed sentence: ``needs`` an unsaid hypothesis or convention; ``copy``: no source prints it."""


@dataclass(frozen=True)
class Reading:
    """A reading: one exact version of a claim.

    ``violated`` takes a candidate. It returns a line with exact numbers that says how the candidate contradicts the
    reading, or ``None``; if a hypothesis fails, there is no violation. ``candidates`` yields the objects to try, the
    most natural first, because the first violation is shown. ``exhaustive`` says that these are all cases, so that
    testing all of them is a proof. ``theorem`` is the name of the theorem of ``proofs/formal`` that states the reading,
    and ``negation`` the one that refutes it; only our own claims may have these. ``conditional`` is an assumption
    of the verdict that no computation can settle. ``correction`` says in a few words what is true, or what the sentence
    needs. ``field`` says which numbers the reading is about, if not those of its claim.
    """

    statement: str
    kind: Kind = "as printed"
    violated: Callable[[Any], str | None] | None = None
    candidates: Callable[[], Iterable[Any]] | None = None
    exhaustive: bool = False
    theorem: str = ""
    negation: str = ""
    correction: str = ""
    conditional: str = ""
    field: Field | None = None


misprint = partial(Reading, kind="misprint")
convention = partial(Reading, kind="convention")
missing_hypothesis = partial(Reading, kind="missing hypothesis")
stronger = partial(Reading, kind="stronger")
vacuous = partial(Reading, kind="vacuous")
remark = partial(Reading, kind="remark")
only_in_a_copy = partial(Reading, kind="copy")
beyond_the_notes = partial(Reading, kind="beyond the notes")


@dataclass(frozen=True)
class Claim:
    """A statement of a source. ``id`` is like ``notes3-1.4``; ``title`` is the statement in a few words.

    ``where`` is its place in the source: page or section, and display. ``hypotheses`` belong to all readings.
    ``field`` says which numbers the source is about: ``finite`` for finite classes, ``rational`` for probabilities of
    finite classes, else ``real``.
    """

    id: str
    source: str
    where: str
    statement: str
    readings: tuple[Reading, ...]
    hypotheses: str = ""
    title: str = ""
    field: Field = "real"


def claim_of(  # noqa: PLR0913 - the fields of a claim
    source: str,
    id_: str,
    where: str,
    statement: str,
    *readings: Reading,
    hypotheses: str = "",
    title: str = "",
    field: Field = "real",
) -> Claim:
    """Return a claim of a source, with its readings as the last arguments."""
    return Claim(id_, source, where, statement, readings, hypotheses, title, field)


class Fields(TypedDict):
    """The fields of numbers (real, rational, finite) of a source and of a theorem, if there is one."""

    source: Field
    theorem: Field | Literal[""]


def over_rationals(fields: Fields | None) -> str:
    """Return the remark for a theorem on rational numbers if the source has real numbers, else ""."""
    return ", over the rational numbers" if fields == {"source": "real", "theorem": "rational"} else ""


@dataclass(frozen=True, slots=True)
class Row:
    """The result of judging one reading; ``witness`` is its violation as plain JSON.

    ``printed`` is the verdict on the printed sentence, the same for all readings of a claim.
    """

    id: str
    source: str
    where: str
    statement: str
    reading: str
    verdict: Verdict
    evidence: str
    witness: Any
    theorem: str = ""
    kind: Kind = "as printed"
    correction: str = ""
    conditional: str = ""
    printed: Printed = "undecided"
    field: Fields | None = None


Judged = list[tuple[Claim, list[Row]]]
"""Claims, each with the rows of its readings."""


def judge(claim: Claim, reading: Reading, *, seconds: float = inf) -> Row:
    """Judge one reading: by its theorem, or else by its candidates, within a budget of processor seconds.

    Our own readings need no budget: their candidates are few, and their verdicts are the same on a slow machine.

    Raises:
        InputError: a theorem that is named is not among those that Rocq has checked, or no candidate violates what a
            theorem refutes. That is a mistake of ours, and no verdict is reliable.
        TypeError: a test returns something else than a line or ``None``, or what violates it cannot be written as JSON.

    """
    for name in filter(None, (reading.theorem, reading.negation)):
        if name not in theorems():
            raise InputError(f"{claim.id}, {reading.statement!r}: Rocq has not checked {name}")
    if reading.theorem:
        over = over_rationals(_fields(claim, reading))
        return _row(claim, reading, "proved", f"theorem {reading.theorem}{over}")
    tried, finished, violation = _try(reading, time.process_time() + seconds)
    if violation:
        return _row(claim, reading, "refuted", *violation)
    if reading.negation:
        raise InputError(f"{claim.id}: {reading.negation} refutes {reading.statement!r}, and no candidate violates it")
    return _row(claim, reading, *_unviolated(reading, tried, finished=finished))


def _row(claim: Claim, reading: Reading, verdict: Verdict, evidence: str, witness: Any = None) -> Row:
    """Return the row of a judged reading."""
    return Row(
        claim.id,
        claim.source,
        claim.where,
        claim.statement,
        reading.statement,
        verdict,
        evidence,
        witness,
        reading.theorem or reading.negation,
        reading.kind,
        reading.correction,
        reading.conditional,
        field=_fields(claim, reading),
    )


def _fields(claim: Claim, reading: Reading) -> Fields:
    theorem = reading.theorem or reading.negation
    return {"source": reading.field or claim.field, "theorem": field_of(theorem) if theorem else ""}


def _unviolated(reading: Reading, tried: int, *, finished: bool) -> tuple[Verdict, str]:
    late = "" if finished else " in the time given"
    cases = f"{counted(tried, 'case')} tried{late}"
    if reading.conditional:
        return "out of reach", f"rests on {reading.conditional}{f'; {cases}' if tried else ''}"
    if reading.exhaustive and finished and tried:
        return "proved", f"computed: {'its only case' if tried == 1 else f'all {tried} cases'}, no violation"
    if not tried:
        return "out of reach", f"nothing could be tried{late or ': it has no candidates'}"
    return "supported", f"{cases}, no violation"


def _try(reading: Reading, ends: float) -> tuple[int, bool, tuple[str, Any] | None]:
    """Return how many candidates were tried, whether these are all, and the first violation with its JSON witness."""
    if reading.violated is None or reading.candidates is None:
        return 0, True, None
    tried = 0
    for candidate in reading.candidates():
        if time.process_time() > ends:
            return tried, False, None
        tried += 1
        written = plain(candidate)  # before a user's test can change it
        violation = reading.violated(candidate)
        if violation is not None and not (isinstance(violation, str) and violation):
            raise TypeError(f"violated should return a line or None, and returned {violation!r}")
        if violation is not None:
            json.dumps(written, allow_nan=False)  # what is not JSON raises TypeError here, and not where it is printed
            return tried, True, (violation, written)
    return tried, True, None


def with_printed(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of one claim, each with the verdict on the printed sentence."""
    return [replace(row, printed=deciding(rows)[0]) for row in rows]


def deciding(rows: Sequence[Row]) -> tuple[Printed, list[Row]]:
    """Return the verdict on the printed sentence of a claim, and the readings that decide it.

    What no source prints is judged as it is stated here.
    """
    own = [row for row in rows if row.kind == "as printed"] or [row for row in rows if row.kind == "beyond the notes"]
    unsaid = [row for row in rows if row.kind in ("convention", "missing hypothesis")]
    misprints, vacuous = ([row for row in rows if row.kind == kind] for kind in ("misprint", "vacuous"))
    outcomes: list[tuple[Printed, list[Row]]] = [
        ("copy", [row for row in rows if row.kind == "copy"]),
        ("false", [row for row in own if row.verdict == "refuted"]),
        ("misprint", [row for row in misprints if row.verdict == "refuted"]),
        ("vacuous", [row for row in vacuous if row.verdict == "refuted"]),
        ("needs", [row for row in unsaid if row.verdict == "refuted" or (row.conditional and row.correction)]),
        ("undecided", [row for row in own if row.verdict != "proved"]),
    ]
    return next((outcome for outcome in outcomes if outcome[1]), ("holds", own) if own else ("undecided", []))


def corrections(rows: Sequence[Row]) -> str:
    """Return a correction, a missing hypothesis, or the reason why the sentence is undecided, in a few words."""
    printed, decided = deciding(rows)
    if printed == "holds" or not decided:
        return ""
    if printed == "undecided":
        return f"rests on {decided[0].conditional}" if decided[0].conditional else decided[0].evidence
    texts = dict.fromkeys([row.correction for row in decided if row.correction])
    if printed == "needs":
        return "; ".join(texts)
    condition = f" (if {decided[0].conditional})" if decided[0].conditional and printed == "false" else ""
    return f"{next(iter(texts), '')}{condition}"
