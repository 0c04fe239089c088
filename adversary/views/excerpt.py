"""Short texts and tables of a counterexample and of a submission's output, which every report on a grade shares."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from adversary.game.result import left_out
from adversary.grading.reproduce import point_names
from adversary.grading.result import CONDUCT, POINTS, Finding, Grade, by_bug, points_got, scores
from adversary.search.counterexample import (
    STOPPED_EARLY,
    Counterexample,
    Weighed,
    is_trained,
    paragraph,
    readable,
    turning_round,
    unsaid,
)
from adversary.views.cells import Table, columns
from adversary.views.words import decimal, statement_text
from proofs.exact.errors import counted, joined_names, one_line
from proofs.exact.rationals import Rational, short_number
from proofs.formats.trace import Round
from proofs.settings import Point

MOST_ROWS = 12
"""Rows for the rounds of a game; of a longer one the middle is left out."""

Row = tuple[Any, ...]
"""A row of the table of rounds, with the point itself as its second cell."""

LONG = 30
"""Rounds of a counterexample above which reports say why it has so many."""

OPTIONAL_TITLE = "optional properties"
"""The title of what nobody fails by."""

OWN_WORDS = "what the submission printed, in its own words"
"""The title of a submission's output, which may say anything."""

MINIMAL = "every round of this game is needed: if you leave out any one round, the rest is no violation"
ONE_ROUND = "it has one round, and no game has fewer"

MAX_PATTERN = 100
"""Rounds that are looked for as coming again and again: what is longer is no pattern to a reader."""

MAX_LINES = 12
"""Lines of a submission's output that are shown."""

MAX_LINE = 160
"""Characters of such a line, or of a point."""

MAX_NAMED = 12
"""Submissions that are named as having one bug."""

MAX_BUG = 200
"""Characters of what is wrong, in a table of many."""

MAX_STORY = 8_000
"""Characters of a counterexample's paragraph, which repeats what the learner has raised, and of the sandbox."""


def story(counterexample: Counterexample) -> str:
    """Return the paragraph as one printable line."""
    return one_line(paragraph(counterexample), MAX_STORY)


def violation_rows(counterexample: Counterexample, learner: str, if_not_minimal: str = "") -> list[tuple[str, str]]:
    """Return the rows below a counterexample, as titles and texts."""
    lies = counterexample.setting.lies
    rows = [("proved", statement_text(statement, one_line(learner), lies)) for statement in counterexample.statements]
    if minimal := minimal_text(counterexample) or if_not_minimal:
        rows.append(("minimal", minimal))
    if len(counterexample.rounds) > LONG or counterexample.search.startswith(STOPPED_EARLY):
        rows.append(("length", why_so_long(counterexample)))
    if len(counterexample.rounds) > LONG and (text := pattern(counterexample.rounds)):
        rows.append(("pattern", text))
    if text := update_text(counterexample):
        rows.append(("start" if counterexample.weights and counterexample.weights.differs == 0 else "update", text))
    return rows + ([("trace", one_line(counterexample.trace))] if counterexample.trace else [])


def variations_text(counterexample: Counterexample) -> str:
    """Say what does not matter, as far as it was tried, or ""."""
    names, points = point_names(counterexample), list(dict.fromkeys(entry.x for entry in counterexample.rounds))
    texts = []
    for variation in counterexample.variations:
        name = names.get(points[variation.point], counterexample.setting.point_text(points[variation.point]))
        if variation.label:
            texts.append(f"the other label of {name}")
            continue
        signs = " and ".join(f"x{index + 1} {'>' if sign > 0 else '<'} 0" for index, sign in variation.signs)
        where = f" with {signs}" if signs else ""
        texts.append(f"each of {variation.tried} other points tried{where} in place of {name}")
    return f"A violation, too: {', '.join(texts)}." if texts else ""


def minimal_text(counterexample: Counterexample) -> str:
    """Say that every round is needed, if it is known; of the game without rounds nothing is said."""
    return "" if not counterexample.minimal else MINIMAL if len(counterexample.rounds) > 1 else ONE_ROUND


