"""The command ``claims``: judge printed claims."""

from dataclasses import asdict
from typing import Annotated

import typer

from adversary.cli.terminal import SECONDS, Json, Seconds, print_json, print_views

CLAIMS_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary claims\n"
    "  adversary claims notes3-1.4 --verbose\n"
    "  adversary claims hsu --json\n"
    "  adversary claims my_claim.py"
)


def claims(
    *,
    names: Annotated[
        list[str] | None, typer.Argument(help="Ids of claims (notes3-1.4 or 1.4), sources (hsu), or files with claims.")
    ] = None,
    seconds: Seconds = SECONDS,
    verbose: bool = False,
    as_json: Json = False,
) -> None:
    """Judge the statements of four lecture notes and a section of a textbook; show the readings of those that you name.

    The statements that are false, misprints or vacuous come first. --verbose adds their witnesses and theorems.
    --seconds limits the candidates of each reading in a file of your own. Exit 1 if a claim that you name is false, a
    misprint or vacuous, or if a reading in a file of your own is refuted.
    """
    from adversary.claims import runner
    from adversary.progress import Bar
    from adversary.views.terminal.claims_table import claims_table, is_wrong, printed_table
    from proofs.claims.sources import book

    with Bar("judging", None):
        judged = runner.judge_claims(runner.chosen(names or []), seconds)
    if as_json:
        print_json([asdict(row) for _, rows in judged for row in rows])
    else:
        print_views((claims_table if names else printed_table)(judged, verbose=verbose))
    wrong = names and any(is_wrong(rows) for _, rows in judged)  # the whole book always has errata
    printed = book()
    refuted = any(row.verdict == "refuted" for claim, rows in judged if claim.id not in printed for row in rows)
    raise typer.Exit(1 if wrong or refuted else 0)
