"""Claims as tables."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from adversary.tasks.task import NOT_CHECKED
from adversary.views.cells import Column, Renderable, Table, details_table, line, stack
from proofs.claims.model import Claim, Row, corrections, deciding, over_rationals
from proofs.exact.errors import counted
from proofs.formal.theorems import theorems

PRINTED = {
    "holds": "green",
    "false": "red",
    "misprint": "red",
    "vacuous": "red",
    "needs": "yellow",
    "undecided": "dim",
}
"""The verdicts on a printed statement, and their colors."""

_WIDEST = max(map(len, PRINTED))

VERDICTS = {"proved": "green", "refuted": "red", "supported": "yellow", "out of reach": "dim"}
"""The verdicts on a reading, and their colors."""

_BEFORE_CORRECTION = {"false": " → ", "misprint": " → ", "vacuous": " → ", "needs": "; needs ", "undecided": "; "}

Judged = list[tuple[Claim, list[Row]]]
"""Claims, each with what came of its readings."""


def by_claim(claims: Iterable[Claim], rows: Iterable[Row]) -> Judged:
    """Return each claim with its rows."""
    found = {key: list(group) for key, group in groupby(rows, attrgetter("id"))}
    return [(claim, found[claim.id]) for claim in claims]


# ------------------------------------------------------------------------------------------------- printed statements


def printed_table(judged: Judged) -> Renderable:
    """Return a line for each printed statement: the verdict on it as printed, and what is true instead."""
    parts: list[Renderable] = []
    wide = max((len(claim.id) for claim, rows in judged if not _is_beyond(rows)), default=0)
    for part, group in groupby(sorted(judged, key=lambda one: _is_beyond(one[1])), _part):
        columns = Column(no_wrap=True, least=wide), Column(no_wrap=True, least=_WIDEST), Column(fold=True)
        lines = [
            (
                claim.id,
                line(rows[0].printed, PRINTED[rows[0].printed]),
                _with_correction(claim.title or claim.statement, rows),
            )
            for claim, rows in group
        ]
        parts.append(Table(columns, lines, title=part))
    return stack(*parts, "", *_counts(judged))


def _part(one: tuple[Claim, list[Row]]) -> str:
    claim, rows = one
    return "Beyond the notes" if _is_beyond(rows) else claim.source


def _with_correction(text: str, rows: list[Row]) -> str:
    correction = corrections(rows)
    return f"{text}{_BEFORE_CORRECTION[rows[0].printed]}{correction}" if correction else text


def _counts(judged: Judged) -> list[str]:
    """Count the printed statements by their verdicts, and name those that are wrong."""
    beyond = [claim for claim, rows in judged if _is_beyond(rows)]
    printed = [rows[0].printed for _, rows in judged if not _is_beyond(rows)]
    verdicts = ", ".join(_counted(printed.count(verdict), verdict) for verdict in PRINTED if verdict in printed)
    lines = [f"{counted(len(printed), 'printed statement')}: {verdicts}"] if printed else []
    errors = ", ".join(claim.id for claim, rows in judged if is_erratum(rows))
    lines += [f"errata: {errors}"] if errors else []
    lines += [f"beyond the notes: {counted(len(beyond), 'statement')}"] if beyond else []
    return lines + _stored(judged)


def _stored(judged: Judged) -> list[str]:
    """Count the verdicts that are an earlier run's."""
    stored = sum(NOT_CHECKED in row.evidence for _, rows in judged for row in rows)
    return [f"{NOT_CHECKED}: {counted(stored, 'reading')}"] if stored else []


def _counted(number: int, verdict: str) -> str:
    """Return a count with its verb: 1 holds, 42 hold, 8 are false, 5 are misprints."""
    if verdict in ("holds", "needs"):
        says = verdict if number == 1 else verdict[:-1]
        return f"{number} {says}{' something unsaid' if verdict == 'needs' else ''}"
    if verdict == "misprint":
        return f"{number} {'is a misprint' if number == 1 else 'are misprints'}"
    return f"{number} {'is' if number == 1 else 'are'} {verdict}"


def is_wrong(row: Row) -> bool:
    """Return whether the statement is false as printed, a misprint or vacuous."""
    return row.printed in ("false", "misprint", "vacuous")


def is_erratum(rows: Sequence[Row]) -> bool:
    """Return whether a statement is an erratum: wrong, and printed in one of the sources."""
    return is_wrong(rows[0]) and not _is_beyond(rows)


def _is_beyond(rows: Iterable[Row]) -> bool:
    return all(row.kind == "beyond the notes" for row in rows)


# -------------------------------------------------------------------------------------------------- all that is known


