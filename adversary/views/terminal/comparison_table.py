"""Learners compared, for terminals, notebooks and spreadsheets."""

import csv
from io import StringIO
from pathlib import Path

from adversary.compare.comparison import Cell, Comparison
from adversary.files import write_new
from adversary.views.cells import Grid, Renderable, column, details_table, line, stack, to_html
from adversary.views.csv_file import cell as inert
from adversary.views.short_numbers import cell_number
from adversary.views.words import SPAN_LEARNERS
from proofs.exact.errors import one_line
from proofs.exact.rationals import exact_text

CSV_COLUMNS = (
    "learner",
    "setting",
    "size",
    "mistakes",
    "adversary",
    "rounds",
    "lower_bound",
    "upper_bound",
    "upper_bound_is_its_word",
    "tight",
    "attained",
    "exact",
    "unbounded",
    "at_limit_of_rounds",
    "search",
    "games",
    "note",
)
"""The first line; ``size`` is 1/δ² or |C|. A number is empty where it is not known."""

LEGEND = (
    ("mistakes", "the most that were found, each on a judged and replayed game; = nobody can make it err more often"),
    ("", "(its theorem, or all of its states looked at); ≥ the game ended at its limit of rounds, the search at its"),
    ("", "seconds, or there was none; ∞ for ever more. Without a sign: no more was found, which proves no bound"),
    ("lower", "what every deterministic learner can be forced to; upper: what this learner's theorem or card allows"),
    ("tight", "yes: the mistakes are both bounds; attained: they are the upper one; no: nobody can lead it so far"),
)


def comparison_table(found: Comparison) -> Renderable:
    """Return a comparison as a table for the terminal, and what there is to say of its cells."""
    if found.against is not None:
        return _against_table(found, found.against)
    table = Grid(
        column("setting", no_wrap=True),
        column("learner", fold=True, least=20),
        column("mistakes", right=True, no_wrap=True),
        column("lower", right=True, no_wrap=True),
        column("upper", right=True, no_wrap=True),
        column("tight", no_wrap=True),
        column("worst adversary found", fold=True),
    )
    last = None
    for cell in found.cells:
        where = cell.place
        table.add_row(
            "" if where == last else where,
            cell.learner,
            mistakes_text(cell),
            "–" if cell.lower is None else str(cell.lower),
            _upper(cell),
            _tight(cell),
            cell.adversary or line(cell.note or "–", "dim" if not cell.plays else "yellow"),
        )
        last = where
    notes = [
        (f"{cell.place}", f"{cell.learner}: {one_line(cell.note or '')}") for cell in found.cells if _noteworthy(cell)
    ]
    refuted = [
        (cell.place, f"{cell.learner}: its own word, at most {exact_text(cell.upper)}, is refuted")
        for cell in found.cells
        if cell.refuted and cell.upper is not None
    ]
    return stack(table, "", details_table([*LEGEND, *refuted, *notes]))


def _against_table(found: Comparison, against: str) -> Renderable:
    """Return games against one adversary: a line a learner, a column a dimension."""
    spans: dict[int | None, int | None] = {cell.dimension: None for cell in found.cells}
    spans |= {cell.dimension: cell.span for cell in found.cells if cell.span is not None}
    table = Grid(
        column("mistakes in dimension", fold=True, least=20),
        *(column(f"{dimension:,}", right=True, no_wrap=True) for dimension in spans),
    )
    for number, learner in enumerate(found.learners):
        table.add_row(learner, *map(mistakes_text, found.cells[number :: len(found.learners)]))
    notes = [
        ("mistakes", f"in one game against {one_line(against)}, judged and replayed: statement 2, on this sequence")
    ]
    if any(span is not None for span in spans.values()):
        table.add_row("span bound", *("–" if span is None else f"≥ {span}" for span in spans.values()))
        notes.append(("span bound", f"{SPAN_LEARNERS} makes at least as many on these labels"))
    notes += [(cell.place, f"{cell.learner}: {one_line(cell.note)}") for cell in found.cells if cell.note]
    return stack(table, "", details_table(notes))


def comparison_html(found: Comparison) -> str:
    """Return a comparison as HTML tables for a notebook."""
    return to_html(comparison_table(found))


def mistakes_text(cell: Cell) -> str:
    """Return the number of mistakes, and by a sign what is known of larger numbers."""
    if cell.mistakes is None:
        return "forfeit" if cell.fault else "–" if not cell.plays else "unknown"
    if cell.unbounded:
        return "∞"
    return f"{'= ' if cell.exact else '≥ ' if cell.open_end else ''}{cell_number(cell.mistakes)}"


def write_comparison(path: str | Path, found: Comparison) -> None:
    """Write a line a cell. Raises InputError if it cannot be written there."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([_row(cell) for cell in found.cells])
    write_new(path, text.getvalue())


def _row(cell: Cell) -> list[str]:
    def number(value: object) -> str:
        return "" if value is None else str(value)

    return [
        inert(cell.learner),
        inert(cell.place),
        str(cell.size),
        number(cell.mistakes),
        inert(cell.adversary or ""),
        number(cell.rounds),
        number(cell.lower),
        number(cell.upper),
        _word(cell.upper_is_word),
        "" if cell.tight is None else _word(cell.tight),
        "" if cell.attained is None else _word(cell.attained),
        _word(cell.exact),
        _word(cell.unbounded),
        _word(cell.at_limit),
        cell.search,
        str(cell.games),
        inert(cell.note or ""),
    ]


def _word(truth: bool) -> str:  # noqa: FBT001 - it is the truth
    return "yes" if truth else "no"


def _noteworthy(cell: Cell) -> bool:
    """Whether a note has no place in the table."""
    return bool(cell.note) and cell.adversary is not None


def _upper(cell: Cell) -> str:
    if cell.upper is None:
        return "–"
    return f"{cell_number(cell.upper)}{' (its word)' if cell.upper_is_word else ''}"


def _tight(cell: Cell) -> str:
    if cell.tight:
        return "yes"
    return {True: "attained", False: "no", None: "–"}[cell.attained]
