"""The words for statements and tournaments, and short forms of numbers, shared by all views."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, set_cell_size

from proofs.exact.errors import counted, lies_suffix, one_line
from proofs.exact.rationals import Rational, exact_text, is_short, rational_root, rounded, shown_number
from proofs.settings import Setting
from proofs.statements import WORST_CASE, Statement

if TYPE_CHECKING:
    from adversary.tournaments.cell import Cell, CountsAs, Place
    from adversary.tournaments.ranking import Group, Placing

_HALVING = "{} in the worst case (ties: "
_BEST = "the best deterministic learner makes {} if it "

WORDS = {
    "Halving with negative ties": f"{_HALVING}-1)",
    "Halving with positive ties": f"{_HALVING}+1)",
    "Halving with adversarial ties": f"{_HALVING}the label that leads to more mistakes)",
    "Halving with optimal ties": f"{_HALVING}the label that leads to fewer mistakes)",
    "self-directed": f"{_BEST}picks the points itself",
    "worst order": f"{_BEST}is told the worst order",
    "best order": f"{_BEST}is told the best order",
    "apple tasting": f"{_BEST}sees labels only after predicting +1",
}
"""What a value says of its ``{}`` mistakes."""


def mistakes_claimed(number: int | str) -> str:
    """Return a number of mistakes in words; an expected number is a rational in a string."""
    whole = isinstance(number, int) or number.isdecimal()
    return counted(int(number), "mistake") if whole else f"{number} mistakes"


def mistakes_made(mistakes: Rational | None) -> str:
    """Return the mistakes of a game in words: expected ones are a Fraction, or ``None`` where they are too long."""
    if isinstance(mistakes, int):
        return counted(mistakes, "mistake")
    return f"{exact_text(mistakes)} expected mistake{'' if mistakes == 1 else 's'}"


def value_text(statement: dict[str, Any], with_lies: str) -> str | None:
    """Return the words for an entry of a certificate of values, or ``None`` for other statements."""
    name = statement["statement"]
    if name == "randomized dimension":
        mistakes = mistakes_claimed(statement["mistakes"])
        return f"{name}: the best randomized learner is expected to make {mistakes}{with_lies}"
    if name == "don't know":
        fewest = ", ".join(map(str, statement["fewest"]))
        return f'{name}: minimum number of "don\'t know" answers if 0, 1, … mistakes are allowed: {fewest}'
    return f"{name}: {WORDS[name].format(mistakes_claimed(statement['mistakes']))}" if name in WORDS else None


BUDGETED: dict[str | None, tuple[str, str]] = {
    "hinge": ("its hinge losses are within the budget", ", within this hinge budget")
}
"""What a legal target does, and within what all learners are forced, where labels need not be explained."""

SPAN_LEARNERS = "every learner that predicts sign⟨w,x⟩, w in the span of past points, with one fixed answer at 0,"
"""Whom a span bound is about: not every deterministic learner."""


RECORDED = "the recorded learner"
"""Who played by the word of a file: none can prove it."""


def statement_text(statement: dict[str, Any], learner: str, lies: int = 0, kind: str | None = None) -> str:
    """Return a statement in words; up to ``lies`` labels may differ from the target's.

    ``kind`` is the setting's: with a hinge budget no target need explain the labels.
    """
    lies = statement.get("lies", lies)
    count = statement.get("mistakes")
    mistakes = mistakes_claimed(count or 0)
    with_lies, but = (f",{lies_suffix(lies)}", f" but at most {lies}") if lies else ("", "")
    if value := value_text(statement, with_lies):
        return value
    never = "never makes" if isinstance(count, int) else "is never expected to make"
    by = f"if {statement['if']}" if "if" in statement else "by the theorem on its card"
    legal, within = BUDGETED.get(kind, (f"explains every label{but}", with_lies))
    return {
        Statement.REALIZABLE: f"1 realizable: the target is legal and {legal}",
        Statement.RUN_BOUND: f"2 run bound: {learner} made {mistakes} on this sequence",
        Statement.EXPECTED_MISTAKES: f"2 expected mistakes: {learner} is expected to make {mistakes} on this sequence",
        Statement.UNIVERSAL_BOUND: f"3 universal bound: every deterministic learner makes at least {mistakes}{within}",
        Statement.UPPER_BOUND: f"3 upper bound: some deterministic learner never makes more than {mistakes}{with_lies}",
        Statement.ANNOUNCED_ORDER: (
            f"3 announced order: every deterministic learner that is told this order makes at least {mistakes}, "
            "and some learner never more"
        ),
        WORST_CASE: f"4 worst case of this learner: {learner} {never} more than {mistakes}, {by}",
        Statement.SPAN_BOUND: f"span bound: {SPAN_LEARNERS} makes at least {mistakes} on these labels",
    }[statement["statement"]]


def numbers_text(setting: Setting, *, expected: bool) -> str:
    """Return what the numbers of statements mean in a setting, for a caption; mistakes may be ``expected`` ones."""
    usual = "is unlike no more labels than may be lies" if setting.lies else "explains every label"
    legal, within = BUDGETED.get(setting.kind, (usual, ""))
    hearing = " that is told the order" if setting.order else ""
    return (
        f"(1: the target is legal and {legal}; 2: this learner makes the given number of "
        f"mistakes on this sequence{', or is expected to' if expected else ''}; "
        f"3: every deterministic learner{hearing} makes at least the given number of mistakes{within}.)"
    )


def statement_numbers(texts: Iterable[str]) -> str:
    """Return the numbers of the statements whose texts are given, or the names of those without a number."""
    names = {text[0] if text[0].isdigit() else text.partition(":")[0] for text in texts}
    return ", ".join(sorted(names)) or "nothing"


WIDEST_EXACT = 9
"""Characters of a number in a cell, if it is exact."""

MAX_EXACT = 40
"""Characters of an exact number that has a line of its own."""

_PLAIN = range(-3, 7)
"""Powers of ten that are not written as such."""


def cell_number(value: Rational, widest: int = WIDEST_EXACT) -> str:
    """Return a number in few characters: exactly if possible, else rounded, with the sign ≈.

    No float is made of it, so that no number is too large, and none but 0 is shown as 0.
    """
    exact = _exact(value, widest)
    if exact is not None:
        return exact
    near = rounded(value, 2)
    power, sign = near.adjusted(), "" if Fraction(near) == value else "≈"
    if sign and power in _PLAIN:
        return f"≈{rounded(value, max(4, power + 1)):f}"
    digits = near.scaleb(-power).normalize()
    return f"{sign}{'' if digits == 1 and not sign else f'{digits:f}·'}10^{power}"


def long_number(value: Rational) -> str:
    """Return a number for a line of its own: a fraction with its decimal value; rounded if it is too long."""
    return cell_number(value) if _exact(value, MAX_EXACT) is None else exact_text(value)


def _exact(value: Rational, widest: int) -> str | None:
    """Return a number in full, unless that is too wide."""
    if not is_short(value):  # Python writes no more than 4,300 digits
        return None
    text = f"{int(value):,}" if value.denominator == 1 else str(value)
    return text if len(text) <= widest else None


def decimal(points: Fraction) -> str:
    """Return points to two digits, rounded half to even: what spreadsheets and people read."""
    return f"{float(round(points, 2)):g}"


WIDEST_NAME = 24
"""The width of a name in a figure, a legend or the head of a column, in a terminal's cells."""