def why_so_long(counterexample: Counterexample) -> str:
    """Return the reason for the length of a counterexample, if known, and whether time cut the search short."""
    count = len(counterexample.rounds)
    if counterexample.allowed is not None and count == counterexample.allowed + 1:
        may = f"{counted(counterexample.allowed, 'mistake')} on these points"
        need = f"the bound allows {may}, so no game on them with fewer than {counted(count, 'round')} breaks it"
        return f"{need}; {counterexample.search}" if counterexample.search else need
    return counterexample.search or "not shown to be the fewest"


def pattern(rounds: Sequence[Round]) -> str:
    """Describe the rounds that repeat at least three times in a row, or return ""."""
    best = 0, 0, 0  # rounds that are covered, the first of them, and how many come again
    for size in range(1, min(len(rounds) // 3, MAX_PATTERN) + 1):
        length = 0
        for number in range(size, len(rounds)):
            length = length + 1 if rounds[number] == rounds[number - size] else 0
            if length >= 2 * size and (length + size) // size * size > best[0]:
                best = (length + size) // size * size, number + 1 - length - size, size
    covered, first, size = best
    if not covered:
        return ""
    points = len({entry.x for entry in rounds[first : first + size]})
    what = "" if size == points else f"{size} rounds on "
    again = f"the same {what}{counted(points, 'point')}, {covered // size} times"
    return f"from round {first + 1} to {first + covered}: {again}"


def rounds_table(counterexample: Counterexample, most: int = MOST_ROWS, *, weights: bool = True) -> Table:
    """Return the rounds of a counterexample as a table, without the middle if there are more than ``most`` rows.

    A point has its name from its first row on. The rounds that another learner was taught before stand first; it is not
    known what that one said. Of a program that is trained in one call the rounds but the last are its data.
    """
    trained, shown = is_trained(counterexample), counterexample.weights if weights else None
    titles = ["data" if trained else "round", "point", "it said", "label" if counterexample.setting.lies else "truth"]
    titles += ["said again"] if counterexample.again else ["alone"] if counterexample.alone else []
    titles += ["its w", "textbook's w"] if shown else []
    blank, mark = [""] * (len(titles) - 4), turning_round(counterexample)
    before = [
        (f"other {number}{' *' if number == mark else ''}", x, "", f"{label:+d}", *blank)
        for number, (x, label) in enumerate(counterexample.before, 1)
    ]
    rounds = [_round_row(counterexample, number, shown) for number in range(len(counterexample.rounds))]
    if trained:
        rounds = [(number, x, "", label, *blank) for number, x, _, label, *_ in rounds[:-1]] + [
            ("asked", *rounds[-1][1:])
        ]
    if shown and shown.differs == 0:
        before.append(("begins", "", *[""] * (len(titles) - 4), *_weights(counterexample, shown, 0)))
    rows = [*_without_middle(before, most, mark and mark - 1), *_without_middle(rounds, most)]
    wide = ("point", "its w", "textbook's w")
    return Table(
        columns(*titles, right=[title for title in titles if title not in wide]), _with_names(counterexample, rows)
    )


def _with_names(counterexample: Counterexample, rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return rows with their points as texts: with a name at first, and then by that alone."""
    names, named = dict(point_names(counterexample)), list[tuple[str, ...]]()
    for first, x, *rest in rows:
        text = x if isinstance(x, str) else _point(counterexample, x)
        if name := "" if isinstance(x, str) else names.get(x, ""):
            text = f"{name} = {text}" if not any(row[1].startswith(f"{name} = ") for row in named) else name
        named.append((first, text, *rest))
    return named


def _weights(counterexample: Counterexample, weights: Weighed, number: int) -> tuple[str, str]:
    """Return the learner's w and the textbook's after a round; mark the first update that differs."""
    own, textbook = (
        _point(counterexample, readable(weights.own[number])),
        _point(counterexample, weights.textbook[number]),
    )
    return f"{own}{' ≠' if number == weights.differs else ''}", textbook


def update_text(counterexample: Counterexample) -> str:
    """Describe the first update that differs from the textbook's, or a constant rate; "" if all updates agree."""
    weights = counterexample.weights
    if weights is None:
        return ""
    rate = "" if weights.rate == 1 else f"{short_number(weights.rate)} times "
    if weights.differs is None:
        return f"each update is {rate}the textbook's, which changes no answer" if rate else ""
    if weights.differs == 0:
        return f"its w begins with {_point(counterexample, readable(weights.own[0]))}, and the textbook's with 0"
    return f"the update of round {weights.differs}, marked ≠, is the first that differs from {rate}the textbook's"


def _without_middle(rows: Sequence[Row], most: int, chosen: int | None = None) -> list[Row]:
    """Return the first and the last rows, and between them how many are left out; one of these may be chosen."""
    dropped = left_out(len(rows), most // 2, most - most // 2 - 1)
    if not dropped:
        return [*rows]
    middle = [rows[chosen]] if chosen is not None and chosen in dropped else []
    dots = ("…", f"{len(dropped) - len(middle):,} more rounds", *[""] * (len(rows[0]) - 2))
    return [*rows[: dropped.start], dots, *middle, *rows[dropped.stop :]]


def output_lines(output: str) -> list[str]:
    """Return the first lines of a submission's output, with control characters made visible."""
    lines = [one_line(line, MAX_LINE) for line in output.splitlines()]
    more = len(lines) - MAX_LINES + 1
    return lines if more <= 1 else [*lines[: MAX_LINES - 1], f"… ({more:,} more lines)"]


def status_word(check: Finding) -> str:
    """Return the word for a check's status in reports; a failed optional property is "missing"."""
    return "missing" if check.status == "failed" and not check.required else check.status


def bug_text(grade: Grade, most: int = MAX_BUG) -> str:
    """Return the known bug in a few words, or else what was found."""
    return one_line(grade.bug if grade.likenesses else grade.summary, most)


def groups_rows(grades: Sequence[Grade], rest: str = "-o DIR/") -> list[tuple[str, str]]:
    """Return how many submissions have which bug, and whose they are, for bugs that several have; ``rest`` has all."""
    groups = [(bug, each) for bug, each in by_bug(grades) if len(each) > 1]
    return [
        (f"{len(each)} of {len(grades)}", f"{one_line(bug)}: {joined_names(names, MAX_NAMED, f': {rest}')}")
        for bug, each in groups
        if (names := [one_line(grade.learner, 60) for grade in each])
    ]


def not_tried(grade: Grade) -> str:
    """Return the required checks that were not tried, with the reason, or ""."""
    checks = ", ".join(_quoted(check) for check in grade.checks if check.required and check.status == "skipped")
    return f"{checks}: another check failed first" if checks else ""


def _quoted(check: Finding) -> str:
    return f'"{one_line(check.name)}"'


def points_text(grade: Grade, most: Rational = POINTS) -> str:
    """Return the points for a grade, which checks they come from, and the share of each; "" if nothing was checked."""
    parts = scores(grade, most)
    got = f"{decimal(points_got(grade, most))} of {decimal(Fraction(most))}"
    shares = [share for _, _, share in parts if share]
    if not shares or grade.verdict == "passed":
        return got if parts else ""
    earned = [f"{decimal(points)} for {_quoted(check)}" for check, points, _ in parts if points]
    worth = f"Each of the {len(shares)} required checks is worth {decimal(shares[0])}"
    if len({*shares}) > 1 or len(shares) == 1:
        worth = "Shares: " + ", ".join([f"{decimal(share)} for {_quoted(check)}" for check, _, share in parts if share])
    unearned = not earned and any(check.status == "passed" and share for check, _, share in parts)
    games = " or ".join([_quoted(check) for check, _, _ in parts if check.name not in CONDUCT])
    unless = f", but none earns points unless {games} passes" if unearned else ""
    return f"{got}{': ' if earned else ''}{', '.join(earned)}. {worth}{unless}"


def ran_in(grade: Grade) -> str:
    """Return the restrictions on the submission's process, in words."""
    return one_line(", ".join(grade.isolation), MAX_STORY) or "nothing that isolates it"


def _round_row(counterexample: Counterexample, number: int, weights: Weighed | None) -> Row:
    entry = counterexample.rounds[number]
    answer = unsaid(counterexample) if entry.predicted is None else f"{entry.predicted:+d}"
    lie = " (a lie)" if number in counterexample.lies else ""
    row = [answer, f"{entry.label:+d}{lie}"]
    row += [f"{y:+d}" for y in (counterexample.again or counterexample.alone)[number : number + 1]]
    return str(number + 1), entry.x, *row, *(_weights(counterexample, weights, number + 1) if weights else ())


def _point(counterexample: Counterexample, x: Point) -> str:
    return one_line(counterexample.setting.point_text(x), MAX_LINE)
