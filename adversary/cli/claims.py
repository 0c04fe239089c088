"""The command ``claims``: judge printed claims."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import (
    SECONDS,
    Json,
    Keep,
    Seconds,
    print_json,
    print_views,
    shown_run,
    with_where,
)

if TYPE_CHECKING:
    from adversary.tasks.where import Where

CLAIMS_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary claims\n"
    "  adversary claims --errata\n"
    "  adversary claims notes3-1.4 --explain\n"
    "  adversary claims hsu --json --keep judged\n"
    "  adversary claims my_claim.py"
)


@with_where
def claims(  # noqa: PLR0913 - one parameter for each option
    *,
    names: Annotated[
        list[str] | None, typer.Argument(help="Ids of claims (notes3-1.4 or 1.4), sources (hsu), or files with claims.")
    ] = None,
    errata: Annotated[
        bool, typer.Option("--errata", help="Show only the statements that are false, misprints or vacuous.")
    ] = False,
    explain: Annotated[bool, typer.Option(help="Show theorems and witnesses.")] = False,
    seconds: Seconds = SECONDS,
    keep: Keep = None,
    where: "Where",
    as_json: Json = False,
) -> None:
    """Judge the statements of four lecture notes and a section of a textbook; show the readings of those that you name.

    --seconds limits the candidates of each reading in a file of your own. --keep does not store claims of your own
    files: they are judged each time, since their code may depend on anything. Exit 1 if a claim that you name is false,
    a misprint or vacuous, if a reading in a file of your own is refuted, or if a reading could not be judged.
    """
    from adversary.claims import runner
    from adversary.files import refuse_overwrite
    from adversary.tasks.store import Store

    wanted = runner.chosen(names or [])
    refuse_overwrite(keep, *(names or []))
    with shown_run("judging", keep, "reading") as progress, Store(keep) as store:
        rows = runner.judge_claims(wanted, seconds, progress, where, store)
    from adversary.views.terminal.claims_table import (
        by_claim,
        claims_table,
        errata_table,
        is_erratum,
        is_wrong,
        printed_table,
    )

    judged = by_claim(wanted, rows)
    if errata:
        judged = [(claim, found) for claim, found in judged if is_erratum(found)]
    if as_json:
        print_json([asdict(row) for _, found in judged for row in found])
    elif explain or (names and not errata):
        print_views(claims_table(judged, explain=explain))
    else:
        print_views(errata_table(judged, by_claim(wanted, rows)) if errata else printed_table(judged))
    own = {claim.id for claim in wanted} - runner.claims().keys()
    refuted = any(row.verdict == "refuted" for row in rows if row.id in own)
    wrong = any(is_wrong(row) for row in rows if names)  # the whole book always has errata
    not_judged = any(not row.is_judged for row in rows if row.id not in own)
    raise typer.Exit(1 if refuted or wrong or not_judged else 0)
