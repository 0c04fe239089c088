"""The command line: parse, call, print."""

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

import typer

from adversary.cli import grading as cli_grading
from adversary.cli.terminal import Json, print_json, print_line, print_text
from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from proofs.solvers.dimensions import Dimensions

app = typer.Typer(
    help="Play mistake-bound learning games for real, and judge them exactly.",
    epilog="\b\nExample:\n  adversary play perceptron --against standard-basis --margin 1/10",
    rich_markup_mode=None,
    add_completion=False,
)

INTERRUPTED = 130

ClassOption = Annotated[
    str | None, typer.Option("--class", help="A finite class: intervals:11, or a .csv, .json or .npy file.")
]

SecondOpinion = Annotated[
    bool | None,
    typer.Option(
        "--second-opinion/--no-second-opinion",
        help="Have sympy judge norm and margins, too; by default where there are any, on up to 2,000 rounds.",
    ),
]


@app.callback(invoke_without_command=True)
def _about(
    context: typer.Context,
    *,
    version_wanted: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version_wanted:
        typer.echo(version("forced-mistakes"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog="\b\nExamples:\n"
    "  adversary play perceptron --against standard-basis --margin 1/10 -o trace.jsonl\n"
    "  adversary play student.py --against orthonormal --margin 1/5 --seed 3\n"
    "  adversary play perceptron --against standard-basis --margin-squared 2/5 --as-printed\n"
    "  adversary play halving --against littlestone --class intervals:11"
)
def play(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[
        str, typer.Argument(help="A learner as in `adversary list`, student.py[:Name], sklearn:…, river:…, exec:….")
    ],
    against: Annotated[
        str | None,
        typer.Option(help="As in `adversary list`; by default standard-basis, or littlestone on a class."),
    ] = None,
    margin: Annotated[str | None, typer.Option(help="δ, exactly: 1/10, 0.1, sqrt(1/7), 1/sqrt(7).")] = None,
    margin_squared: Annotated[str | None, typer.Option(help="δ², a rational: 1/7.")] = None,
    dimension: Annotated[int | None, typer.Option(help="Of the space; by default what the adversary needs.")] = None,
    concept_class: ClassOption = None,
    seed: Annotated[int | None, typer.Option(help="For adversaries that choose at random.")] = None,
    as_printed: Annotated[bool, typer.Option(help="Play the notes' claim as printed, though it is false.")] = False,
    watch: Annotated[bool, typer.Option(help="Check the theorems' claims about w after each mistake.")] = False,
    output: Annotated[str | None, typer.Option("--output", "-o", help="Write the trace to this file.")] = None,
    time_limit: Annotated[float, typer.Option(help="Seconds a call, for a file's learner or a program.")] = 5.0,
    game_limit: Annotated[float, typer.Option(help="Seconds for all its calls together.")] = 3600.0,
    second_opinion: SecondOpinion = None,
    as_json: Json = False,
) -> None:
    """Play one game and judge it exactly; exit 0 if all that it claims is proved, 1 if not."""
    from adversary.game.play import play as play_game

    result = play_game(
        learner,
        against=against,
        margin=margin,
        margin_squared=margin_squared,
        dimension=dimension,
        concept_class=concept_class,
        seed=seed,
        as_printed=as_printed,
        output=output,
        watch=watch,
        time_limit=time_limit,
        game_limit=game_limit,
        second_opinion=second_opinion is not False,
    )
    if as_json:
        print_json(result.to_json())
        if result.note:
            print_line(f"note: {result.note}")
    else:
        from adversary.report.cells import render
        from adversary.report.show import game_table

        print_text(render(game_table(result)))
    raise typer.Exit(0 if result.ok else 1)


@app.command(
    epilog="\b\nExamples:\n"
    "  adversary dimension intervals:8\n"
    "  adversary dimension halfspaces:4 --only littlestone -o certificate.json\n"
    "  adversary dimension my_class.csv --seconds 60"
)
def dimension(  # noqa: PLR0913 - one parameter an option
    *,
    concept_class: Annotated[
        str,
        typer.Argument(metavar="CLASS", help="A class as in `adversary list classes`, or a .csv, .json or .npy file."),
    ],
    only: Annotated[list[str] | None, typer.Option(help="Just this; may be given several times.")] = None,
    certificate: Annotated[
        str | None, typer.Option("--output", "-o", help="Write a certificate of the Littlestone dimension here.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Budget for each quantity.")] = 30.0,
    states: Annotated[int | None, typer.Option(help="Budget in version spaces looked at, for each quantity.")] = None,
    megabytes: Annotated[int | None, typer.Option(help="Budget of memory.")] = None,
    as_json: Json = False,
) -> None:
    """Compute the exact combinatorics of a finite class; exit 1 if a budget does not suffice for something."""
    from adversary.files import keep_inputs
    from adversary.progress import Bar
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import QUANTITIES, dimensions

    table = load_class(concept_class)
    if certificate is not None:
        keep_inputs(certificate, concept_class)
    with Bar("solving", None) as bar:
        found = dimensions(
            table,
            only or (QUANTITIES if certificate is None else ("littlestone",)),
            lambda: Budget(states, seconds, megabytes),
            bar.rename,
        )
    statements = None if certificate is None else _certify(found, certificate)
    if as_json:
        print_json(found.to_json() | ({} if certificate is None else {"statements": statements}))
        for line in found.ran_out:
            print_line(f"note: {line}")
    else:
        from adversary.report.cells import render
        from adversary.report.show import dimensions_table

        print_text(render(dimensions_table(found, statements)))
    raise typer.Exit(1 if found.ran_out else 0)


def _certify(found: "Dimensions", path: str) -> list[dict[str, Any]]:
    """Write the certificate, and return what the trusted checker makes of it."""
    from adversary.files import new_file
    from adversary.game.judge import judge_file
    from adversary.progress import Bar
    from proofs.solvers.budget import OutOfBudget
    from proofs.solvers.dimensions import littlestone_certificate

    if found.solver is None or found.littlestone is None or found.littlestone.value is None:
        raise InputError("there is nothing to certify: the Littlestone dimension is not known")
    try:
        with new_file(path) as partial, Bar("certifying", None):
            partial.write_text(json.dumps(littlestone_certificate(found.solver)) + "\n")
            verdict = judge_file(partial)
            if not verdict.valid:
                raise AssertionError(f"the checker refuses our certificate: {verdict.reason}")
    except OutOfBudget as error:
        raise InputError(f"no certificate: {error} did not suffice; give --seconds more") from None
    return verdict.statements


@app.command(
    epilog="\b\nExamples:\n"
    "  adversary tree thresholds:7\n"
    "  adversary tree intervals:5 --kind halving --tie negative\n"
    "  adversary tree halfspaces:3 -o tree.svg\n"
    "  adversary tree game.jsonl -o game.svg"
)
def tree(
    *,
    concept_class: Annotated[
        str, typer.Argument(metavar="CLASS", help="As in `adversary list classes`, a file, or a game's trace.jsonl.")
    ],
    kind: Annotated[
        str, typer.Option(help="littlestone: what forces any learner; halving: what Halving is led to.")
    ] = ("littlestone"),
    tie: Annotated[str, typer.Option(help="Halving's rule: negative, positive, adversarial or optimal.")] = "positive",
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Write a .graphml, .dot, .json or .svg file instead.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Budget for solving the class.")] = 60.0,
) -> None:
    """Show the mistake tree that forces any learner, the halving tree, or how a game split the version space."""
    from adversary.files import keep_inputs
    from adversary.progress import Bar
    from adversary.report.drawing import draw_class, draw_game, export, terminal_tree
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget, OutOfBudget

    if output is not None:
        keep_inputs(output, concept_class)
    budget = Budget(seconds=seconds)
    try:
        with Bar("solving", None):
            if concept_class.endswith(".jsonl"):
                graph = draw_game(concept_class, budget)
            else:
                graph = draw_class(load_class(concept_class), cast("Any", kind), cast("Any", tie), budget)
    except OutOfBudget as error:
        raise InputError(f"no tree: {error} did not suffice; give --seconds more") from None
    if output is not None:
        export(graph, output)
        return
    from adversary.report.cells import render

    print_text(render(terminal_tree(graph)))


@app.command(epilog="Example: adversary check trace.jsonl")
def check(
    *,
    file: Annotated[Path, typer.Argument(help="A trace, or a certificate of a dimension.")],
    second_opinion: SecondOpinion = None,
    as_json: Json = False,
) -> None:
    """Check a trace or a certificate independently; exit 0 if it is valid, 1 if not, 2 if it cannot be read.

    Exit 1 also if it is valid, but for another table than the catalog has by the name of its class.
    """
    from adversary.game.judge import OTHER_TABLE, MalformedError, UndecidedError, judge_file, plain
    from adversary.game.second_opinion import NOT_ASKED, judge_twice
    from adversary.progress import Bar
    from proofs.second_judge import MOST_ROUNDS

    try:
        with Bar("checking", None):
            report, opinion = (
                (judge_file(file), NOT_ASKED) if second_opinion is False else judge_twice(file, _import_views)
            )
    except MalformedError as error:
        undecided = isinstance(error, UndecidedError)
        if as_json:
            empty: dict[str, Any] = {"valid": False, "rounds": None, "mistakes": None, "statements": []}
            reason = str(error) if undecided else f"malformed: {error}"
            print_json({**empty, "reason": reason, "second_opinion": NOT_ASKED.word})
        raise InputError(f"{file}: {error}" if undecided else f"{file} is not a trace: {error}") from None
    if report.about:
        report.about["catalog"] = _catalog_says(report.about)
    if second_opinion and report.about:
        raise InputError("sympy's second opinion is about norms and margins, and a finite class has none")
    if second_opinion and (report.rounds or 0) > MOST_ROUNDS:
        raise InputError(
            f"a second opinion is given on at most {MOST_ROUNDS:,} rounds; this trace has {report.rounds:,}"
        )
    if opinion.word == "differs":
        report = replace(report, valid=False, reason=opinion.because)
    if as_json:
        keys = ("valid", "rounds", "mistakes", "statements", "reason")
        about = {key: report.about[key] for key in ("class", "catalog") if key in report.about}
        print_json({key: plain(getattr(report, key)) for key in keys} | {"second_opinion": opinion.word} | about)
    else:
        from adversary.report.cells import render
        from adversary.report.show import report_table

        print_text(render(report_table(report, "the recorded learner", opinion)))
    raise typer.Exit(0 if report.valid and report.about.get("catalog") != OTHER_TABLE else 1)


def _import_views() -> None:
    """Import what prints the verdict, which takes about as long as sympy's."""
    import_module("adversary.report.show")


def _catalog_says(about: dict[str, Any]) -> str:
    """Say whether the table is that of the named class."""
    from adversary.game.judge import OTHER_TABLE
    from proofs.classes.catalog import find_class

    try:
        table = find_class(about["class"])
    except InputError:
        return "a table of its own: the catalog has no class of this name"
    same = {table.row_text(concept) for concept in range(table.size)} == set(about["table"])
    return "the table is that of the catalog" if same else OTHER_TABLE


@app.command(
    epilog="\b\nExamples:\n"
    "  adversary margin examples/iris_two_classes.csv\n"
    "  adversary margin data.csv --constant --json"
)
def margin(
    *,
    file: Annotated[
        Path, typer.Argument(help="CSV: a point a row, rationals like 5.1 or 3/5, its label in the last column.")
    ],
    constant: Annotated[bool, typer.Option(help="Add a coordinate 1, for halfspaces with a threshold.")] = False,
    seconds: Annotated[float, typer.Option(help="Budget.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Find the exact maximum margin of labeled data, with its certificate; exit 1 if not separable, or unknown."""
    from adversary.cli.margin import margin_rows
    from adversary.progress import Bar
    from proofs.formats.samples import read_sample
    from proofs.solvers.data_margin import margin_within

    with Bar("solving", None):
        found = margin_within(read_sample(file, constant=constant), str(file), seconds)
    if as_json:
        print_json(found)
        if "note" in found:
            print_line(f"note: unknown: {found['note']}")
    else:
        from adversary.report.cells import details_table, render

        print_text(render(details_table(margin_rows(found))))
    raise typer.Exit(0 if found["separable"] else 1)


@app.command(
    name="worst-case",
    epilog="\b\nExamples:\n"
    "  adversary worst-case halving --class intervals:5\n"
    "  adversary worst-case homogeneous:perceptron --class halfspaces:2",
)
def worst_case_(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[str, typer.Argument(help="A registered learner, which is copied in the middle of games.")],
    concept_class: Annotated[
        str, typer.Option("--class", help="A finite class: intervals:11, or a .csv, .json or .npy file.")
    ],
    count: Annotated[str, typer.Option(help="mistakes, or updates: rounds that change its weights.")] = "mistakes",
    seconds: Annotated[float, typer.Option(help="Budget.")] = 60.0,
    states: Annotated[int | None, typer.Option(help="Budget in states of the learner looked at.")] = None,
    as_json: Json = False,
) -> None:
    """Find the most mistakes that a deterministic learner can be led to on a class, exactly; exit 1 if unknown."""
    from adversary.progress import Bar
    from adversary.search.worst_case import homogeneous, worst_case
    from learners.loading.sources import find
    from learners.protocol import Fault
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget

    table = load_class(concept_class)
    plain, note = find(learner), ""
    if lifted := homogeneous(plain, table):
        note = (
            f"a halfspace through the origin says nothing of the point 0: {learner} is shown (x, 1), as {lifted.text}"
        )
        plain = lifted
    try:
        with Bar("solving", None):
            found = worst_case(plain, table, Budget(states, seconds), count=cast("Any", count))
    except Fault as fault:
        raise InputError(f"{learner} failed: {fault}") from None
    rounds = [[table.point_names[x], y] for x, y in (found.cycle or found.rounds)]
    exact = found.at_most == found.at_least and not found.cycle
    if as_json:
        numbers = {"at_least": found.at_least, "at_most": found.at_most, "unbounded": found.cycle is not None}
        concept = table.concept_name(found.concept)
        about = {"learner": plain.text, "class": table.name, count: found.at_least if exact else None, **numbers}
        print_json({**about, "rounds": rounds, "concept": concept, "states": found.states, "note": note or None})
    else:
        from adversary.report.cells import details_table, render

        shown = " ".join(f"{point}:{label:+d}" for point, label in rounds)
        details = [
            ("learner", f"{plain.text} on {table.name}, {found.states:,} states"),
            (count, str(found)),
            ("cycle" if found.cycle else "reached by", shown or "no round"),
            ("target", table.concept_name(found.concept)),
        ]
        details += [("note", text) for text in (note, f"{found.ran_out} did not suffice" * bool(found.ran_out)) if text]
        print_text(render(details_table(details)))
    raise typer.Exit(0 if exact or found.cycle else 1)


@app.command(
    name="claims",
    epilog="\b\nExamples:\n"
    "  adversary claims\n"
    "  adversary claims notes3-1.4 --explain\n"
    "  adversary claims hsu --json\n"
    "  adversary claims my_claim.py",
)
def claims_(
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
    from adversary.claims import runner as book
    from adversary.progress import Bar

    wanted = book.chosen(names or [])
    with Bar("judging", sum(len(claim.readings) for claim in wanted)) as bar:
        rows = book.run(wanted, seconds, bar.advance_to)
    if as_json:
        print_json([asdict(row) for row in rows])
    else:
        from adversary.report import show
        from adversary.report.cells import render
        from adversary.report.latex import claims_latex

        if latex:
            print_text(claims_latex(wanted, rows))
        elif explain:
            print_text(render(show.claims_explained(wanted, rows)))
        else:
            print_text(render(show.claims_table(rows)))
    own = {claim.id for claim in wanted} - book.claims().keys()
    raise typer.Exit(1 if any(row.verdict == "refuted" and row.id in own for row in rows) else 0)


app.command(epilog=cli_grading.GRADE_EXAMPLES)(cli_grading.grade)
app.command(epilog=cli_grading.ATTACK_EXAMPLES)(cli_grading.attack)
app.command(epilog=cli_grading.AUTOGRADER_EXAMPLES)(cli_grading.autograder)


@app.command(name="list", epilog="Example: adversary list learners")
def list_(
    *,
    kind: Annotated[str | None, typer.Argument(help="learners, adversaries, classes or claims.")] = None,
    verbose: Annotated[bool, typer.Option(help="Say also what the exact arithmetic runs on.")] = False,
    as_json: Json = False,
) -> None:
    """List the learners, adversaries, classes and claims, with what is known about each."""
    kinds: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "learners": _learner_cards,
        "adversaries": _adversary_cards,
        "classes": _class_cards,
        "claims": _claim_cards,
    }
    if kind is not None and kind not in kinds:
        raise unknown("kind", kind, kinds)
    found = {name: cards() for name, cards in kinds.items() if kind in (None, name)}
    if as_json:
        print_json(found)
        return
    from adversary.report.cells import render
    from adversary.report.show import cards_table

    print_text(render(*(cards_table(name, cards) for name, cards in found.items())))
    if verbose:
        from sympy.external.gmpy import GROUND_TYPES  # type: ignore[import-untyped]

        print_text(f"sympy's ground types: {GROUND_TYPES}\n")


def _learner_cards() -> list[dict[str, Any]]:
    from learners.loading.sources import registered_cards

    cards = registered_cards().items()
    return [{"name": name, **{k: v for k, v in asdict(card).items() if k != "mistake_bound"}} for name, card in cards]


def _adversary_cards() -> list[dict[str, Any]]:
    from adversary.strategies import registry
    from learners.loading.plugins import plugins

    return [
        {"name": name, **asdict(registry.adversary_class(name).card)}
        for name in (*registry.ADVERSARIES, *plugins(registry.ADVERSARY_ENTRY_POINTS))
    ]


def _class_cards() -> list[dict[str, Any]]:
    from proofs.classes import catalog
    from proofs.classes.margin_classes import PREFIX

    margin = {
        "name": PREFIX,
        "summary": "labelings of given points that a target reaches with margin δ",
        "definition": "y⟨v,x⟩ ≥ δ and ‖v‖ ≤ 1, on the points of a CSV file of rationals, a point a row",
        "source": "Chan, CSCI4230 Notes 3, section 1",
        "example": f"{PREFIX}:points.csv?margin=1/3",
        "largest": "64 points",
    }
    return [*catalog.cards(), margin]


def _claim_cards() -> list[dict[str, Any]]:
    from adversary.claims import runner as book

    return [
        {
            "name": claim.id,
            "summary": claim.statement,
            "source": f"{claim.source}, {claim.where}",
            "readings": [reading.says for reading in claim.readings],
        }
        for claim in book.claims().values()
    ]


def main() -> NoReturn:
    """Run the command line; unusable input is one line on standard error and exit code 2."""
    _prepare()
    try:
        code = app(standalone_mode=False)
    except InputError as error:
        _stop(str(error), 2)
    except KeyboardInterrupt:
        _stop("interrupted; no output is half-written", INTERRUPTED)
    except _Terminated:
        _stop("terminated; no output is half-written", 143)
    except SystemExit as end:
        _leave(int(end.code or 0))
    except OSError as error:
        _stop(f"cannot write to standard output: {error.strerror}", 2)
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer's own complaints about the command line have it
            raise
        _stop(error.format_message(), 2)
    if code == INTERRUPTED:
        _stop("interrupted; no output is half-written", INTERRUPTED)
    _leave(code)


class _Terminated(BaseException):
    """Someone has asked the process to end; no ``SystemExit``, which a learner might be blamed for."""


def _terminate(*_: object) -> NoReturn:
    raise _Terminated


def _prepare() -> None:
    """Make the process fit for whatever it was started with."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that what is half-written is removed
        signal.signal(number, _terminate)
    for pipe in (0, 1, 2):  # a closed one would be taken by the next pipe or file that is opened
        try:
            os.fstat(pipe)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115 - it lasts as long as the process
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115 - likewise
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for terminals that know no ²
    try:
        " ".join(sys.argv).encode()
    except UnicodeEncodeError:
        _stop("an argument is not valid text in UTF-8", 2)


def _stop(line: str, code: int) -> NoReturn:
    print_line(f"adversary: {line}")
    _leave(code)


def _leave(code: int | None) -> NoReturn:
    """End with the code, although standard output may not take what is still to be written to it."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)
