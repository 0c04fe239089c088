"""The command ``value``: what a margin costs, in a dimension or on given data, and the largest known margins."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from adversary.cli.terminal import (
    SECONDS,
    Dimensions,
    Json,
    Margins,
    Seconds,
    output_to,
    print_details,
    print_json,
    print_line,
    print_views,
    whole_numbers,
)
from proofs.exact.errors import InputError, counted

if TYPE_CHECKING:
    from proofs.formats.margin import MarginCertificate
    from proofs.margin_game.lower import Lower
    from proofs.margin_game.trees import MistakeTree

VALUE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary value --dimension 3 --margin 1/3\n"
    "  adversary value --dimension 2..4 --margin 1/2..1/5\n"
    "  adversary value --dimension 3 --margin 2/5 -o certificate.json\n"
    "  adversary value --dimension 4 --mistakes 6\n"
    "  adversary value --dimension 4 --mistakes 6 --search --seconds 600 -o tree.json\n"
    "  adversary value examples/iris_two_classes.csv --constant"
)


def value(  # noqa: PLR0913 - one parameter an option
    *,
    points: Annotated[
        Path | None,
        typer.Argument(
            metavar="[POINTS.csv]",
            help="Labeled data: each row is a point (numbers like 5.1 or 3/5) with its label in the last column.",
        ),
    ] = None,
    dimension: Dimensions = None,
    margin: Margins = None,
    mistakes: Annotated[
        int | None,
        typer.Option(help="Print the largest known margin at which this many mistakes can be forced."),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Look for a tree that forces --mistakes at a larger margin.")
    ] = False,
    constant: Annotated[
        bool,
        typer.Option(
            "--constant", help="Add a coordinate 1 to each point of the data, for halfspaces with a threshold."
        ),
    ] = False,
    seconds: Seconds = 2 * SECONDS,  # M(3, 3/10) takes 20 on an idle machine, and more on a busy one
    output: Annotated[
        str | None, output_to("Write the certificate to this file. --search continues from the tree in it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute a lower and an upper bound on the mistakes that can be forced in the margin game, or a sample's margin.

    Both bounds have certificates. Lower bounds come from known mistake trees, combined on orthogonal subspaces: trees
    of up to 14 mistakes in the plane, and 12 in dimensions 3 to 8. In dimension 3, branch and bound tries to close the
    gap between the bounds. Exit 1 if branch and bound is cut short, for example by --seconds, or if --search finds no
    tree. --search keeps the best tree in the file of -o, also if you interrupt it.

    Of POINTS.csv, compute the exact maximum margin, with its certificate. Exit 1 if no halfspace separates the data, or
    if time ran out.
    """
    from adversary.files import place_of

    if points is not None:
        if search or any(option is not None for option in (dimension, margin, mistakes, output)):
            raise InputError(f"{points} has a margin of its own: give --constant, --seconds and --json alone with it")
        _margin_of(points, seconds, constant=constant, as_json=as_json)
    if dimension is None or constant:
        raise InputError("value needs a --dimension, or a file of points, which alone takes --constant")
    dimensions = whole_numbers("--dimension", dimension)
    if output is not None:
        place_of(output)  # complains now, and not when the search is over
    if mistakes is None:
        if search:
            raise InputError("--search needs a number of mistakes, like --mistakes 6")
        _bounds(dimensions, margin, seconds, output, as_json=as_json)
    elif margin is not None or len(dimensions) > 1:
        raise InputError("--mistakes goes with one --dimension, and without a --margin")
    elif search:
        _search(dimensions[0], mistakes, seconds, output, as_json=as_json)
    else:
        _largest(dimensions[0], mistakes, output, as_json=as_json)


def _margin_of(points: Path, seconds: float, *, constant: bool, as_json: bool) -> NoReturn:
    """Print the exact maximum margin of labeled data."""
    from adversary.progress import Bar
    from adversary.views.terminal.show import margin_rows
    from proofs.exact.samples import read_sample
    from proofs.solvers.data_margin import margin_within

    with Bar("solving", None):
        result = margin_within(read_sample(points, constant=constant), str(points), seconds)
    if as_json:
        print_json(result, f"unknown: {result['note']}" if "note" in result else None)
    else:
        print_details(margin_rows(result))
    raise typer.Exit(0 if result["separable"] else 1)


def _bounds(dimensions: list[int], margins: str | None, seconds: float, output: str | None, *, as_json: bool) -> None:
    """Print both bounds at each margin in each dimension."""
    from adversary.progress import Bar
    from adversary.strategies.options import read_margins
    from adversary.views.cells import Column, Table
    from proofs.exact.rationals import equals, exact_text, plain_number
    from proofs.margin_game.value import value_of
    from proofs.solvers.budget import Budget

    if margins is None:
        raise InputError("give a margin, like --margin 1/3, or a number of mistakes, like --mistakes 6")
    games = [(dimension, squared) for dimension in dimensions for squared in read_margins(margins)]
    if output is not None and len(games) > 1:
        raise InputError("-o writes the certificate of one dimension and one margin")
    budget = Budget(seconds=seconds)
    answers: list[dict[str, Any]] = []
    notes: list[str] = []
    rows: list[tuple[str, str, int, int]] = []
    for dimension, squared in games:
        with Bar("solving", None) as bar:
            value = value_of(dimension, squared, budget, bar.advance_to)
        _write(value.certificate(), output)
        if value.ran_out:
            notes.append(f"branch and bound was cut short after {value.ran_out}")
            notes[-1] += "" if budget.left else "; --seconds gives it more"
        lower, upper = value.lower.mistakes, value.upper.mistakes
        by = {"lower": value.lower.by, "upper": value.upper.by}
        bounds = {"lower": lower, "upper": upper, "exact": value.exact, "by": by}
        answers.append({"dimension": dimension, "margin_squared": plain_number(squared)} | bounds)
        rows.append((f"{dimension:,}", exact_text(squared), lower, upper))
    note = "; ".join(dict.fromkeys(notes)) or None
    if as_json:
        print_json(answers[0] if len(games) == 1 else answers, note)
    elif len(games) == 1:
        met = f"both bounds meet: {counted(lower, 'mistake')} can be forced, and no more"
        print_details(
            [
                ("game", f"margin game, dimension {dimension:,}, δ² {equals(exact_text(squared))}"),
                ("lower bound", f"{lower}, by {by['lower']}"),
                ("upper bound", f"{upper}, by {by['upper']}"),
                ("value", met if value.exact else f"unknown, from {lower} to {upper}"),
                ("certificate", output),
                ("note", note),
            ]
        )
    else:
        titles = ("dimension", "δ²", "lower bound", "upper bound")
        print_views(Table([Column(title, right=True) for title in titles], rows), *([note] if note else []))
    raise typer.Exit(1 if notes else 0)