def short_name(text: str) -> str:
    """Return a name; a wide one loses its middle."""
    if cell_len(text) <= WIDEST_NAME:
        return text
    start, end = set_cell_size(text, WIDEST_NAME // 2 - 1), set_cell_size(text[::-1], WIDEST_NAME // 2)[::-1]
    return f"{start}…{end}"


def short_names(names: Sequence[str]) -> list[str]:
    """Return names as short ones; those that would then be the same begin with their numbers, from 1."""
    short = [short_name(name) for name in names]
    times = Counter(short)
    return [
        short_name(f"{number}: {full}") if times[name] > 1 else name
        for number, (full, name) in enumerate(zip(names, short, strict=True), 1)
    ]


# ------------------------------------------------------------------------------------------------ tournaments

KIND_WORDS: dict["CountsAs", str] = {
    "ratio": "certified",
    "zero": "certified, bound 0",
    "unknown": "certified, bound unknown",
    "forfeit": "forfeited",
    "failed": "without a result",
    "unproved": "not certified",
    "empty": "without a round",
}
"""What games count as, in words."""

NO_MISTAKES: dict["CountsAs", str] = {"forfeit": "forfeit", "failed": "failed", "unproved": "?", "empty": "no round"}
"""What stands in tables in the place of mistakes that are not certified."""


def known_number(value: Rational | None) -> str:
    """Return a number, shortened to fit a cell, or a dash if it is unknown."""
    return "–" if value is None else cell_number(value)


def without_mistakes(cells: "Iterable[Cell]") -> list[str]:
    """Return, in words, how many of the games have no certified mistakes, by the reason."""
    kinds = Counter(cell.kind for cell in cells)
    return [f"{counted(kinds[kind], 'game')} {KIND_WORDS[kind]}" for kind in NO_MISTAKES if kinds[kind]]


def why_unranked(placing: "Placing") -> str:
    """Return the reason why a learner has no rank, or "" if it has one."""
    if placing.rank is not None:
        return ""
    reasons = (
        (placing.forfeits, f"{counted(placing.forfeits, 'game')} {KIND_WORDS['forfeit']}"),
        (placing.failed, f"{counted(placing.failed, 'game')} {KIND_WORDS['failed']}"),
        (placing.uncertified, f"{counted(placing.uncertified, 'game')} {KIND_WORDS['unproved']}"),
        (placing.unbounded, f"no bound on its mistakes in {counted(placing.unbounded, 'game')}"),
        (placing.lacks, f"no certified result in {placing.lacks:,} of the {that_count(placing.games + placing.lacks)}"),
    )
    return ", ".join(text for count, text in reasons if count) or "no game that counts"


def that_count(games: int) -> str:
    """Return a number of games that count."""
    return f"{counted(games, 'game')} that count{'s' if games == 1 else ''}"


def uncounted(group: "Group") -> list[str]:
    """Return which games of a group do not count, and why."""
    of_each = "of each learner that plays there"
    without_bound = group.uncounted - sum(many for _, many in (*group.blank, *group.other_lengths))
    reasons = (
        [f"{counted(without_bound, 'game')} {of_each}, because the bound is 0 or not known"] if without_bound else []
    )
    reasons += [
        f"{counted(many, 'game')} {of_each} against {one_line(name)}, {why}"
        for why, slots in (
            ("which showed no point", group.blank),
            ("whose points need not have length 1, as the bound needs", group.other_lengths),
        )
        for name, many in slots
    ]
    return [*reasons, *(f"all games against {one_line(name)}, which failed in some" for name in group.void)]


def margin_name(squared: Fraction) -> str:
    """Return a margin by δ, or by δ² where δ is no rational number."""
    root = rational_root(squared)
    return f"δ² = {shown_number(squared)}" if root is None else f"δ = {shown_number(root)}"


def setting_name(setting: "Place") -> str:
    """Return a setting in short."""
    if setting.margin_squared is None:
        lies = lies_suffix(setting.lies or 0).replace(" with at most", ",")
        return f"{one_line(setting.class_name or str(setting.kind))}{lies}"
    dimension = "" if setting.dimension is None else f", d = {setting.dimension}"
    return f"1/δ² = {cell_number(1 / setting.margin_squared, MAX_EXACT)}{dimension}"
