"""Short texts and tables of a counterexample and of a submission's output, which every report on a grade shares."""

from collections.abc import Sequence
from fractions import Fraction

from adversary.game.result import left_out
from adversary.grading.result import CONDUCT, POINTS, Finding, Grade, points_got, scores
from adversary.search.counterexample import (
    STOPPED_EARLY,
    Counterexample,
    Weighed,
    paragraph,
    readable,
    turning_round,
    unsaid,
)
from adversary.views.cells import Table, columns
from adversary.views.words import decimal, statement_text
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import Rational, short_number
from proofs.formats.trace import Round
from proofs.settings import Point

FIRST_ROUNDS, LAST_ROUNDS = 6, 5
"""Rounds of a long game that are shown; with a row between them it is as long as the longest that is shown whole."""

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

MAX_STORY = 8_000
"""Characters of a counterexample's paragraph, which repeats what the learner has raised, and of the sandbox."""


def story(found: Counterexample) -> str:
    """Return the paragraph as one printable line."""
    return one_line(paragraph(found), MAX_STORY)


def violation_rows(found: Counterexample, learner: str, if_not_minimal: str = "") -> list[tuple[str, str]]:
    """Return the rows below a counterexample, as titles and texts."""
    lies = found.setting.lies
    rows = [("proved", statement_text(statement, one_line(learner), lies)) for statement in found.statements]
    if minimal := minimal_text(found) or if_not_minimal:
        rows.append(("minimal", minimal))
    if len(found.rounds) > LONG or found.search.startswith(STOPPED_EARLY):
        rows.append(("length", why_so_long(found)))
    if len(found.rounds) > LONG and (text := pattern(found.rounds)):
        rows.append(("pattern", text))
    if text := update_text(found):
        rows.append(("start" if found.weights and found.weights.differs == 0 else "update", text))
    return rows + ([("trace", one_line(found.trace))] if found.trace else [])


def minimal_text(found: Counterexample) -> str:
    """Say that every round is needed, if it is known; of the game without rounds nothing is said."""
    return "" if not found.minimal else MINIMAL if len(found.rounds) > 1 else ONE_ROUND


def why_so_long(found: Counterexample) -> str:
    """Return the reason for the length of a counterexample, if known, and whether time cut the search short."""
    count = len(found.rounds)
    if found.allowed is not None and count == found.allowed + 1:
        may = f"{counted(found.allowed, 'mistake')} on these points"
        need = f"the bound allows {may}, so no game on them with fewer than {counted(count, 'round')} breaks it"
        return f"{need}; {found.search}" if found.search else need
    return found.search or "not shown to be the fewest"


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
    shown = len({entry.x for entry in rounds[first : first + size]})
    what = "" if size == shown else f"{size} rounds on "
    again = f"the same {what}{counted(shown, 'point')}, {covered // size} times"
    return f"from round {first + 1} to {first + covered}: {again}"


def rounds_table(found: Counterexample) -> Table:
    """Return the rounds of a counterexample as a table, a long game without its middle.

    The rounds that another learner was taught before stand first; it is not known what that one said.
    """
    titles = ["round", "point", "it said", "label" if found.setting.lies else "truth"]
    titles += ["said again"] if found.again else ["alone"] if found.alone else []
    titles += ["its w", "textbook's w"] if found.weights else []
    blank, mark = [""] * (len(titles) - 4), turning_round(found)
    before = [
        (f"other {number}{' *' if number == mark else ''}", _point(found, x), "", f"{label:+d}", *blank)
        for number, (x, label) in enumerate(found.before, 1)
    ]
    rounds = [_round_row(found, number) for number in range(len(found.rounds))]
    if found.weights and found.weights.differs == 0:
        before.append(("begins", *[""] * (len(titles) - 3), *_weights(found, found.weights, 0)))
    rows = [*_without_middle(before, mark and mark - 1), *_without_middle(rounds)]
    left = ("point", "its w", "textbook's w")
    return Table(columns(*titles, right=[title for title in titles if title not in left]), rows)


def _weights(found: Counterexample, weights: Weighed, number: int) -> tuple[str, str]:
    """Return the learner's w and the textbook's after a round; mark the first update that differs."""
    own, textbook = _point(found, readable(weights.own[number])), _point(found, weights.textbook[number])
    return f"{own}{' ≠' if number == weights.differs else ''}", textbook


