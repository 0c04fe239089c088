"""Claims as tables."""

import json
from itertools import filterfalse, groupby

from adversary.views.cells import Column, Renderable, Table, details_table, line, stack
from proofs.claims.model import Claim, Judged, Row, corrections, deciding, over_rationals
from proofs.exact.errors import counted
from proofs.formal.theorems import theorems

PRINTED = {
    "holds": "green",
    "false": "red",
    "misprint": "red",
    "vacuous": "red",
    "needs": "yellow",
    "undecided": "dim",
    "copy": "dim",
}
"""The verdicts on a printed statement, and their colors."""

_WIDEST = max(map(len, PRINTED))

VERDICTS = {"refuted": "red", "proved": "green", "supported": "yellow", "out of reach": "dim"}
"""The verdicts on a reading, and their colors."""

_BEFORE_CORRECTION = {
    "false": " → ",
    "misprint": " → ",
    "vacuous": " → ",
    "needs": "; needs ",
    "undecided": "; ",
    "copy": " → ",
}

# ------------------------------------------------------------------------------------------------- printed statements


def printed_table(judged: Judged, *, verbose: bool = False) -> Renderable:
    """Return how many printed statements hold, those that are wrong, and the others, a line each.

    ``verbose`` adds to what is wrong its witness and its theorem.
    """
    wrong = sorted(filter(_is_erratum, judged), key=lambda pair: list(PRINTED).index(pair[1][0].printed))
    others = sorted(filterfalse(_is_erratum, judged), key=lambda pair: _is_beyond(pair[1]))
    wide = max((len(claim.id) for claim, rows in judged if not _is_beyond(rows)), default=0)
    parts: list[Renderable] = [*counts_of(judged), ""]
    if verbose:
        for source, place, details in errata(wrong):
            parts += [f"{place} ({source})", details_table((f"  {title}", text) for title, text in details), ""]
    else:
        parts.append(_lines(wrong, "False, a misprint or vacuous", wide))
    for part, group in groupby(others, _part):
        parts += ["", _lines(list(group), part, wide)]
    return stack(*parts)


def _lines(judged: Judged, title: str, wide: int) -> Table:
    columns = Column(least=wide), Column(least=_WIDEST), Column()
    lines = [
        (
            claim.id,
            line(rows[0].printed, PRINTED[rows[0].printed]),
            _with_correction(claim.title or claim.statement, rows),
        )
        for claim, rows in judged
    ]
    return Table(columns, lines, title=title)


def _part(pair: tuple[Claim, list[Row]]) -> str:
    claim, rows = pair
    return "Beyond the notes" if _is_beyond(rows) else claim.source


def _with_correction(text: str, rows: list[Row]) -> str:
    correction = corrections(rows)
    return f"{text}{_BEFORE_CORRECTION[rows[0].printed]}{correction}" if correction else text


def counts_of(judged: Judged) -> list[str]:
    """Count the printed statements by their verdicts."""
    beyond, copied = [claim for claim, rows in judged if _is_beyond(rows)], [_is_copied(rows) for _, rows in judged]
    printed = [rows[0].printed for _, rows in judged if not _is_beyond(rows) and not _is_copied(rows)]
    order = [*(verdict for verdict in PRINTED if verdict != "holds"), "holds"]  # what is wrong first
    verdicts = ", ".join(_counted(printed.count(verdict), verdict) for verdict in order if verdict in printed)
    lines = [f"{counted(len(printed), 'printed statement')}: {verdicts}"] if printed else []
    others = [f"beyond the notes: {counted(len(beyond), 'statement')}"] if beyond else []
    others += [f"only in a copy: {counted(copied.count(True), 'statement')}"] if any(copied) else []
    return lines + (["; ".join(others)] if others else [])


def _counted(number: int, verdict: str) -> str:
    """Return a count with its verb: 1 holds, 42 hold, 8 are false, 5 are misprints."""
    if verdict in ("holds", "needs"):
        verb = verdict if number == 1 else verdict[:-1]
        return f"{number} {verb}{' something unsaid' if verdict == 'needs' else ''}"
    if verdict == "misprint":
        return f"{number} {'is a misprint' if number == 1 else 'are misprints'}"
    return f"{number} {'is' if number == 1 else 'are'} {verdict}"


def is_wrong(rows: list[Row]) -> bool:
    """Return whether a statement is false as it is stated, a misprint or vacuous."""
    return rows[0].printed in ("false", "misprint", "vacuous")


def _is_erratum(pair: tuple[Claim, list[Row]]) -> bool:
    return is_wrong(pair[1]) and not _is_beyond(pair[1])


def _is_beyond(rows: list[Row]) -> bool:
    return all(row.kind == "beyond the notes" for row in rows)


def _is_copied(rows: list[Row]) -> bool:
    return rows[0].printed == "copy"


# -------------------------------------------------------------------------------------------------- all that is known


def claims_table(judged: Judged, *, verbose: bool = False) -> Renderable:
    """Return every reading of claims, with its verdict; ``verbose`` adds theorems and witnesses."""
    verdicts = [str(row.verdict) for _, rows in judged for row in rows]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in VERDICTS if verdict in verdicts)
    parts: list[Renderable] = []
    if len(judged) > 1:
        parts = [*counts_of(judged), f"{counted(len(verdicts), 'reading')}: {counts}", ""]
    for claim, rows in sorted(judged, key=lambda pair: not is_wrong(pair[1])):
        parts += [details_table(_head(claim, rows)), ""]
        if verbose:
            names: set[str] = set()
            parts.append(details_table([entry for row in rows for entry in _explained(row, names)]))
        else:
            titles = ("kind", "verdict", "reading", "evidence")
            columns = [Column(title) for title in titles]
            lines = [(row.kind, line(row.verdict, VERDICTS[row.verdict]), row.reading, _evidence(row)) for row in rows]
            parts.append(Table(columns, lines))
        parts.append("")
    return stack(*parts[:-1])


def _verdict(rows: list[Row]) -> str:
    """Return the verdict on the printed statement with its correction."""
    printed = rows[0].printed
    return f"needs {corrections(rows)}" if printed == "needs" else _with_correction(printed, rows)


def _head(claim: Claim, rows: list[Row]) -> list[tuple[str, str]]:
    return [
        (claim.id, _verdict(rows)),
        ("stated" if _is_beyond(rows) else "printed", claim.statement),
        *([("given", claim.hypotheses)] if claim.hypotheses else []),
        ("source", f"{claim.source}: {claim.where}"),
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
    theorem = theorems()[name]
    rests = f", from {', '.join(theorem.assumptions)}" if theorem.assumptions else ""
    return [
        ("  theorem", f"{name}, checked by Rocq{rests}: {theorem.says}"),
        *([("  idea", theorem.idea)] if theorem.idea else []),
        ("  in Rocq", theorem.statement),
    ]


# -------------------------------------------------------------------------------------------------------------- errata


def errata(judged: Judged) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return what is wrong and printed in a source: its source, its place, and its witness and correction."""
    return [
        (claim.source, f"{claim.id}: {claim.where}", _erratum(claim, rows))
        for claim, rows in filter(_is_erratum, judged)
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
        if theorem := theorems().get(row.theorem):
            over = over_rationals(row.field)
            details.append(("proved", f"{theorem.name}{over}: {theorem.says.partition(' Source: ')[0]}"))
    repaired = [row for row in rows if row.verdict == "proved" and row not in decided and row.theorem]
    return details + [
        ("proved", f"{row.reading} (theorem {row.theorem}{over_rationals(row.field)})") for row in repaired
    ]