def claims_table(judged: Judged, *, explain: bool = False) -> Renderable:
    """Return every reading of claims, with its verdict; to explain, also theorems and witnesses."""
    parts: list[Renderable] = []
    for claim, rows in judged:
        parts += [details_table(_head(claim, rows)), ""]
        if explain:
            names: set[str] = set()
            parts.append(details_table([entry for row in rows for entry in _explained(row, names)]))
        else:
            titles = ("kind", "verdict", "reading", "evidence")
            columns = [Column(title, no_wrap=title == "verdict", fold=True) for title in titles]
            lines = [(row.kind, line(row.verdict, VERDICTS[row.verdict]), row.reading, _evidence(row)) for row in rows]
            parts.append(Table(columns, lines))
        parts.append("")
    verdicts = [str(row.verdict) for _, rows in judged for row in rows]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in VERDICTS)
    return stack(
        *parts, f"{counted(len(verdicts), 'reading')}: {counts}", *(_counts(judged) if len(judged) > 1 else ())
    )


def _verdict(rows: list[Row]) -> str:
    """Return the verdict on the printed statement with its correction."""
    printed = rows[0].printed
    return f"needs {corrections(rows)}" if printed == "needs" else _with_correction(printed, rows)


def _head(claim: Claim, rows: list[Row]) -> list[tuple[str, str]]:
    given = [("given", claim.hypotheses)] if claim.hypotheses else []
    return [
        (claim.id, f"{claim.source}: {claim.where}"),
        ("states", claim.statement),
        *given,
        ("as stated" if _is_beyond(rows) else "as printed", _verdict(rows)),
    ]


def _evidence(row: Row) -> str:
    """Return the evidence with the theorem, the correction and the remarks."""
    theorem = f" (theorem {row.theorem}{over_rationals(row.field)})" if row.verdict == "refuted" and row.theorem else ""
    rests = f", if {row.conditional}" if row.verdict == "refuted" and row.conditional else ""
    return f"{row.evidence}{rests}{f' → {row.correction}' if row.correction else ''}{theorem}"


def _explained(row: Row, names: set[str]) -> list[tuple[str, str]]:
    """Return everything about a reading; of a theorem in ``names``, which was shown before, only the name."""
    details: list[tuple[str, str]] = [(row.kind, row.reading)]
    details += [("  witness", json.dumps(row.witness))] if row.witness is not None else []
    if row.theorem and row.theorem not in names:
        names.add(row.theorem)
        details += _theorem(row.theorem)
    return [*details, (f"  {row.verdict}", _evidence(row)), (" ", "")]


def _theorem(name: str) -> list[tuple[str, str]]:
    """Say what a theorem states, in words and as Rocq prints it, and the idea of its proof."""
    found = theorems()[name]
    rests = f", from {', '.join(found.assumptions)}" if found.assumptions else ""
    return [
        ("  theorem", f"{name}, checked by Rocq{rests}: {found.says}"),
        *([("  idea", found.idea)] if found.idea else []),
        ("  in Rocq", found.statement),
    ]


# -------------------------------------------------------------------------------------------------------------- errata


def errata(judged: Judged) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return each erratum: its source, its place, and its witness and correction."""
    return [
        (claim.source, f"{claim.id}: {claim.where}", _erratum(claim, rows))
        for claim, rows in judged
        if is_erratum(rows)
    ]


def _erratum(claim: Claim, rows: list[Row]) -> list[tuple[str, str]]:
    printed, decided = deciding(rows)
    details: list[tuple[str, str]] = [(printed, claim.statement)]
    details += [("given", claim.hypotheses)] if claim.hypotheses else []
    for row in decided:
        read = f"{row.reading}: " if len(decided) > 1 else ""
        details.append(("witness", f"{read}{row.evidence}"))
        details += [("if", row.conditional)] if row.conditional else []
        details += [("true", row.correction)] if row.correction else []
        found = theorems().get(row.theorem)
        if found:
            over = over_rationals(row.field)
            details.append(("proved", f"{found.name}{over}: {found.says.partition(' Source: ')[0]}"))
    repaired = [row for row in rows if row.verdict == "proved" and row not in decided and row.theorem]
    return details + [
        ("holds", f"{row.reading} (theorem {row.theorem}{over_rationals(row.field)})") for row in repaired
    ]


def errata_table(judged: Judged, among: Judged) -> Renderable:
    """Return the errata for a terminal, and how many readings are not checked of those ``among`` which they are."""
    parts: list[Renderable] = []
    for source, place, details in errata(judged):
        parts += [f"{place} ({source})", details_table((f"  {title}", text) for title, text in details), ""]
    none = ["no printed statement here is an erratum", *_stored(among)]
    return stack(*parts, *(_counts(judged) if parts else none))
