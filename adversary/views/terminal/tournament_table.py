"""A tournament as tables: its games, the rankings and what is not ranked for the terminal, and CSV for programs."""

from collections import Counter
from collections.abc import Sequence

from adversary.tournament.ranking import Group, rank
from adversary.tournament.result import PlayedGame, Slot, Tournament, Unfit
from adversary.views.cells import Column, Renderable, Table, Value, columns, details_table, stack
from adversary.views.words import (
    NO_MISTAKES,
    cell_number,
    known_number,
    long_number,
    setting_name,
    short_names,
    uncounted,
    why_unranked,
)
from proofs.exact.errors import counted, one_line
from proofs.settings import SETTINGS

MAX_ROWS = 40
"""Slots that are shown: ``results.csv`` has all of them."""

MAX_LEARNERS = 6
"""The largest number of columns of learners that fits in a terminal. Their names are short there."""

TOURNAMENT_LEGEND = (
    (
        "mistakes",
        "the mistakes of this learner on this sequence, certified by the checker after a replay. ?: not certified",
    ),
    ("lower", "the mistakes that the adversary forces on every deterministic learner"),
    (
        "bound",
        "the mistakes that an optimal deterministic learner never exceeds in the setting. –: unknown, not counted",
    ),
    ("score", "mean of mistakes/bound; lower is better. Ranked learners played the same settings and adversaries"),
)


def tournament_table(found: Tournament) -> Renderable:
    """Return the table of games, the rankings, and notes on pairs that do not fit and games that do not count."""
    groups = list[Renderable | str]()
    for group in rank(found):
        title = f"{SETTINGS[group.name].title}: mistakes/bound over {counted(group.slots, 'game')}"
        groups += [title, ranking_table(group), ""]
    return stack(*_games(found), *groups, details_table([*TOURNAMENT_LEGEND, *_notes(found)]))


def _games(found: Tournament) -> list[Renderable | str]:
    slots: dict[Slot, dict[str, PlayedGame]] = {}
    for game in found.games:
        slots.setdefault(game.slot, {})[game.learner] = game
    learners = found.learners if len(found.learners) <= MAX_LEARNERS else ()
    shown = [
        Column("setting", fold=True),
        Column("adversary", fold=True),
        Column("lower", right=True, no_wrap=True),
        Column("bound", right=True, no_wrap=True),
        *[Column(name, right=True, fold=True) for name in short_names(learners)],
        *([] if learners else [Column("mistakes, from the fewest to the most", fold=True)]),
    ]
    rows, last = [], None
    for slot, games in list(slots.items())[:MAX_ROWS]:
        where = "" if slot.setting == last else setting_name(slot.setting)
        any_game = min(games.values(), key=lambda game: game.termination == "failed")
        adversary = slot.adversary if slot.seed is None else f"{slot.adversary}, seed {slot.seed}"
        played = [_mistakes(games.get(name)) for name in learners] or [_spread(list(games.values()))]
        rows.append((where, adversary, known_number(any_game.lower), known_number(any_game.bound), *played))
        last = slot.setting
    left = len(slots) - MAX_ROWS
    return [Table(shown, rows), *([f"and {counted(left, 'row')} more: results.csv has all"] if left > 0 else []), ""]


def _mistakes(game: PlayedGame | None) -> str:
    if game is None:
        return "–"
    return NO_MISTAKES.get(game.kind) or known_number(game.mistakes)


def _spread(games: Sequence[PlayedGame]) -> str:
    """Return the fewest and the most mistakes of many learners."""
    certified = [game.mistakes for game in games if game.certified and game.mistakes is not None]
    if not certified:
        return "–"
    least, most = (cell_number(value) for value in (min(certified), max(certified)))
    return f"{least}{'' if least == most else f' to {most}'}, {counted(len(certified), 'learner')}"


