"""The command ``play``, and the options of a game on the command line."""

from typing import Annotated, Any

import typer

from adversary.cli.terminal import Json, SecondOpinion, output_to, print_json, print_views, with_options
from adversary.strategies.options import OPTIONS
from proofs.exact.errors import InputError

PLAY_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary play perceptron --against standard-basis --margin 1/10 -o trace.jsonl\n"
    "  adversary play student.py --against orthonormal --margin 1/5 --seed 3\n"
    "  adversary play perceptron --against standard-basis --margin-squared 2/5 --as-printed\n"
    "  adversary play halving --against littlestone --class intervals:11\n"
    "  adversary play perceptron --against hinge --mistakes 25 --scale 1/2\n"
    "  adversary play weighted-majority --class singletons:4 --lies 1\n"
    "  adversary play soa --class intervals:4 --order 2,4,1,3\n"
    "  adversary play perceptron --margin 1/3 --steps\n"
    "  adversary play perceptron --margin 1/3 --dimension 3\n"
    "  adversary play --me --class thresholds:15\n"
    "  adversary play perceptron --against examples/my_adversary.py --margin 1/5 --dimension 25"
)

GAME_OPTIONS: dict[str, Any] = {
    name: Annotated[bool, typer.Option(help=option.help)]
    if option.kind is bool
    else Annotated[option.kind | None, typer.Option(option.flag, help=option.help)]
    for name, option in OPTIONS.items()
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
    me: Annotated[bool, typer.Option("--me", help="Predict yourself, at a prompt, in place of a LEARNER.")] = False,
    against: Annotated[
        str | None,
        typer.Option(
            help="An adversary of `adversary list adversaries`, or my.py[:Name]. By default: standard-basis; in a "
            "dimension below ⌊1/δ²⌋, mistake-tree; on a class, littlestone; with --order, announced-order."
        ),
    ] = None,
    options: dict[str, Any],
    steps: Annotated[bool, typer.Option("--steps", help="Print the rounds. A long game is cut in the middle.")] = False,
    watch: Annotated[
        bool,
        typer.Option(
            help="Check, after each mistake, the inequalities of the Perceptron's theorems for the learner's weights w."
        ),
    ] = False,
    output: Annotated[str | None, output_to("Write the trace to this file.")] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            help="Seconds for each call of a learner or adversary from a file, or of a program. Loading may take 30."
        ),
    ] = 5.0,
    game_limit: Annotated[float, typer.Option(help="Seconds for all such calls of a game together.")] = 3600.0,
    second_opinion: SecondOpinion = None,
    as_json: Json = False,
) -> None:
    """Play one game and judge it exactly; exit 0 if every claim of the game is proved, 1 if not.

    "Tight" means that the mistakes equal both bounds. A game that is not tight can also end with exit code 0.
    """
    from adversary.game.play import play as play_game

    result = play_game(
        _player(learner, me=me),
        against=against,
        output=output,
        watch=watch,
        steps=steps or me,
        time_limit=time_limit,
        game_limit=game_limit,
        second_opinion=second_opinion is not False,
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
    if learner is not None and me:
        raise InputError(f"give a learner, {learner}, or --me, not both")
    if me:
        from adversary.game.referee import Person

        return Person()
    if learner is None:
        raise InputError("Missing argument 'learner': a name, like perceptron, a file, or --me in its place")
    return learner
