"""The commands that test somebody's learner: parse, call, print."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from adversary.cli.terminal import Cluster, Jobs, Json, Scheduler, print_json, print_text, print_views
from adversary.grading.kinds.registry import GRADE_KINDS
from learners.loading.code_file import split_code_file
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    from adversary.grading.result import Grade
    from adversary.views.export.outputs import Outputs, Told

GRADE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary grade student.py --as perceptron\n"
    "  adversary grade student.py --as halving -o counterexample.jsonl --pytest test_student.py\n"
    "  adversary grade submissions/ --as perceptron --csv grades.csv --reports reports/"
)
ATTACK_EXAMPLES = (
    "\b\nExamples:\n"
    '  adversary attack perceptron --bound "R2/gamma2 - 1" --seconds 30\n'
    '  adversary attack student.py --bound "2*log2(C)" --class intervals:8\n'
    '  adversary attack halving --bound "log2(C) + 2*K" --class intervals:4 --lies 1'
)
AUTOGRADER_EXAMPLES = "Example: adversary autograder build/ --as perceptron"

IsolationOption = Annotated[
    str, typer.Option(help="auto: bubblewrap where it works; plain: limits alone; strict: bubblewrap or nothing.")
]
KindOption = Annotated[
    str, typer.Option("--as", help=f"{', '.join(GRADE_KINDS)}, or my_kind.toml; a .toml with [[parts]] has several.")
]
MAX_SECONDS = 3600.0


def grade(  # noqa: PLR0913 - one parameter an option
    *,
    file: Annotated[
        str,
        typer.Argument(
            help="student.py, student.py:Name, a notebook student.ipynb, a folder of such, or a program exec:PATH."
        ),
    ],
    kind: KindOption,
    output: Annotated[str | None, typer.Option("--output", "-o", help="Write the counterexample's trace here.")] = None,
    pytest_file: Annotated[
        str | None, typer.Option("--pytest", help="Write the counterexample as a test that fails until it is fixed.")
    ] = None,
    results: Annotated[str | None, typer.Option(help="Write Gradescope's results.json here.")] = None,
    reports: Annotated[
        str | None, typer.Option(help="Write pages to read into this folder: HTML and Markdown, and an index.")
    ] = None,
    junit: Annotated[str | None, typer.Option(help="Write JUnit XML here.")] = None,
    csv: Annotated[str | None, typer.Option(help="Write a table for a spreadsheet here.")] = None,
    visible: Annotated[
        Path | None,
        typer.Option(help="A folder that its process may read, too: that of a submission of several files."),
    ] = None,
    isolation: IsolationOption = "auto",
    seconds: Annotated[float, typer.Option(help="For a whole grade; that of one submission, in a folder.")] = 25.0,
    seed: Annotated[int, typer.Option(help="Of what is chosen at random in the games.")] = 0,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Grade somebody's learner: does it keep its bound? If not, show a smallest game in which it does not.

    Of a folder, -o, --pytest and --results are folders, too, with a file for each submission.

    Exit 0 if no violation was found, 1 if one was or the time did not suffice.
    """
    from adversary.cli.course import grade_course
    from adversary.cli.runs import ready
    from adversary.grading.course import read_course
    from adversary.grading.grade import grade as grade_learner
    from adversary.grading.kinds.registry import find_kind
    from adversary.progress import Bar
    from adversary.tasks.where import Where
    from adversary.views.export.outputs import Outputs

    _legal(seconds)
    where = ready(Where(jobs, scheduler, cluster))
    outputs = Outputs(output, pytest_file, results, reports, junit, csv)
    outputs.require_usable(file, kind)
    path = Path(split_code_file(file).path)
    if not path.exists():
        _require_learner(file)
    if where.on_cluster and not path.is_dir():
        raise InputError(f"{file} is not a folder: --scheduler and --cluster are for many submissions")
    if visible is not None and path.is_dir():
        raise InputError(f"{file} is a folder: --visible is for one submission")
    if visible is not None and not (visible.exists() and path.resolve().is_relative_to(visible.resolve())):
        raise InputError(f"--visible should be a folder in which the learner's file is, and {visible} is not")
    options: dict[str, Any] = {"isolation": isolation, "seconds": seconds, "seed": seed}
    if parts := read_course(kind):
        if output or pytest_file:
            raise InputError(f"{kind} has several kinds: -o and --pytest are for one of them")
        grade_course(file, parts, outputs, options | {"visible": visible}, where=where, as_json=as_json)
    find_kind(kind)  # complains now if there is no such kind
    if path.is_dir():
        _grade_folder(path, kind, outputs, options | {"where": where}, as_json=as_json)
    with Bar("grading", None) as bar:
        found = grade_learner(
            file,
            kind,
            visible=visible,
            output=output,
            progress=bar.rename,
            **options,
        )
    written = outputs.write_one(found, file)
    _show([found], written, as_json=as_json, whole_folder=False)
    if found.problem:
        raise InputError(found.problem)
    raise typer.Exit(0 if found.verdict == "passed" else 1)


