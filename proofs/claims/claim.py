"""A claim: a printed statement in our own words, the ways in which it can be read, and how each reading is judged.

Nobody writes a verdict down. A reading brings an argument, or a test that finds a violation in a candidate, or both;
candidates come from the reading itself and from attacks, which may play games. A violation refutes, whatever the
argument says; an argument whose steps all hold proves; otherwise the reading is supported by what was tried.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from proofs.exact.steps import Step

Verdict = Literal["proved", "refuted", "supported", "out of reach"]

Candidate = dict[str, Any]
"""Plain JSON values, rationals as strings: a sample, a run, a class, … from which a violation can be recomputed."""


@dataclass(frozen=True)
class Reading:
    """One way to read a claim.

    ``argument`` returns the steps of a proof for every case, and ``instance`` values for their symbols, by name, to
    show them with numbers. ``violated`` says in a line, with exact numbers, how a candidate contradicts the reading,
    or returns ``None``; it trusts nothing in the candidate, and hypotheses that fail are no violation.
    ``candidates`` are what to try, small ones first; if ``exhaustive``, there are no others, so that all of them
    together are a proof. ``assumes`` is what the statement rests on that no computation reaches.
    ``instead`` is the statement as it should read, for a reading that turns out false. ``theorem`` names the theorem
    of ``proofs/formal``, checked by Rocq, that states the reading, or, if it is false, its negation.
    """

    says: str
    argument: "Callable[[], list[Step]] | None" = None
    instance: dict[str, Any] | None = None
    violated: Callable[[Candidate], str | None] | None = None
    candidates: Callable[[], Iterable[Candidate]] | None = None
    exhaustive: bool = False
    assumes: str = ""
    instead: str = ""
    theorem: str = ""


@dataclass(frozen=True)
class Claim:
    """A statement of a source. ``id`` is like ``notes3-1.4``; ``hypotheses`` are those of all readings."""

    id: str
    source: str
    where: str
    statement: str
    readings: tuple[Reading, ...]
    hypotheses: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """What came of judging one reading of a claim; ``witness`` is the smallest candidate that violates it."""

    id: str
    source: str
    where: str
    statement: str
    reading: str
    verdict: Verdict
    evidence: str
    witness: Candidate | None
    theorem: str = ""


def judge(
    claim: Claim, reading: Reading, attacks: Iterable[Candidate] = (), *, seconds: float = 10.0, most: int | None = None
) -> Row:
    """Judge one reading: try its candidates and the attacks' for so many seconds (and ``most`` of them), then argue."""
    verdict, evidence, witness = _finding(reading, attacks, seconds, most)
    about = claim.id, claim.source, claim.where, claim.statement, reading.says
    return Row(*about, verdict, evidence, witness, reading.theorem)


def _finding(  # noqa: PLR0911 - a verdict a line
    reading: Reading, attacks: Iterable[Candidate], seconds: float, most: int | None
) -> tuple[Verdict, str, Candidate | None]:
    tried, finished, found = _try(reading, attacks, time.monotonic() + seconds, most)
    if found is not None:
        violation, witness = found
        better = f"; it should read: {reading.instead}" if reading.instead else ""
        return "refuted", f"{violation}{better}", witness
    cases = f"{tried:,} case{'' if tried == 1 else 's'} tried"
    if reading.argument is not None:
        steps = reading.argument()
        failing = next((step.says for step in steps if not step.holds), None)
        if steps and failing is None:
            also = f"; {cases}, no violation" if tried else ""
            counted = f"{len(steps)} step{'' if len(steps) == 1 else 's'}"
            return "proved", f"{counted}, each decided by sympy{also}", None
        return (
            "supported" if tried else "out of reach",
            f"{f'a step of the argument fails: {failing}' if steps else 'the argument has no steps'}; {cases}",
            None,
        )
    if reading.assumes:
        return "out of reach", f"rests on {reading.assumes}; {cases}", None
    if not tried:
        return "out of reach", "nothing could be tried in the time given", None
    if reading.exhaustive and finished:
        return "proved", f"all {tried:,} cases, no violation", None
    return "supported", f"{cases}{'' if finished else ' in the time given'}, no violation", None


def _try(
    reading: Reading, attacks: Iterable[Candidate], ends: float, most: int | None
) -> tuple[int, bool, tuple[str, Candidate] | None]:
    """Return how many were tried, whether there were no more, and the smallest violation with its witness."""
    if reading.violated is None:
        return 0, False, None
    best: tuple[int, str, Candidate] | None = None
    tried, finished = 0, True
    own: Iterable[Candidate] = reading.candidates() if reading.candidates else ()
    candidates: Iterator[Candidate] = chain(own, attacks)
    for candidate in candidates:
        if time.monotonic() > ends or (most is not None and tried >= most):
            finished = False
            break
        tried += 1
        violation = reading.violated(candidate)
        if violation is not None and not (isinstance(violation, str) and violation):
            raise TypeError(f"violated should return a line or None, and returned {violation!r}")
        if violation is not None:
            size = len(json.dumps(candidate))
            if best is None or size < best[0]:
                best = size, violation, candidate
    return tried, finished, None if best is None else (best[1], best[2])
