"""A tournament as tables: learners and settings, its cells, the rankings, for terminals and notebooks, and CSV."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from adversary.tournaments.cell import WORST, Cell, Place, Tournament, Unfit
from adversary.tournaments.ranking import Group, rank
from adversary.views.cells import Column, Renderable, Table, Value, columns, details_table, stack
from adversary.views.words import (
    NO_MISTAKES,
    cell_number,
    known_number,
    margin_name,
    setting_name,
    uncounted,
    why_unranked,
)
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import Rational, exact_text
from proofs.settings import SETTINGS

MAX_SETTINGS = 6
"""Settings that fit in a terminal's width: with ``--verbose`` all cells are shown, and ``results.csv`` has them."""

MAX_ABSENT = 3
"""Learners without a game that are named, of those that have the same reason."""

OF_WORST = {
    "mistakes": "the most found, in a judged and replayed game. =: exact, by a theorem, or because all states of the "
    "learner were examined. ≥: at least, because the game or the search was cut short, or nothing was searched. ∞: "
    "unbounded. No sign: the search found no larger number, which proves no bound",
}
OF_GAMES = {"mistakes": "the most in a game of this learner, certified by the checker after a replay. ?: not certified"}
OF_UPDATES = {
    "updates": "the largest number of rounds of a sequence that change the learner, confirmed by a fresh learner. =: "
    "exact. ≥: at least, because a budget ran out. ∞: unbounded",
}
OF_SCORES = {
    "forced": "the mistakes that can be forced here on every deterministic learner; one that tosses coins may expect "
    "only half as many",
    "score": "the mean of mistakes/bound, where the bound is the most that the best deterministic learner makes; "
    "lower is better",
}
OF_COINS = {"expected": "a learner that tosses coins is expected to make its mistakes, on a sequence fixed in advance"}
OF_CELLS = {
    "upper": "the mistakes that this learner's theorem or card allows",
    "tight": "yes: the mistakes equal both bounds. attained: they equal only the upper bound. no: the program proved "
    "that no sequence reaches the upper bound. –: unknown",
}


def tournament_table(tournament: Tournament, *, verbose: bool = False) -> Renderable:
    """Return the ranking of each group over its settings, with notes; with ``verbose`` all cells, too."""
    parts = list[Renderable | str]()
    updates = tournament.count == "updates"
    for group in () if updates else rank(tournament):
        parts += [ranking_title(tournament, group), "", ranking_table(tournament, group), ""]
    if verbose or updates:
        parts += [cells_table(tournament), ""]
    searched = any(cell.search for cell in tournament.cells)
    legend = OF_UPDATES if updates else (OF_WORST if searched else OF_GAMES) | OF_SCORES
    legend |= OF_COINS if any(isinstance(cell.mistakes, Fraction) for cell in tournament.cells) else {}
    details = [*_sequence(tournament), *legend.items(), *(OF_CELLS.items() if verbose else ()), *_notes(tournament)]
    return stack(*parts, details_table(details))


# ------------------------------------------------------------------------------------------------ learners × settings


def ranking_title(tournament: Tournament, group: Group) -> str:
    """Return who is the best of a group, as a sentence."""
    best = [placing for placing in group.ranked if placing.rank == 1]
    title = SETTINGS[group.name].title[:1].upper() + SETTINGS[group.name].title[1:]
    if not best:
        return f"{title}: no learner can be ranked."
    who = one_line(best[0].learner) if len(best) == 1 else f"{len(best)} learners"
    met = "in the worst games found" if any(cell.search for cell in tournament.cells) else "against these adversaries"
    if len(group.standings) == 1:
        return f"{title}: the most mistakes of {who}, {met}."
    return f"{title}: of {len(group.standings)} learners, {who} made the fewest mistakes {met}."


def ranking_table(tournament: Tournament, group: Group) -> Table:
    """Return the learners of a group, those with a rank first, their most mistakes, and why some have no rank."""
    worst = worst_cells(cell for cell in tournament.cells if cell.setting == group.name)
    settings = list(dict.fromkeys(setting for _, setting in worst))
    few = settings[:MAX_SETTINGS]
    shown = [
        Column("rank", right=True),
        Column("learner"),
        Column("score", right=True),
        *(Column(title, right=True) for title in titles_of(few)),
        Column(f"and {len(settings) - len(few)} more" if len(settings) > len(few) else ""),
    ]
    rows, shared = list[Sequence[Value]](), Counter(placing.rank for placing in group.ranked)
    for placing in group.standings:
        place = "–" if placing.rank is None else f"= {placing.rank}" if shared[placing.rank] > 1 else str(placing.rank)
        score = "–" if placing.score is None else cell_number(placing.score)
        own = [worst.get((placing.learner, setting)) for setting in few]
        numbers = ["–" if cell is None else _marked(cell, group) for cell in own]
        rows.append((place, one_line(placing.learner), score, *numbers, why_unranked(placing)))
    for title, name in (("forced without coins", "lower"), ("enough for the best one", "bound")):
        largest = dict[Place, Rational]()
        for cell in tournament.cells:
            if (value := getattr(cell, name)) is not None:
                largest[cell.place] = max(value, largest.get(cell.place, value))
        numbers = [known_number(largest.get(setting)) for setting in few]
        if set(numbers) != {"–"} and numbers != list(rows[-1][3:-1]):
            rows.append(("", title, "", *numbers, ""))
    return Table(shown, rows, names=2)


