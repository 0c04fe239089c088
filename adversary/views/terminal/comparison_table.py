"""A comparison of learners as tables: for terminals and notebooks, and as CSV."""

from operator import attrgetter

from adversary.compare.comparison import Cell, Comparison
from adversary.views.cells import Column, Renderable, Table, columns, details_table, line, stack, to_html
from adversary.views.words import cell_number
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import exact_text

CSV_COLUMNS = {
    "learner": "learner",
    "setting": "place",
    "size": "size",
    "mistakes": "number",
    "adversary": "adversary",
    "rounds": "rounds",
    "lower_bound": "lower",
    "upper_bound": "upper",
    "upper_bound_is_its_word": "upper_is_word",
    "tight": "tight",
    "attained": "attained",
    "exact": "exact",
    "unbounded": "unbounded",
    "at_limit_of_rounds": "at_limit",
    "search": "search",
    "games": "games",
    "note": "note",
}
"""The first line, with what a cell calls these; ``size`` is 1/δ² or |C|. A number is empty where it is not known."""

LEGEND = (
    (
        "mistakes",
        "the largest number found, in a judged and replayed game. =: exact, because of a theorem, or because all",
    ),
    ("", "states of the learner were examined. ≥: at least, because the game or the search was cut short, or nothing"),
    ("", "was searched. ∞: unbounded. No sign: the search found no larger number, which proves no bound"),
    ("lower", "the mistakes that can be forced on every deterministic learner"),
    ("upper", "the mistakes that this learner's theorem or card allows"),
    ("tight", "yes: the mistakes equal both bounds. attained: they equal only the upper bound. no: the program proved"),
    ("", "that no sequence reaches the upper bound. –: unknown"),
)


LEGEND_OF_UPDATES = (
    ("updates", "the largest number of rounds of a sequence that change the learner, confirmed by a fresh learner."),
    ("", "=: exact. ≥: at least, because a budget ran out. ∞: unbounded"),
)


def comparison_table(found: Comparison) -> Renderable:
    """Return a comparison as a table for the terminal, with notes on its cells."""
    places = (
        Column("setting", no_wrap=True),
        Column("learner", fold=True, least=20),
        Column(found.count, right=True, no_wrap=True),
        Column("lower", right=True, no_wrap=True),
        Column("upper", right=True, no_wrap=True),
        Column("tight", no_wrap=True),
        Column("worst adversary found", fold=True),
    )
    rows, last = [], None
    for cell in found.cells:
        where, lower = "" if cell.place == last else cell.place, "–" if cell.lower is None else str(cell.lower)
        worst = cell.adversary or line(cell.note or "–", "dim" if not cell.plays else "yellow")
        rows.append((where, cell.learner, mistakes_text(cell), lower, _upper(cell), _tight(cell), worst))
        last = cell.place
    notes = [
        (cell.place, f"{cell.learner}: {one_line(cell.note)}") for cell in found.cells if cell.note and cell.adversary
    ]
    refuted = [
        (cell.place, f"{cell.learner}: its own word, at most {exact_text(cell.upper)}, is refuted")
        for cell in found.cells
        if cell.refuted and cell.upper is not None
    ]
    legend = LEGEND if found.count == "mistakes" else LEGEND_OF_UPDATES
    return stack(Table(places, rows), "", details_table([*_sequence(found), *legend, *refuted, *notes]))


def _sequence(found: Comparison) -> list[tuple[str, str]]:
    """Return the worst sequence of the only cell, on a class."""
    (cell,) = found.cells if len(found.cells) == 1 else (None,)
    if cell is None or cell.number is None or cell.target is None:
        return []
    told = [f"{point}:{label:+d}{' (a lie)' if lie else ''}" for point, label, lie in cell.sequence]
    first = len(told) - cell.cycle
    rows = [("reached by", told[:first]), ("for ever", told[first:])]
    states = [("", f"{counted(cell.states, 'state')} of the learner looked at")] if cell.states is not None else []
    return [
        ("found", _number_in_words(cell)),
        *[(title, " ".join(rounds)) for title, rounds in rows if rounds],
        ("target", cell.target),
        *states,
        ("", ""),
    ]


def _number_in_words(cell: Cell) -> str:
    if cell.unbounded or cell.number is None:
        return "unbounded"
    if cell.exact:
        return f"exactly {cell.number}"
    return f"at least {cell.number}" + ("" if cell.at_most is None else f", at most {cell.at_most}")


def comparison_html(found: Comparison) -> str:
    """Return a comparison as HTML tables for a notebook."""
    return to_html(comparison_table(found))


def mistakes_text(cell: Cell) -> str:
    """Return the number of mistakes, with a sign: exact, at least, or unbounded."""
    if cell.number is None:
        return "forfeit" if cell.fault else "–" if not cell.plays else "unknown"
    if cell.unbounded:
        return "∞"
    return f"{'= ' if cell.exact else '≥ ' if cell.open_end else ''}{cell_number(cell.number)}"


def comparison_csv(found: Comparison) -> Table:
    """Return a comparison as a table for programs, with one row for each cell."""
    return Table(columns(*CSV_COLUMNS), list(map(attrgetter(*CSV_COLUMNS.values()), found.cells)))


def _upper(cell: Cell) -> str:
    return "–" if cell.upper is None else cell_number(cell.upper) + (" (its word)" if cell.upper_is_word else "")


def _tight(cell: Cell) -> str:
    return "yes" if cell.tight else {True: "attained", False: "no", None: "–"}[cell.attained]
