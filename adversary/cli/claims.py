"""The command ``claims``: judge printed claims."""

from typing import Annotated

import typer

from adversary.cli.terminal import SECONDS, Json, Seconds, finish

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
    --seconds limits the time for each reading in a file of your own. Exit 1 if a claim that you name is false, a
    misprint or vacuous, or if a reading in a file of your own is refuted.
    """
    from adversary.api.classes import claims as judged_claims

    finish(judged_claims(*names or (), seconds=seconds), as_json=as_json, verbose=verbose)