def _marked(cell: Cell, group: Group) -> str:
    """Return the mistakes of a cell, in parentheses if they do not count."""
    text = mistakes_text(cell)
    return text if text in NO_MISTAKES.values() or group.counts(cell) else f"({text})"


def titles_of(settings: Sequence[Place]) -> list[str]:
    """Return short names of settings: a margin, a dimension where it is not that of the margin alone, or both."""
    margins = Counter(setting.margin_squared for setting in settings)
    names = list[str]()
    for setting in settings:
        squared, dimension = setting.margin_squared, f"d = {setting.dimension}"
        if squared is None:
            names.append(setting_name(setting))
            continue
        name = margin_name(squared)
        usual = setting.dimension in (None, max(squared.denominator // squared.numerator, 1))
        parts = [*([name] if len(margins) > 1 or margins[squared] == 1 else []), dimension]
        names.append(name if margins[squared] == 1 and usual else ", ".join(parts))
    return names


def worst_cells(cells: Iterable[Cell]) -> dict[tuple[str, Place], Cell]:
    """Return the cell with the most mistakes of each learner in each setting; it may have no number."""
    worst = dict[tuple[str, Place], Cell]()
    for cell in cells:
        key, more = (cell.learner, cell.place), (cell.unbounded, -1 if cell.most is None else cell.most)
        other = worst.setdefault(key, cell)
        if more > (other.unbounded, -1 if other.most is None else other.most):
            worst[key] = cell
    return worst


def mistakes_text(cell: Cell) -> str:
    """Return the number of mistakes, with a sign: exact, at least, or unbounded."""
    if cell.most is None or (cell.updates is None and cell.kind in NO_MISTAKES):
        return NO_MISTAKES.get(cell.kind, "?")
    if cell.unbounded:
        return "∞"
    return f"{'= ' if cell.exact else '≥ ' if cell.open_end else ''}{cell_number(cell.most)}"


# ------------------------------------------------------------------------------------------------ cells


def cells_table(tournament: Tournament) -> Table:
    """Return a row for each cell."""
    shown = (
        Column("setting"),
        Column("learner"),
        Column(tournament.count, right=True),
        Column("lower", right=True),
        Column("upper", right=True),
        Column("tight"),
        Column("adversary"),
    )
    rows, last = list[Sequence[Value]](), ""
    for cell in tournament.cells:
        where = setting_name(cell.place)
        upper = known_number(cell.upper) + (" (its word)" if cell.upper_is_word and cell.upper is not None else "")
        tight = "yes" if cell.tight else {True: "attained", False: "no", None: "–"}[cell.attained]
        seed = "" if cell.seed is None or cell.search else f", seed {cell.seed}"
        against = one_line(cell.reason or "–") if cell.adversary == WORST else f"{cell.adversary}{seed}"
        numbers = mistakes_text(cell), known_number(cell.lower), upper, tight
        rows.append(("" if where == last else where, cell.learner, *numbers, against))
        last = where
    return Table(shown, rows, names=2)


def _sequence(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the worst sequence of the only cell, on a class."""
    (cell,) = tournament.cells if len(tournament.cells) == 1 else (None,)
    if cell is None or cell.most is None or cell.target is None:
        return []
    rounds = [f"{point}:{label:+d}{' (a lie)' if lie else ''}" for point, label, lie in cell.sequence]
    first = len(rounds) - cell.cycle
    parts = [("reached by", rounds[:first]), ("for ever", rounds[first:])]
    states = [("", f"{counted(cell.states, 'state')} of the learner looked at")] if cell.states is not None else []
    number = f"{'exactly' if cell.exact else 'at least'} {cell.most}"
    return [
        ("found", "unbounded" if cell.unbounded else number),
        *[(title, " ".join(part)) for title, part in parts if part],
        ("target", cell.target),
        *states,
        ("", ""),
    ]


# ------------------------------------------------------------------------------------------------ notes


def _notes(tournament: Tournament) -> list[tuple[str, str]]:
    notes = []
    cells = tournament.cells
    for group in () if tournament.count == "updates" else rank(tournament):
        title = SETTINGS[group.name].title
        notes += [("( )", f"not counted, {title}: {text}") for text in uncounted(group)]
        if _is_forced(tournament, group):
            notes.append(("ties", f"{title}: the games that count force the bound on every deterministic learner"))
    for title, texts in (
        ("forfeit", [(cell.learner, cell.fault) for cell in cells if cell.kind == "forfeit"]),
        ("failed", [(cell.learner, cell.reason) for cell in cells if cell.kind == "failed"]),
        ("not certified", [(cell.learner, cell.reason) for cell in cells if cell.kind == "unproved"]),
        ("note", [(cell.learner, cell.note) for cell in cells]),
    ):
        several = Counter((learner, text) for learner, text in texts if text)
        notes += [
            (title, f"{learner}, {counted(times, 'game')}: {one_line(text)}")
            for (learner, text), times in several.items()
        ]
    for cell in cells:
        if cell.mistakes is not None and cell.upper is not None and cell.mistakes > cell.upper:
            place = f"{cell.learner}, {setting_name(cell.place)}"
            notes.append(("refuted", f"{place}: its own word, at most {exact_text(cell.upper)}"))
    absent = dict[str, list[str]]()
    for pair in tournament.without_game:
        absent.setdefault(pair.reason, []).append(str(pair.learner))
    for reason, names in absent.items():
        more = f" and {counted(len(names) - MAX_ABSENT, 'other')}" if len(names) > MAX_ABSENT else ""
        notes.append(("no game", f"{', '.join(names[:MAX_ABSENT])}{more}: {reason}"))
    return [*notes, *(("no game", text) for text in _unfit(tournament.unfit))]


def _unfit(pairs: Sequence[Unfit]) -> list[str]:
    """Return the reasons why pairs do not fit: for each adversary that failed, and for all other pairs."""
    texts = []
    for adversary in dict.fromkeys(pair.adversary for pair in pairs if pair.by_adversary):
        its = [pair.reason for pair in pairs if pair.by_adversary and pair.adversary == adversary]
        _, usual = _usual_reason(its)
        texts.append(f"{adversary}, {counted(len(its), 'pair')}: {usual.removeprefix(f'{adversary}: ')}")
    if others := [pair.reason for pair in pairs if not pair.by_adversary]:
        most, usual = _usual_reason(others)
        texts.append(f"{counted(len(others), 'pair')} of unfit.jsonl; {most}: {usual}")
    return texts


def _usual_reason(reasons: Sequence[str]) -> tuple[int, str]:
    """Return how many have the most common reason, and what it is, with how many other reasons there are."""
    (reason, most), *others = Counter(reasons).most_common()
    return most, reason + (f", and {counted(len(others), 'other reason')}" if others else "")


def _is_forced(tournament: Tournament, group: Group) -> bool:
    """Tell whether all counted games force the same mistakes on every deterministic learner."""
    cells = [cell for cell in tournament.cells if cell.setting == group.name and cell.ratio is not None]
    forced = all(cell.search is None and cell.lower == cell.bound and cell.ratio == 1 for cell in cells)
    return len(group.ranked) > 1 and forced


# ------------------------------------------------------------------------------------------------ files

CELL_COLUMNS = (
    *("number", "learner", "adversary", "setting", "margin_squared", "dimension", "class", "lies", "seed"),
    *("rounds", "mistakes", "lower", "upper", "upper_is_word", "bound", "ratio", "certified", "statements"),
    *("realizable", "replayed", "termination", "fault", "reason", "trace_sha256", "trace", "command", "version"),
    *("search", "exact", "unbounded", "at_limit", "games", "updates", "tight", "attained", "note"),
)
"""The first line of ``results.csv``. Nothing stands where nothing is known, or nothing belongs there."""


def results_csv(tournament: Tournament) -> Table:
    """Return a table with one row for each cell."""
    return Table(columns(*CELL_COLUMNS), list(map(_row, tournament.cells)))


def times_csv(tournament: Tournament) -> Table:
    """Return how long each cell took."""
    cells = zip(tournament.cells, tournament.seconds, strict=True)
    rows = [(cell.number, cell.learner, cell.adversary, f"{took:.6f}") for cell, took in cells]
    return Table(columns("number", "learner", "adversary", "seconds"), rows)


def _row(cell: Cell) -> list[Value]:
    proved = [" ".join(map(str, filter(None, map(entry.get, ("statement", "mistakes"))))) for entry in cell.statements]
    facts = cell.to_json() | {"certified": cell.certified, "statements": "; ".join(proved)}
    return [facts[key] for key in CELL_COLUMNS]