def _largest(dimension: int, mistakes: int, output: str | None, *, as_json: bool) -> None:
    """Print the largest known margin at which this many mistakes can be forced."""
    from proofs.margin_checker import MAX_DIMENSION
    from proofs.margin_game.lower import largest_margin

    if not 0 < dimension <= MAX_DIMENSION or mistakes < 1:
        raise InputError(
            f"--dimension should be from 1 to {MAX_DIMENSION:,}, and --mistakes at least 1, "
            f"not {dimension} and {mistakes}"
        )
    largest = largest_margin(dimension, mistakes)
    if largest is None:
        raise InputError(f"no tree is known that forces {counted(mistakes, 'mistake')} in dimension {dimension}")
    _print_margin(largest, dimension, output, None, as_json=as_json)


def _search(dimension: int, mistakes: int, seconds: float, output: str | None, *, as_json: bool) -> None:
    """Look for a better tree, and print the best one."""
    from adversary.progress import Bar
    from proofs.exact.rationals import equals, exact_text
    from proofs.margin_game.lower import Lower, largest_margin
    from proofs.margin_game.search import better_trees
    from proofs.margin_game.value import certificate_of

    best = _tree_in(output, dimension, mistakes)
    try:
        with Bar("searching", None):
            for tree in better_trees(dimension, mistakes, seconds, best):
                best = tree
                _write(certificate_of(Lower(0, (tree,)), dimension), output)
    except KeyboardInterrupt:
        if best is None:
            raise
    if best is None:
        print_line("no tree was found; search for longer, with --seconds")
        raise typer.Exit(1)
    largest, note = largest_margin(dimension, mistakes), None
    if largest and largest.margin_squared > best.margin_squared:
        inverse = f"1/δ² {equals(exact_text(1 / largest.margin_squared))}"
        note = f"a larger margin is known, with {inverse}: leave out --search to see it"
    _print_margin(Lower(0, (best,)), dimension, output, note, as_json=as_json)


def _tree_in(output: str | None, dimension: int, mistakes: int) -> "MistakeTree | None":
    """Return the tree in the file that a search writes, if there is one. Raises InputError if it is another one."""
    import msgspec

    from adversary.game.judge import judge_file
    from proofs.formats.margin import MarginCertificate
    from proofs.margin_game.trees import tree_of

    if output is None or not Path(output).exists():
        return None
    try:
        judged = judge_file(output)
        record = msgspec.json.decode(Path(output).read_bytes(), type=MarginCertificate)
    except (InputError, OSError, ValueError) as error:
        raise InputError(f"{output} is there, and is not the certificate of a search: {error}") from None
    trees = record.lower.trees if record.lower and judged.valid else []
    tree = tree_of(trees[0]) if len(trees) == 1 else None
    if tree is None or (tree.dimension, tree.mistakes, tree.reflect) != (dimension, mistakes, 2):
        raise InputError(
            f"{output} has no tree of dimension {dimension} for {counted(mistakes, 'mistake')}; name another file"
        )
    return tree


def _write(certificate: "MarginCertificate", output: str | None) -> None:
    """Have a certificate judged, and write it. Raises InputError."""
    import msgspec

    from adversary.files import write_new
    from proofs.margin_checker import judge

    judged = certificate
    if certificate.upper and certificate.upper.branch_and_bound:  # its check is the search, which has just ended
        judged = msgspec.structs.replace(certificate, claims=certificate.claims[:1], upper=None)
    report = judge(msgspec.to_builtins(judged))
    if not report.valid:
        raise AssertionError(f"the checker refuses a certificate of ours: {report.reason}")
    if output is not None:
        write_new(output, msgspec.json.encode(certificate).decode() + "\n")


def _print_margin(lower: "Lower", dimension: int, output: str | None, note: str | None, *, as_json: bool) -> None:
    from proofs.exact.rationals import exact_text
    from proofs.margin_game.value import certificate_of

    _write(certificate_of(lower, dimension), output)
    margin_squared = lower.margin_squared
    if as_json:
        margins = {"margin_squared": str(margin_squared), "inverse": str(1 / margin_squared)}
        print_json({"dimension": dimension, "mistakes": lower.mistakes, **margins, "by": lower.by}, note)
        return
    print_details(
        [
            ("game", f"margin game, dimension {dimension:,}"),
            ("mistakes", f"{lower.mistakes} can be forced, by {lower.by}"),
            ("1/δ²", exact_text(1 / margin_squared)),
            ("certificate", output),
            ("note", note),
        ]
    )