def ranking_table(group: Group) -> Table:
    """Return the learners of a group, those with a rank first, and why the others have none."""
    shown = (
        Column("rank", right=True, no_wrap=True),
        Column("learner", fold=True, least=20),
        Column("score", right=True, no_wrap=True),
        Column("games", right=True, no_wrap=True),
        Column(fold=True),
    )
    rows = []
    shared = Counter(one.rank for one in group.ranked)
    for one in group.standings:
        rank = "–" if one.rank is None else f"= {one.rank}" if shared[one.rank] > 1 else str(one.rank)
        score = "–" if one.score is None else long_number(one.score)
        rows.append((rank, one_line(one.learner), score, str(one.games), why_unranked(one)))
    return Table(shown, rows)


def _notes(found: Tournament) -> list[tuple[str, str]]:
    notes = []
    for group in rank(found):
        title = SETTINGS[group.name].title
        notes += [("not counted", f"{title}: {text}") for text in uncounted(group)]
        if _is_forced(found, group):
            notes.append(("ties", f"{title}: the adversaries force the bound on every deterministic learner"))
    faults = Counter((game.learner, game.fault or "") for game in found.games if game.kind == "forfeit")
    notes += [("forfeit", f"{learner}, {counted(many, 'game')}: {fault}") for (learner, fault), many in faults.items()]
    for kind, what in (("failed", "failed"), ("unproved", "not certified")):
        whys = Counter((game.learner, game.reason or "") for game in found.games if game.kind == kind)
        notes += [(what, f"{learner}, {counted(many, 'game')}: {why}") for (learner, why), many in whys.items()]
    notes += [("no game", f"{one.learner}: {one.reason}") for one in found.without_game]
    return [*notes, *(("no game", text) for text in _unfit(found.unfit))]


def _unfit(pairs: Sequence[Unfit]) -> list[str]:
    """Return the reasons why pairs do not fit: for each adversary that failed, and for all other pairs."""
    texts = []
    for adversary in dict.fromkeys(one.adversary for one in pairs if one.by_adversary):
        its = [one.reason for one in pairs if one.by_adversary and one.adversary == adversary]
        _, usual = _usual_reason(its)
        texts.append(f"{adversary}, {counted(len(its), 'pair')}: {usual.removeprefix(f'{adversary}: ')}")
    if others := [one.reason for one in pairs if not one.by_adversary]:
        most, usual = _usual_reason(others)
        texts.append(f"{counted(len(others), 'pair')} of unfit.jsonl; {most}: {usual}")
    return texts


def _usual_reason(reasons: Sequence[str]) -> tuple[int, str]:
    """Return how many have the most common reason, and what it is, with how many other reasons there are."""
    (reason, most), *others = Counter(reasons).most_common()
    return most, reason + (f", and {counted(len(others), 'other reason')}" if others else "")


def _is_forced(found: Tournament, group: Group) -> bool:
    """Tell whether all counted games force the same mistakes on every deterministic learner."""
    ratios = [game for game in found.games if game.setting == group.name and game.ratio is not None]
    return len(group.ranked) > 1 and all(game.lower == game.bound and game.ratio == 1 for game in ratios)


GAME_COLUMNS = (
    *("number", "learner", "adversary", "setting", "margin_squared", "dimension", "class", "lies", "seed"),
    *("rounds", "mistakes", "lower", "upper", "upper_is_word", "bound", "ratio", "certified", "statements"),
    *("realizable", "replayed", "termination", "fault", "reason", "trace_sha256", "trace", "command", "version"),
)
"""The first line of ``results.csv``. Nothing stands where nothing is known, or nothing belongs there."""


def results_csv(tournament: Tournament) -> Table:
    """Return a table with one row for each game."""
    return Table(columns(*GAME_COLUMNS), list(map(_row, tournament.games)))


def times_csv(tournament: Tournament, seconds: Sequence[float]) -> Table:
    """Return how long each game took."""
    games = zip(tournament.games, seconds, strict=True)
    rows = [(game.number, game.learner, game.adversary, f"{took:.6f}") for game, took in games]
    return Table(columns("number", "learner", "adversary", "seconds"), rows)


def _row(game: PlayedGame) -> list[Value]:
    proved = [" ".join(map(str, filter(None, map(found.get, ("statement", "mistakes"))))) for found in game.statements]
    facts = game.to_json() | {"certified": game.certified, "statements": "; ".join(proved)}
    return [facts[key] for key in GAME_COLUMNS]
