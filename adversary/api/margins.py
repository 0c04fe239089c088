"""The margin game, and the margin of data: ``value`` and ``margin``."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.api.lists import Items, items_of, whole_numbers
from adversary.progress import Bar
from proofs.exact.errors import BudgetError, InputError, counted
from proofs.exact.rationals import MAX_DIGITS, simplest

if TYPE_CHECKING:
    from adversary.views.answer import Answer
    from proofs.exact.samples import LabeledData
    from proofs.formats.margin import MarginCertificate
    from proofs.margin_game.lower import Lower
    from proofs.margin_game.trees import MistakeTree

EXACT = ("margin_squared", "radius_squared", "norm_squared", "w", "alphas", "weights")
"""The keys of a margin whose values are rationals."""

PLANE = 2
"""The dimension in which a theorem has the value."""

Rows = list[tuple[str, str | None]]


def value(  # noqa: PLR0913 - each is an option of the command
    points: str | Path | None = None,
    *,
    dimension: "Items" = None,
    margin: "Items" = None,
    mistakes: int | None = None,
    search: bool = False,
    constant: bool = False,
    seconds: float = 60.0,
) -> "Answer":
    """Bound from both sides the mistakes that can be forced in the margin game, or find the margin of a file of data.

    The answer of one game has ``lower`` and ``upper``, and is ``exact`` if they meet; ``save("game.json")`` writes its
    certificate. For several dimensions or margins you get a list of answers.

    Args:
        points: a file of labeled data, as for ``margin``.
        dimension: a dimension, a list (``"2,3"``, ``[2, 3]``) or a range ``"2..4"``.
        margin: δ as ``"1/3"``, a Fraction or 0.3, a list of these, or a range ``"1/2..1/5"``.
        mistakes: without a ``margin``, find the largest known one at which so many mistakes can be forced.
        search: look for a tree that forces ``mistakes`` at a larger margin.
        constant: add a coordinate 1 to each point of the data, for halfspaces with a threshold.
        seconds: processor time for the search for bounds.

    Raises:
        InputError: an argument is unusable.

    """
    if points is not None:
        if search or any(option is not None for option in (dimension, margin, mistakes)):
            raise InputError(f"{points} has a margin of its own: give --constant, --seconds and --json alone with it")
        from learners.registry import LEARNERS
        from proofs.exact.samples import read_sample

        if str(points) in LEARNERS or str(points).endswith((".py", ".ipynb")):
            raise InputError(
                f"{points}: value is about all learners, or a file of points; what one learner errs at a margin finds "
                "`adversary tournament LEARNER --margin 1/3`"
            )
        return margin_answer(read_sample(points, constant=constant), str(points), seconds)
    if dimension is None or constant:
        raise InputError("value needs a --dimension, or a file of points, which alone takes --constant")
    dimensions = whole_numbers("--dimension", dimension)
    if mistakes is None:
        if search:
            raise InputError("--search needs a number of mistakes, like --mistakes 6")
        return bounds(dimensions, margin, seconds)
    if margin is not None or len(dimensions) > 1:
        raise InputError("--mistakes goes with one --dimension, and without a --margin")
    return searched(dimensions[0], mistakes, seconds) if search else largest(dimensions[0], mistakes)


def margin(x: Any, y: Any, *, constant: bool = False, seconds: float = 60.0) -> "Answer":
    """Return the exact maximum margin of labeled points, with its certificate.

    The answer has ``separable``, ``margin_squared``, ``w`` (with y⟨w,x⟩ ≥ 1 and ‖w‖² = 1/margin²), ``support`` and
    ``perceptron_bound``. A float counts as its shortest decimal, so that 0.1 is 1/10.

    Args:
        x: the points, of shape (n, d): an array, a list of rows, or a DataFrame.
        y: n labels: 1 and -1, 0 and 1, or any two values, of which the first in alphabetical order is −1.
        constant: add a coordinate 1 to each point, for halfspaces with a threshold.
        seconds: processor time; if it runs out, ``separable`` is ``None``, which means unknown.

    Raises:
        InputError: ``x`` and ``y`` are no points with labels.

    """
    from proofs.exact.samples import sample_of

    return margin_answer(sample_of(_rows(x), _rows(y), constant=constant), "the data", seconds)


def _rows(values: Any) -> list[Any]:
    """Return what is in an array, a DataFrame or a sequence. Raises InputError."""
    plain = values.to_numpy() if hasattr(values, "to_numpy") else values
    rows = plain.tolist() if hasattr(plain, "tolist") else plain
    if not isinstance(rows, Iterable):
        raise InputError(f"points and labels are arrays or lists, not of type {type(values).__name__}")
    return list(rows)


def margin_answer(sample: "LabeledData", name: str, seconds: float) -> "Answer":
    """Return what the command says about the margin of data."""
    from adversary.views.answer import Answer, View
    from proofs.solvers.data_margin import margin_within

    with Bar("solving", None):
        result = margin_within(sample, name, seconds)

    def table(_: object) -> Any:
        from adversary.views.cells import details_table
        from adversary.views.terminal.show import margin_rows

        return details_table(margin_rows(result))

    notes = [f"unknown: {result['note']}"] if "note" in result else []
    values = {key: _exact(value) if key in EXACT else value for key, value in result.items()}
    return Answer(values, View(table, json=lambda _: result), bool(result["separable"]), notes)


def _exact(value: Any) -> Any:
    """Return the number of a text, or those in a list; a text of more digits than Python reads stays a text."""
    if isinstance(value, list):
        return [_exact(each) for each in value]
    return simplest(Fraction(value)) if isinstance(value, str) and len(value) <= MAX_DIGITS else value


THEOREM = "the theorem ⌊log₂(π/arcsin δ)⌋ on the plane"
"""By which a bound is known that no certificate shows, because that would be too large."""


def bounds(dimensions: Sequence[int], margins: Items, seconds: float) -> "Answer":
    """Return both bounds at each margin in each dimension. Raises InputError."""
    from adversary.strategies.options import read_margins
    from adversary.views.answer import Answer, View
    from adversary.views.words import mistakes_made
    from proofs.exact.rationals import equals, exact_text
    from proofs.margin_game.plane import deterministic_plane, randomized_plane
    from proofs.margin_game.value import value_of
    from proofs.solvers.budget import Budget

    if margins is None:
        raise InputError("give a margin, like --margin 1/3, or a number of mistakes, like --mistakes 6")
    games = [(each, squared) for each in dimensions for squared in read_margins(",".join(items_of(margins)))]
    budget, answers = Budget(seconds=seconds), list[Answer]()
    for dimension, squared in games:
        with Bar("solving", None) as bar:
            found = value_of(dimension, squared, budget, bar.advance_to)
        judge(found.certificate())
        note = f"branch and bound was cut short after {found.ran_out}" if found.ran_out else ""
        note += "; --seconds gives it more" if note and not budget.left else ""
        low, high, by = found.lower.mistakes, found.upper.mistakes, {"lower": found.lower.by, "upper": found.upper.by}
        if dimension > 1 and not found.exact:  # a witness may be larger than any file; the plane lies in every space
            plane, shown = deterministic_plane(squared), {"lower": low, "upper": high}
            low, high = max(low, plane), plane if dimension == PLANE else high
            if not shown["lower"] <= low <= high <= shown["upper"]:
                raise AssertionError(f"the theorem says {plane} of the plane, and a judged certificate {shown}")
            by |= {
                side: f"{THEOREM}; the certificate shows {shown[side]}, by {by[side]}"
                for side, count in (("lower", low), ("upper", high))
                if count != shown[side]
            }
        least = f"{counted(low, 'mistake')} can be forced, and"
        rows: Rows = [
            ("value", f"{least} no more" if low == high else f"unknown: at least {least} at most {high}"),
            ("game", f"margin game, dimension {dimension:,}, δ² {equals(exact_text(squared))}"),
            ("lower bound", f"{low}, by {by['lower']}"),
            ("upper bound", f"{high}, by {by['upper']}"),
        ]
        values = {"dimension": dimension, "margin_squared": squared, "lower": low, "upper": high}
        values |= {"exact": low == high, "by": by}
        if dimension == PLANE:
            values["randomized"] = expected = randomized_plane(squared)
            rows.insert(1, ("with coins", f"{mistakes_made(expected)} of the best randomized learner"))
        answers.append(_answer(values, rows, note, found.certificate()))
    if len(answers) == 1:
        return answers[0]

    def table(_: object) -> Any:
        from adversary.views.cells import Column, Table, stack

        titles = ("dimension", "δ²", "lower bound", "upper bound")

        by_theorem = [[a.by[side].startswith(THEOREM) for side in ("lower", "upper")] for a in answers]
        blank = " " if any(map(any, by_theorem)) else ""  # under a sign, so that digits stand below digits
        cells = [
            (
                f"{a.dimension:,}",
                exact_text(a.margin_squared),
                f"{a.lower}{'*' if low else blank}",
                f"{a.upper}{'*' if high else blank}",
            )
            for a, (low, high) in zip(answers, by_theorem, strict=True)
        ]
        legend = ["", f"* {THEOREM}; a judged certificate shows each other number"] if blank else []
        return stack(Table([Column(title, right=True) for title in titles], cells), *legend, *notes)

    notes = list(dict.fromkeys(note for each in answers for note in each.notes))
    notes = ["; ".join(notes)] if notes else []
    return Answer(answers, View(table), not notes, notes)


def largest(dimension: int, mistakes: int) -> "Answer":
    """Return the largest known margin at which so many mistakes can be forced. Raises InputError."""
    from proofs.margin_checker import MAX_DIMENSION
    from proofs.margin_game.lower import largest_margin

    if not 0 < dimension <= MAX_DIMENSION or mistakes < 1:
        raise InputError(
            f"--dimension should be from 1 to {MAX_DIMENSION:,}, and --mistakes at least 1, "
            f"not {dimension} and {mistakes}"
        )
    found = largest_margin(dimension, mistakes)
    if found is None:
        raise InputError(f"no tree is known that forces {counted(mistakes, 'mistake')} in dimension {dimension}")
    return tree_answer(found, dimension)


def searched(
    dimension: int,
    mistakes: int,
    seconds: float,
    best: "MistakeTree | None" = None,
    keep: Callable[["MarginCertificate"], None] = lambda _: None,
) -> "Answer":
    """Look for a tree that is better than the ``best``, also if interrupted, and ``keep`` the certificate of each.

    Raises:
        InputError: no tree was found in time.

    """
    from proofs.exact.rationals import equals, exact_text
    from proofs.margin_game.lower import Lower, largest_margin
    from proofs.margin_game.search import better_trees
    from proofs.margin_game.value import certificate_of

    try:
        with Bar("searching", None):
            for tree in better_trees(dimension, mistakes, seconds, best):
                best = tree
                keep(certificate_of(Lower(0, (tree,)), dimension))
    except KeyboardInterrupt:
        if best is None:
            raise
    if best is None:
        raise BudgetError("no tree was found; search for longer, with --seconds")
    known, note = largest_margin(dimension, mistakes), ""
    if known and known.margin_squared > best.margin_squared:
        inverse = f"1/δ² {equals(exact_text(1 / known.margin_squared))}"
        note = f"a larger margin is known, with {inverse}: leave out --search to see it"
    return tree_answer(Lower(0, (best,)), dimension, note)


def tree_answer(lower: "Lower", dimension: int, note: str = "") -> "Answer":
    """Return what the command says about a tree."""
    from proofs.exact.rationals import exact_text
    from proofs.margin_game.value import certificate_of

    squared, certificate = Fraction(lower.margin_squared), certificate_of(lower, dimension)
    judge(certificate)
    rows: Rows = [
        ("1/δ²", exact_text(1 / squared)),
        ("mistakes", f"{lower.mistakes} can be forced, by {lower.by}"),
        ("game", f"margin game, dimension {dimension:,}"),
    ]
    values = {"dimension": dimension, "mistakes": lower.mistakes, "margin_squared": squared, "inverse": 1 / squared}
    return _answer(values | {"by": lower.by}, rows, note, certificate, ok=True)


def _answer(
    values: dict[str, Any], rows: Rows, note: str, certificate: "MarginCertificate", *, ok: bool = False
) -> "Answer":
    """Return an answer that has a certificate, which is written to a .json file; it says where."""
    from adversary.views.answer import Answer, View

    def write(_: object, path: Path) -> None:
        write_certificate(certificate, path)
        rows.append(("certificate", str(path)))

    def table(_: object) -> Any:
        from adversary.views.cells import details_table

        return details_table([(title, text) for title, text in [*rows, ("note", note)] if text])

    return Answer(values, View(table, files={".json": write}), ok or not note, [note] if note else [])


def judge(certificate: "MarginCertificate") -> None:
    """Have a certificate judged, but for what has just been searched."""
    import msgspec

    from proofs import margin_checker

    judged = certificate
    if certificate.upper and certificate.upper.branch_and_bound:  # its check is the search, which has just ended
        judged = msgspec.structs.replace(certificate, claims=certificate.claims[:1], upper=None)
    report = margin_checker.judge(msgspec.to_builtins(judged))
    if not report.valid:
        raise AssertionError(f"the checker refuses a certificate of ours: {report.reason}")


def write_certificate(certificate: "MarginCertificate", path: str | Path) -> None:
    """Write a certificate to a file. Raises InputError."""
    import msgspec

    from adversary.files import write_new

    write_new(path, msgspec.json.encode(certificate).decode() + "\n")