def _require_learner(text: str) -> None:
    """Raise InputError if a text that is no file or folder names no learner either."""
    from learners.loading import sources

    try:
        sources.find(text)
    except InputError as error:
        also = f"there is no file or folder {text}; " if str(error).startswith("unknown learner") else ""
        raise InputError(f"{also}{error}") from None


def _grade_folder(folder: Path, kind: str, outputs: "Outputs", options: dict[str, Any], *, as_json: bool) -> NoReturn:
    """Grade every submission in a folder; finished grades are kept until all that was asked for is written."""
    from adversary.cli.runs import shown_run
    from adversary.grading.folder import finished, grade_folder
    from adversary.grading.submissions import submissions
    from adversary.progress import Bar

    submissions(folder)  # complains before anything is written if there are none
    outputs.make_folders(many=True)
    with shown_run("grading", outputs.keep, "grade") as progress:
        grades = grade_folder(folder, kind, keep=outputs.keep, progress=progress, **options)
    with Bar("writing", None) as bar:
        grades, written = outputs.write_all(grades, folder, bar.rename)
    if outputs.keep is not None:
        finished(outputs.keep)
    _show(grades, written, as_json=as_json, whole_folder=True)
    raise typer.Exit(0 if all(found.verdict == "passed" for found in grades) else 1)


def _show(grades: "Sequence[Grade]", written: "Told", *, as_json: bool, whole_folder: bool) -> None:
    from adversary.grading.hints import hints
    from adversary.views.cells import details_table
    from adversary.views.terminal.table import grade_table, summary_table

    if as_json:
        plain = [found.to_json() | {"hints": hints(found)} for found in grades]
        print_json(plain if whole_folder else plain[0])
    else:
        print_views(summary_table(grades) if whole_folder else grade_table(grades[0]))
        if written:
            print_views("", details_table(written))


def _legal(seconds: float) -> None:
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"--seconds should be above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")


def attack(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[str, typer.Argument(help="As for `adversary play`; a deterministic one.")],
    bound: Annotated[
        str,
        typer.Option(
            help="Of M mistakes; may name R2, gamma2, delta2, d, C or |C|, L (without lies), K (lies), n, T, sqrt, …."
        ),
    ],
    concept_class: Annotated[
        str | None,
        typer.Option("--class", help="A finite class to play on: intervals:11, or a .csv, .json or .npy file."),
    ] = None,
    lies: Annotated[int, typer.Option(help="Labels of a game that may be unlike the target's, on a class.")] = 0,
    seconds: Annotated[
        float, typer.Option(help="For all of it; the last quarter, at most 10 s, makes a counterexample small.")
    ] = 30.0,
    seed: Annotated[int, typer.Option(help="Of what the search chooses at random.")] = 0,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", help="Write the trace of the counterexample here, or else of the tightest game."
        ),
    ] = None,
    isolation: IsolationOption = "auto",
    as_json: Json = False,
) -> None:
    """Look for an exact counterexample to any claimed bound; exit 1 if one was found.

    Finding nothing proves nothing, and exits 0, as where rounding in floats alone breaks the bound.
    """
    from adversary.files import keep_inputs
    from adversary.progress import Bar
    from adversary.search import attack as attacks

    _legal(seconds)
    keep_inputs(output, learner, concept_class)
    with Bar("attacking", None) as bar:

        def progress(what: str, spent: float) -> None:
            bar.rename(what)
            bar.done, bar.total = int(spent), int(seconds)

        found = attacks.attack(
            learner,
            bound,
            concept_class=concept_class,
            seconds=seconds,
            seed=seed,
            isolation=isolation,
            output=output,
            lies=lies,
            progress=progress,
        )
    if as_json:
        print_json(found.to_json())
    else:
        from adversary.views.terminal.attack_table import attack_table

        print_views(attack_table(found))
    raise typer.Exit(1 if found.verdict == "refuted" or found.problem else 0)


def autograder(
    *,
    folder: Annotated[Path, typer.Argument(help="Where to write it; zip its contents for Gradescope.")],
    kind: KindOption,
    force: Annotated[bool, typer.Option(help="Write also where other files are.")] = False,
    as_json: Json = False,
) -> None:
    """Write a Gradescope autograder: setup.sh, run_autograder, and this program as a wheel."""
    from adversary.grading.course import read_course
    from adversary.grading.kinds.custom import class_files
    from adversary.grading.kinds.registry import find_kind
    from adversary.views.answers import AutograderAnswer
    from adversary.views.export.autograder import write_autograder

    parts = read_course(kind)
    if own := next((part.kind for part in parts or () if part.kind.endswith(".toml")), None):
        raise InputError(f"{kind} has the part {own}, and an autograder takes only one .toml along")
    if parts is None:
        find_kind(kind)  # complains now if there is no such kind
    if parts is None and kind.endswith(".toml") and (files := class_files(Path(kind))):
        raise InputError(
            f"{kind} has classes from files, {', '.join(files)}, and an autograder takes only its .toml along"
        )
    written = write_autograder(folder, kind, force=force)
    if as_json:
        print_json(AutograderAnswer(str(folder), [str(path) for path in written]))
    else:
        print_text("".join(f"{one_line(str(path))}\n" for path in written))
