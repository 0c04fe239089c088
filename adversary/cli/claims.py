"""The command that runs the book of claims."""

from dataclasses import asdict
from typing import Annotated

import typer

from adversary.cli.terminal import Json, print_json, print_text, print_views

CLAIMS_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary claims\n"
    "  adversary claims notes3-1.4 --explain\n"
    "  adversary claims hsu --json\n"
    "  adversary claims my_claim.py"
)


def claims(
    *,
    names: Annotated[
        list[str] | None, typer.Argument(help="Ids, like notes3-1.4 or 1.4; sources, like hsu; files.")
    ] = None,
    explain: Annotated[bool, typer.Option(help="Show arguments step by step, and witnesses.")] = False,
    latex: Annotated[bool, typer.Option(help="Show arguments as LaTeX.")] = False,
    seconds: Annotated[float, typer.Option(help="For the attacks on each reading.")] = 8.0,
    as_json: Json = False,
) -> None:
    """Run the book of claims: every printed statement, each reading with its verdict.

    Exit 1 if a claim in a file of your own is refuted.
    """
    from adversary.claims import runner
    from adversary.progress import Bar

    wanted = runner.chosen(names or [])
    with Bar("judging", sum(len(claim.readings) for claim in wanted)) as bar:
        rows = runner.run(wanted, seconds, bar.advance_to)
    if as_json:
        print_json([asdict(row) for row in rows])
    else:
        from adversary.report.latex import claims_latex
        from adversary.report.show import claims_explained, claims_table

        if latex:
            print_text(claims_latex(wanted, rows))
        else:
            print_views(claims_explained(wanted, rows) if explain else claims_table(rows))
    own = {claim.id for claim in wanted} - runner.claims().keys()
    raise typer.Exit(1 if any(row.verdict == "refuted" and row.id in own for row in rows) else 0)
