"""The command ``value``: how many mistakes can be forced in a dimension at a margin, and the largest known margins."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import SECONDS, Json, Seconds, output_to, print_details, print_json, print_line
from proofs.exact.errors import InputError, counted

if TYPE_CHECKING:
    from fractions import Fraction

    from proofs.formats.margin import MarginCertificate
    from proofs.margin_game.lower import Lower
    from proofs.margin_game.trees import MistakeTree

VALUE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary value --dimension 3 --margin 1/3\n"
    "  adversary value --dimension 3 --margin 2/5 -o certificate.json\n"
    "  adversary value --dimension 4 --mistakes 6\n"
    "  adversary value --dimension 4 --mistakes 6 --search --seconds 600 -o tree.json"
)


def value(  # noqa: PLR0913 - one parameter an option
    *,
    dimension: Annotated[int, typer.Option(help="The dimension of the space.")],
    margin: Annotated[str | None, typer.Option(help="The exact margin δ: 1/10, 0.1, sqrt(1/7) or 1/sqrt(7).")] = None,
    margin_squared: Annotated[str | None, typer.Option(help="δ² as a rational: 1/7.")] = None,
    mistakes: Annotated[
        int | None,
        typer.Option(help="Print the largest known margin at which this many mistakes can be forced."),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Look for a tree that forces --mistakes at a larger margin.")
    ] = False,
    seconds: Seconds = 2 * SECONDS,  # M(3, 3/10) takes 20 on an idle machine, and more on a busy one
    output: Annotated[
        str | None, output_to("Write the certificate to this file. --search continues from the tree in it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute a lower and an upper bound on the mistakes that can be forced in the margin game.

    Both have certificates. Lower bounds come from known mistake trees, combined on orthogonal subspaces: trees of up to
    14 mistakes in the plane, and 12 in dimensions 3 to 8. In dimension 3, branch and bound tries to close the gap
    between the bounds. Exit 1 if branch and bound is cut short, for example by --seconds, or if --search finds no tree.
    --search keeps the best tree in the file of -o, also if you interrupt it.
    """
    from adversary.files import place_of
    from adversary.strategies.options import read_options

    if output is not None:
        place_of(output)  # complains now, and not when the search is over
    if mistakes is None:
        if search:
            raise InputError("--search needs a number of mistakes, like --mistakes 6")
        squared = read_options(margin=margin, margin_squared=margin_squared, dimension=dimension).get("margin_squared")
        if squared is None:
            raise InputError("give a margin, like --margin 1/3, or a number of mistakes, like --mistakes 6")
        _bounds(dimension, squared, seconds, output, as_json=as_json)
    elif margin is not None or margin_squared is not None:
        raise InputError("give a margin or --mistakes, not both")
    elif search:
        _search(dimension, mistakes, seconds, output, as_json=as_json)
    else:
        _largest(dimension, mistakes, output, as_json=as_json)


def _bounds(dimension: int, margin_squared: "Fraction", seconds: float, output: str | None, *, as_json: bool) -> None:
    """Print both bounds at a margin."""
    from adversary.progress import Bar
    from proofs.exact.rationals import equals, exact_text, plain_number
    from proofs.margin_game.value import value_of
    from proofs.solvers.budget import Budget

    budget = Budget(seconds=seconds)
    with Bar("solving", None) as bar:
        found = value_of(dimension, margin_squared, budget, bar.advance_to)
    _write(found.certificate(), output)
    lower, upper = found.lower.mistakes, found.upper.mistakes
    note = f"branch and bound was cut short after {found.ran_out}" if found.ran_out else None
    if note and not budget.left:
        note += "; --seconds gives it more"
    if as_json:
        by = {"lower": found.lower.by, "upper": found.upper.by}
        bounds = {"lower": lower, "upper": upper, "exact": found.exact, "by": by}
        print_json({"dimension": dimension, "margin_squared": plain_number(margin_squared), **bounds}, note)
        raise typer.Exit(1 if note else 0)
    met = f"both bounds meet: {lower} mistake{'' if lower == 1 else 's'} can be forced, and no more"
    square = f"δ² {equals(exact_text(margin_squared))}"
    print_details(
        [
            ("game", f"margin game, dimension {dimension:,}, {square}"),
            ("lower bound", f"{lower}, by {found.lower.by}"),
            ("upper bound", f"{upper}, by {found.upper.by}"),
            ("value", met if found.exact else f"unknown, from {lower} to {upper}"),
            ("certificate", output),
            ("note", note),
        ]
    )
    raise typer.Exit(1 if note else 0)


def _largest(dimension: int, mistakes: int, output: str | None, *, as_json: bool) -> None:
    """Print the largest known margin at which this many mistakes can be forced."""
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
    _print_margin(found, dimension, output, None, as_json=as_json)


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
    known, note = largest_margin(dimension, mistakes), None
    if known and known.margin_squared > best.margin_squared:
        inverse = f"1/δ² {equals(exact_text(1 / known.margin_squared))}"
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
