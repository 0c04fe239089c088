"""The command ``play``, and the options of a game on the command line."""

from pathlib import Path
from typing import Annotated, Any

import typer

from adversary.api.lists import read_limits
from adversary.cli.terminal import (
    SECONDS,
    Json,
    Seconds,
    output_to,
    print_json,
    print_views,
    require_trace,
    with_options,
)
from adversary.strategies.options import OPTIONS
from proofs.exact.errors import InputError

PLAY_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary play perceptron --margin 1/10 -o trace.jsonl\n"
    "  adversary play student.py --against orthonormal --margin 1/5 --seed 3\n"
    '  adversary play perceptron --against "standard-basis?as-printed" -m 2/5\n'
    "  adversary play halving --against littlestone --class intervals:11\n"
    '  adversary play perceptron --against "hinge?mistakes=25&scale=1/2"\n'
    "  adversary play weighted-majority --class singletons:4 --lies 1\n"
    "  adversary play soa --against announced-order?order=2,4,1,3 -c intervals:4\n"
    "  adversary play perceptron --margin 1/3 --steps\n"
    "  adversary play perceptron --margin 1/3 --dimension 3\n"
    "  adversary play --me --class thresholds:15\n"
    "  adversary play --me --margin 1/5 -o page.html\n"
    "  adversary play perceptron --against examples/my_adversary.py -m 1/5 -d 25"
)

SHORT = {"margin": ("-m",), "dimension": ("-d",), "concept_class": ("-c",)}

GAME_OPTIONS: dict[str, Any] = {
    name: Annotated[option.kind | None, typer.Option(option.flag, *SHORT.get(name, ()), help=option.help)]
    for name, option in OPTIONS.items()
    if option.help
}


@with_options("options", GAME_OPTIONS)
def play(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[
        str | None,
        typer.Argument(
            help="A learner of `adversary list learners`, student.py[:Name], student.ipynb[:Name], sklearn:…, river:… "
            "or exec:…."
        ),
    ] = None,
    me: Annotated[
        bool,
        typer.Option("--me", help="Predict yourself, without a LEARNER: at a prompt, or with -o page.html on a page."),
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            help="An adversary of `adversary list adversaries`, or my.py[:Name]. By default: standard-basis; in a "
            "dimension below ⌊1/δ²⌋, mistake-tree; on a class, littlestone."
        ),
    ] = None,
    options: dict[str, Any],
    steps: Annotated[bool, typer.Option("--steps", help="Print the rounds. A long game is cut in the middle.")] = False,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch",
            help="Check, after each mistake, the inequalities of the Perceptron's theorems for the learner's w.",
        ),
    ] = False,
    output: Annotated[
        str | None, output_to("Write the trace to this file. With --me, a .html file is a page to play on.")
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            "--limit",
            metavar="NAME=N,…",
            help="Limits on the calls of a learner or adversary from a file, or of a program: call=5s for each call, "
            "and game=3600s for all calls of a game together. Loading may take 30 s.",
        ),
    ] = None,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Play one game and judge it exactly; exit 0 if every claim of the game is proved, 1 if not.

    "Tight" means that the mistakes equal both bounds. A game that is not tight can also end with exit code 0.
    """
    if learner is not None and me:
        raise InputError(f"with --me you predict in the learner's place: leave out {learner}, or --me")
    limits = read_limits(limit, "call", "game")
    if me and output and Path(output).suffix.lower() == ".html":
        _write_page(output, against, options, seconds, as_json=as_json)
        return
    require_trace("play", output)
    from adversary.game.play import play as play_game
    from learners.runner.child import LIMITS

    result = play_game(
        _player(learner, me=me),
        against=against,
        output=output,
        watch=watch,
        steps=steps or me,
        time_limit=limits.get("call", LIMITS.call),
        game_limit=limits.get("game", LIMITS.game),
        **options,
    )
    if as_json:
        print_json(result.to_json(), result.note)
    else:
        from adversary.views.terminal.show import game_table

        print_views(game_table(result))
    raise typer.Exit(0 if result.ok else 1)


def _player(learner: str | None, *, me: bool) -> object:
    """Return who plays. Raises InputError unless that is a learner or the person who asks."""
    if me:
        from adversary.game.referee import Person

        return Person()
    if learner is None:
        raise InputError("Missing argument 'learner': a name, like perceptron, a file, or --me in its place")
    return learner


def _write_page(output: str, against: str | None, options: dict[str, Any], seconds: float, *, as_json: bool) -> None:
    """Write a page on which a person is the learner, against an optimal adversary. Raises InputError, BudgetError."""
    from adversary.api.games import challenge
    from adversary.files import refuse_overwrite, write_new
    from adversary.views.page.page import html_page

    if against is not None:
        raise InputError("a page for --me takes --margin, and perhaps --dimension, or it takes --class")
    refuse_overwrite(output, options.get("concept_class"))
    page = challenge(seconds, **options)
    write_new(output, html_page(page["title"], page))
    if as_json:
        print_json({"page": output, "rounds": page["count"], "adversary": page["adversary"]})
    else:
        from adversary.views.cells import details_table

        rounds = f"{page['count']:,}, and a mistake in each, whatever you predict"
        print_views(details_table([("page", output), ("rounds", rounds)]))
