"""The command ``value``: what a margin costs, in a dimension or on given data, and the largest known margins."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from adversary.cli.terminal import SECONDS, Dimensions, Json, Margins, Seconds, finish, output_to
from proofs.exact.errors import InputError, counted

if TYPE_CHECKING:
    from adversary.views.answer import Answer
    from proofs.margin_game.trees import MistakeTree

VALUE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary value --dimension 3 --margin 1/3\n"
    "  adversary value --dimension 2..4 --margin 1/2..1/5\n"
    "  adversary value --dimension 3 --margin 2/5 -o certificate.json\n"
    "  adversary value --dimension 4 --mistakes 6\n"
    "  adversary value -d 4 --mistakes 6 --search --seconds 600 -o tree.json\n"
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
        bool, typer.Option("--search", help="With --mistakes: look for a tree that forces them at a larger margin.")
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

    With POINTS.csv, compute the exact maximum margin of the data, and certify it. Exit 1 if no halfspace separates the
    data, or if time ran out.
    """
    from adversary.api import margins
    from adversary.api.lists import items_of, whole_numbers
    from adversary.files import place_of
    from adversary.strategies.options import read_margins

    if points is not None and output is not None:
        raise InputError(f"{points} has a margin of its own: give --constant, --seconds and --json alone with it")
    if output is not None:
        place_of(output)  # complains now, and not when the search is over
        games = len(whole_numbers("--dimension", dimension)) * len(
            read_margins(",".join(items_of(margin))) if margin else "1"
        )
        if games > 1:
            raise InputError("-o writes the certificate of one dimension and one margin")
    if search and output is not None and (None not in {dimension, mistakes}) and margin is None:
        best = _tree_in(output, int(dimension or 0), int(mistakes or 0))
        keep = partial(margins.write_certificate, path=output)
        _finish(margins.searched(int(dimension or 0), int(mistakes or 0), seconds, best, keep), output, as_json=as_json)
    options: dict[str, Any] = {"mistakes": mistakes, "search": search, "constant": constant, "seconds": seconds}
    _finish(margins.value(points, dimension=dimension, margin=margin, **options), output, as_json=as_json)


def _finish(answer: "Answer", output: str | None, *, as_json: bool) -> NoReturn:
    """Write the certificate, and print the answer."""
    if output is not None:
        answer.view.files[".json"](answer, Path(output))
    finish(answer, as_json=as_json)


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
