"""The commands that test somebody's learner: parse, call, print."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import Json, print_json, print_text, print_views
from adversary.grading.kinds.registry import GRADE_KINDS
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    from adversary.grading.result import Grade
    from adversary.search.counterexample import Counterexample

GRADE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary grade student.py --as perceptron\n"
    "  adversary grade student.py --as halving -o counterexample.jsonl --pytest test_student.py\n"
    "  adversary grade submissions/ --as perceptron --csv grades.csv"
)
ATTACK_EXAMPLES = (
    "\b\nExamples:\n"
    '  adversary attack perceptron --bound "R2/gamma2 - 1" --seconds 30\n'
    '  adversary attack student.py --bound "2*log2(C)" --class intervals:8'
)
AUTOGRADER_EXAMPLES = "Example: adversary autograder build/ --as perceptron"

IsolationOption = Annotated[
    str, typer.Option(help="auto: bubblewrap where it works; plain: limits alone; strict: bubblewrap or nothing.")
]
KindOption = Annotated[str, typer.Option("--as", help=f"{', '.join(GRADE_KINDS)}, or my_kind.toml.")]
MOST_SECONDS = 3600.0


def grade(  # noqa: PLR0913 - one parameter an option
    *,
    file: Annotated[
        str, typer.Argument(help="A learner's file, as student.py or student.py:Name, or a folder of them.")
    ],
    kind: KindOption,
    output: Annotated[str | None, typer.Option("--output", "-o", help="Write the counterexample's trace here.")] = None,
    pytest_file: Annotated[
        str | None, typer.Option("--pytest", help="Write the counterexample as a test that fails until it is fixed.")
    ] = None,
    results: Annotated[str | None, typer.Option(help="Write Gradescope's results.json here.")] = None,
    junit: Annotated[str | None, typer.Option(help="Write JUnit XML here.")] = None,
    csv: Annotated[str | None, typer.Option(help="Write a table for a spreadsheet here.")] = None,
    visible: Annotated[
        Path | None,
        typer.Option(help="A folder that its process may read, too: that of a submission of several files."),
    ] = None,
    isolation: IsolationOption = "auto",
    seconds: Annotated[float, typer.Option(help="For a whole grade; that of one submission, in a folder.")] = 25.0,
    seed: Annotated[int, typer.Option(help="Of what is chosen at random in the games.")] = 0,
    jobs: Annotated[int | None, typer.Option(help="Submissions of a folder that are graded at a time.")] = None,
    as_json: Json = False,
) -> None:
    """Grade somebody's learner: does it keep its bound? If not, show a smallest game in which it does not.

    Exit 0 if no violation was found, 1 if one was or the time did not suffice.
    """
    from adversary.files import write_new
    from adversary.grading.folder import finished, grade_folder
    from adversary.grading.grade import grade as grade_learner
    from adversary.progress import Bar

    _legal(seconds, jobs)
    if Path(file).is_dir():
        if pytest_file or output or results or visible:
            raise InputError(f"{file} is a folder: -o, --pytest, --results and --visible are for one submission")
        _usable(file, kind, junit, csv)
        keep = None if csv is None else Path(f"{csv}.partial")  # where finished grades wait for the table
        with Bar("grading", None) as bar:

            def progress(done: int, total: int, name: str) -> None:
                bar.done, bar.total = done, total
                bar.rename(f"grading {name}" if name else "grading")

            grades = grade_folder(
                Path(file),
                kind,
                isolation=isolation,
                seconds=seconds,
                seed=seed,
                jobs=jobs,
                keep=keep,
                progress=progress,
            )
        _write(csv, junit, None, grades)
        if keep is not None:
            finished(keep)
        _show(grades, as_json=as_json, whole_folder=True)
        raise typer.Exit(0 if all(found.verdict == "passed" for found in grades) else 1)
    _usable(file, kind, output, pytest_file, results, junit, csv)
    if visible is not None and not Path(file.partition(".py:")[0]).resolve().is_relative_to(visible.resolve()):
        raise InputError(f"--visible should be a folder in which the learner's file is, and {visible} is not")
    with Bar("grading", None) as bar:
        found = grade_learner(
            file,
            kind,
            isolation=isolation,
            seconds=seconds,
            seed=seed,
            visible=visible,
            output=output,
            progress=bar.rename,
        )
    if pytest_file is not None and found.counterexample is not None:
        write_new(pytest_file, _test(found.counterexample, file, pytest_file))
    _write(csv, junit, results, [found])
    _show([found], as_json=as_json, whole_folder=False)
    if found.problem:
        raise InputError(found.problem)
    raise typer.Exit(0 if found.verdict == "passed" else 1)


def _test(found: "Counterexample", file: str, test: str) -> str:
    """Return the text of a test file that imports the learner by the way from there to its file."""
    from adversary.report.pytest_file import pytest_file

    path, colon, name = file.partition(".py:")
    way = os.path.relpath(Path(f"{path}.py" if colon else path).resolve(), Path(test).resolve().parent)
    return pytest_file(found, f"{way}:{name}" if colon else way, as_vectors=found.sees == "dense")


def _write(csv: str | None, junit: str | None, results: str | None, grades: "Sequence[Grade]") -> None:
    """Write the reports that were asked for."""
    import json

    from adversary.files import write_new

    if results is not None:
        from adversary.report import gradescope

        write_new(results, json.dumps(gradescope.results(grades[0]), indent=1) + "\n")
    if junit is not None:
        from adversary.report import junit as junit_report

        write_new(junit, junit_report.junit(grades))
    if csv is not None:
        from adversary.report.csv_file import write_rows

        write_rows(csv, grades)


def _show(grades: "Sequence[Grade]", *, as_json: bool, whole_folder: bool) -> None:
    from adversary.report.table import grade_table, summary_table

    if as_json:
        print_json([found.to_json() for found in grades] if whole_folder else grades[0].to_json())
    else:
        print_views(summary_table(grades) if whole_folder else grade_table(grades[0]))


def _usable(file: str, kind: str, *outputs: str | None) -> None:
    """Raise InputError if an output would replace an input, or another output."""
    from adversary.files import keep_inputs

    places = [os.path.realpath(path) for path in outputs if path is not None]
    if twice := next((path for path in places if places.count(path) > 1), None):
        raise InputError(f"two outputs are to be written to the same file, {os.path.relpath(twice)}")
    for path in outputs:
        if path is not None:
            keep_inputs(path, file, file.partition(".py:")[0] + ".py", kind)
            if Path(file).is_dir() and Path(path).resolve().is_relative_to(Path(file).resolve()):
                raise InputError(f"cannot write {path}: it is in the folder of the submissions, {file}")


def _legal(seconds: float, jobs: int | None = None) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(f"--seconds should be above 0 and at most {MOST_SECONDS:g}, not {seconds:g}")
    if jobs is not None and jobs < 1:
        raise InputError(f"--jobs should be at least 1, not {jobs}")


def attack(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[str, typer.Argument(help="As for `adversary play`; deterministic, and no program.")],
    bound: Annotated[
        str,
        typer.Option(help="Of M mistakes; may name R2, gamma2, delta2, d, C or |C|, L, n, T, floor, log2, sqrt, …."),
    ],
    concept_class: Annotated[
        str | None,
        typer.Option("--class", help="A finite class to play on: intervals:11, or a .csv, .json or .npy file."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="For the search; making a counterexample small takes some more.")
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

    Finding nothing proves nothing, and exits 0.
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
            progress=progress,
        )
    if as_json:
        print_json(found.to_json())
    else:
        from adversary.report.attack_table import attack_table

        print_views(attack_table(found))
    raise typer.Exit(1 if found.counterexample or found.problem else 0)


def autograder(
    *,
    folder: Annotated[Path, typer.Argument(help="Where to write it; zip its contents for Gradescope.")],
    kind: KindOption,
    force: Annotated[bool, typer.Option(help="Write also where other files are.")] = False,
) -> None:
    """Write a Gradescope autograder: setup.sh, run_autograder, and this program as a wheel."""
    from adversary.grading.kinds.custom import class_files
    from adversary.grading.kinds.registry import find_kind
    from adversary.report.autograder import write_autograder

    find_kind(kind)  # complains now if there is no such kind
    if kind.endswith(".toml") and (files := class_files(Path(kind))):
        raise InputError(
            f"{kind} has classes from files, {', '.join(files)}, and an autograder takes only its .toml along"
        )
    written = write_autograder(folder, kind, force=force)
    print_text("".join(f"{one_line(str(path))}\n" for path in written))