def update_text(found: Counterexample) -> str:
    """Describe the first update that differs from the textbook's, or a constant rate; "" if all updates agree."""
    weights = found.weights
    if weights is None:
        return ""
    rate = "" if weights.rate == 1 else f"{short_number(weights.rate)} times "
    if weights.differs is None:
        return f"each update is {rate}the textbook's, which changes no answer" if rate else ""
    if weights.differs == 0:
        return f"its w begins with {_point(found, readable(weights.own[0]))}, and the textbook's with 0"
    return f"the update of round {weights.differs}, marked ≠, is the first that differs from {rate}the textbook's"


def _without_middle(rows: Sequence[tuple[str, ...]], kept: int | None = None) -> list[tuple[str, ...]]:
    """Return the first and the last rows, and between them how many are left out; one of these may be kept."""
    left = left_out(len(rows), FIRST_ROUNDS, LAST_ROUNDS)
    if not left:
        return [*rows]
    middle = [rows[kept]] if kept is not None and kept in left else []
    dots = ("…", f"{len(left) - len(middle):,} more rounds", *[""] * (len(rows[0]) - 2))
    return [*rows[: left.start], dots, *middle, *rows[left.stop :]]


def output_lines(output: str) -> list[str]:
    """Return the first lines of a submission's output, with control characters made visible."""
    lines = [one_line(line, MAX_LINE) for line in output.splitlines()]
    more = len(lines) - MAX_LINES + 1
    return lines if more <= 1 else [*lines[: MAX_LINES - 1], f"… ({more:,} more lines)"]


def status_word(check: Finding) -> str:
    """Return the word for a check's status in reports; a failed optional property is "missing"."""
    return "missing" if check.status == "failed" and not check.required else check.status


def not_tried(grade: Grade) -> str:
    """Return the required checks that were not tried, with the reason, or ""."""
    left = ", ".join(_quoted(check) for check in grade.checks if check.required and check.status == "skipped")
    return f"{left}: another check failed first" if left else ""


def _quoted(check: Finding) -> str:
    return f'"{one_line(check.name)}"'


def points_text(grade: Grade, most: Rational = POINTS) -> str:
    """Return the points for a grade, which checks they come from, and the share of each; "" if nothing was checked."""
    parts = scores(grade, most)
    got = f"{decimal(points_got(grade, most))} of {decimal(Fraction(most))}"
    shares = [one.most for one in parts if one.most]
    if not shares or grade.verdict == "passed":
        return got if parts else ""
    earned = [f"{decimal(one.got)} for {_quoted(one.check)}" for one in parts if one.got]
    worth = f"Each of the {len(shares)} required checks is worth {decimal(shares[0])}"
    if len({*shares}) > 1 or len(shares) == 1:
        worth = "Shares: " + ", ".join([f"{decimal(one.most)} for {_quoted(one.check)}" for one in parts if one.most])
    unearned = not earned and any(one.check.status == "passed" and one.most for one in parts)
    games = " or ".join([_quoted(one.check) for one in parts if one.check.name not in CONDUCT])
    unless = f", but none earns points unless {games} passes" if unearned else ""
    return f"{got}{': ' if earned else ''}{', '.join(earned)}. {worth}{unless}"


def ran_in(grade: Grade) -> str:
    """Return the restrictions on the submission's process, in words."""
    return one_line(", ".join(grade.isolation), MAX_STORY) or "nothing that isolates it"


def _round_row(found: Counterexample, number: int) -> tuple[str, ...]:
    entry = found.rounds[number]
    said = unsaid(found) if entry.predicted is None else f"{entry.predicted:+d}"
    lie = " (a lie)" if number in found.lies else ""
    row = [str(number + 1), _point(found, entry.x), said, f"{entry.label:+d}{lie}"]
    row += [f"{y:+d}" for y in (found.again or found.alone)[number : number + 1]]
    return *row, *(_weights(found, found.weights, number + 1) if found.weights else ())


def _point(found: Counterexample, x: Point) -> str:
    return one_line(found.setting.point_text(x), MAX_LINE)
