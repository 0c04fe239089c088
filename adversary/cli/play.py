"""The commands ``play`` and ``check``, and the options of a game on the command line."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adversary.cli.terminal import (
    SECONDS,
    Json,
    SecondOpinion,
    Seconds,
    output_to,
    print_details,
    print_json,
    print_line,
    print_views,
    with_options,
)
from adversary.strategies.options import OPTIONS
from proofs.exact.errors import BudgetError, InputError

if TYPE_CHECKING:
    from adversary.game.judge import Verdict
    from adversary.game.second_opinion import Opinion

PLAY_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary play perceptron --against standard-basis --margin 1/10 -o trace.jsonl\n"
    "  adversary play student.py --against orthonormal --margin 1/5 --seed 3\n"
    '  adversary play perceptron --against "standard-basis?as-printed" --margin "sqrt(2/5)"\n'
    "  adversary play halving --against littlestone --class intervals:11\n"
    '  adversary play perceptron --against "hinge?mistakes=25&scale=1/2"\n'
    "  adversary play weighted-majority --class singletons:4 --lies 1\n"
    "  adversary play soa --against announced-order?order=2,4,1,3 --class intervals:4\n"
    "  adversary play perceptron --margin 1/3 --steps\n"
    "  adversary play perceptron --margin 1/3 --dimension 3\n"
    "  adversary play --me --class thresholds:15\n"
    "  adversary play --me --margin 1/5 -o page.html\n"
    "  adversary play perceptron --against examples/my_adversary.py --margin 1/5 --dimension 25"
)
CHECK_EXAMPLES = "Example: adversary check trace.jsonl"
NO_SECOND_OPINION = "sympy's second opinion is about the vectors of a game; a certificate or a finite class has none"


GAME_OPTIONS: dict[str, Any] = {
    name: Annotated[option.kind | None, typer.Option(option.flag, help=option.help)]
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
        typer.Option("--me", help="Predict yourself, not a LEARNER: at a prompt, or on a page, -o page.html."),
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
            help="Check, after each mistake, the inequalities of the Perceptron's theorems for its weights w.",
        ),
    ] = False,
    output: Annotated[
        str | None, output_to("Write the trace to this file; with --me, a page to play on: .html.")
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            help="Seconds for each call of a learner or adversary from a file, or of a program. Loading may take 30."
        ),
    ] = 5.0,
    game_limit: Annotated[float, typer.Option(help="Seconds for all such calls of a game together.")] = 3600.0,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Play one game and judge it exactly; exit 0 if every claim of the game is proved, 1 if not.

    "Tight" means that the mistakes equal both bounds. A game that is not tight can also end with exit code 0.
    """
    if me and learner is None and output and output.lower().endswith(".html"):
        _write_page(output, against, options, seconds, as_json=as_json)
        return
    from adversary.game.play import play as play_game

    result = play_game(
        _player(learner, me=me),
        against=against,
        output=output,
        watch=watch,
        steps=steps or me,
        time_limit=time_limit,
        game_limit=game_limit,
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


def _write_page(output: str, against: str | None, options: dict[str, Any], seconds: float, *, as_json: bool) -> None:
    """Write a page on which a person is the learner, against an optimal adversary. Raises InputError, BudgetError."""
    from adversary.files import refuse_overwrite, write_new
    from adversary.progress import Bar
    from adversary.strategies.options import read_options
    from adversary.views.page.challenge import class_challenge, margin_challenge
    from adversary.views.page.page import html_page
    from proofs.solvers.budget import Budget, OutOfBudget

    wanted = read_options(**options)
    table, squared = wanted.pop("concept_class", None), wanted.pop("margin_squared", None)
    dimension = wanted.pop("dimension", None) if squared is not None else None
    if (table is None) == (squared is None) or wanted or against is not None:
        raise InputError("a page for --me takes --margin, and perhaps --dimension, or it takes --class")
    refuse_overwrite(output, options.get("concept_class"))
    try:
        with Bar("solving", None):
            page = class_challenge(table, Budget(seconds=seconds)) if table else margin_challenge(squared, dimension)
    except OutOfBudget as error:
        raise BudgetError(f"no page: {error} did not suffice; give --seconds more") from None
    write_new(output, html_page(page["title"], page))
    if as_json:
        print_json({"page": output, "rounds": page["count"], "adversary": page["adversary"]})
    else:
        print_details([("page", output), ("rounds", f"{page['count']:,}, and a mistake in each, whatever you predict")])


def check(
    *,
    file: Annotated[Path, typer.Argument(help="A trace, or a certificate.")],
    second_opinion: SecondOpinion = None,
    as_json: Json = False,
) -> None:
    """Check a trace or a certificate independently; exit 0 if it is valid, 1 if not, 2 if it cannot be read.

    The checker of upper bounds by branch and bound in the margin game is not one of the four trusted checkers. The exit
    code is also 1 if the file names a known class, but its table is not the table of that class.
    """
    from adversary.game.judge import OTHER_TABLE, MalformedError, UndecidedError, UnreadableError, Verdict, catalog_says
    from adversary.progress import Bar
    from proofs.second_judge import MAX_JUDGED_ROUNDS

    try:
        with Bar("checking", None):
            found, opinion = _judged(file, second_opinion=second_opinion)
    except MalformedError as error:
        unknown = isinstance(error, UndecidedError | UnreadableError)
        why = InputError(f"{file}: {error}" if unknown else f"{file} is not a trace or a certificate: {error}")
        if as_json:
            said = Verdict(reason=str(error) if unknown else f"malformed: {error}").to_json()
            said |= {"valid": None, "second_opinion": "not asked"}
            print_json(said | {"error": str(why), "exit_code": 2})
        raise why from None
    if found.about and found.setting:
        found.about["catalog"] = catalog_says(found.setting.concept_class)
    if second_opinion and found.about:
        raise InputError(NO_SECOND_OPINION)
    if second_opinion and (found.rounds or 0) > MAX_JUDGED_ROUNDS:
        raise InputError(
            f"a second opinion is given on at most {MAX_JUDGED_ROUNDS:,} rounds; this trace has {found.rounds:,}"
        )
    if opinion.word == "differs":
        found = replace(found, valid=False, reason=opinion.because)
    if as_json:
        about = {key: found.about[key] for key in ("class", "catalog", "checker") if key in found.about}
        print_json(found.to_json() | {"second_opinion": opinion.word} | about | found.unusual)
    else:
        from adversary.views.terminal.show import findings_table

        print_views(findings_table(found, "the recorded learner", opinion))
    raise typer.Exit(0 if found.valid and found.about.get("catalog") != OTHER_TABLE else 1)


def _judged(file: Path, *, second_opinion: bool | None) -> "tuple[Verdict, Opinion]":
    """Return what the checker for a file finds, and sympy's opinion of it, where that is wanted."""
    from adversary.game.judge import first_line, judge_file, untrusted_checker
    from adversary.game.second_opinion import NOT_ASKED, judge_twice

    def import_views() -> None:  # which takes as long as sympy does
        import_module("adversary.views.terminal.show")

    if other := untrusted_checker(first_line(file)):
        if second_opinion:
            raise InputError(NO_SECOND_OPINION)
        print_line(f"adversary: {file} is {other.needs}")
        return other.judge(file), NOT_ASKED
    return (judge_file(file), NOT_ASKED) if second_opinion is False else judge_twice(file, import_views)
