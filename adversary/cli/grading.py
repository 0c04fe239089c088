"""The commands ``grade`` and ``attack``: test a learner."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from adversary.cli.terminal import (
    SECONDS,
    Isolation,
    Json,
    Outputs,
    Seconds,
    finish,
    output_to,
    print_json,
    print_line,
    print_views,
    read_outputs,
    require_trace,
    shown_run,
    with_where,
)
from adversary.grading.kinds.registry import GRADE_KINDS
from adversary.views.export.exporters import EXPORTERS, FOLDER, TRACE
from learners.loading.code_file import split_code_file
from proofs.exact.errors import InputError, one_line, require_known

if TYPE_CHECKING:
    from adversary.grading.result import Grade, Marks, Part
    from adversary.tasks.task import Where
    from adversary.views.export.exporters import Told

GRADE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary grade student.py --as perceptron\n"
    "  adversary grade student.py --as halving -o game.jsonl -o test_student.py\n"
    "  adversary grade submissions/ --as perceptron -o reports/\n"
    "  adversary grade --as perceptron --gradescope build/"
)
ATTACK_EXAMPLES = (
    "\b\nExamples:\n"
    '  adversary attack perceptron --bound "R2/gamma2 - 1" --seconds 30\n'
    '  adversary attack student.py --bound "2*log2(C)" --class intervals:8\n'
    '  adversary attack halving --bound "log2(C) + 2*K" -c intervals:4 --lies 1'
)

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
"""What Gradescope calls so."""

KindOption = Annotated[
    str | None,
    typer.Option(
        "--as",
        help=f"The kind: {', '.join(GRADE_KINDS)}, or my_kind.toml. A .toml with [[parts]] is a course with several. "
        "`adversary list kinds` also has variants, such as winnow?variant=2.",
        show_default=False,
    ),
]


def _list_kinds() -> NoReturn:
    """List the kinds on standard error. Raises InputError."""
    from adversary.grading.kinds.find import find_kind

    width = max(map(len, GRADE_KINDS))
    for name in GRADE_KINDS:
        print_line(f"--as {name:<{width}}  {find_kind(name).summary}")
    raise InputError("--as is missing: name one of these kinds, or a .toml file with a kind or a course of your own")


@with_where
def grade(  # noqa: PLR0913 - one parameter an option
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...|FOLDER",
            help="A learner, named as for `adversary play`; several files, or a folder of them.",
        ),
    ] = None,
    kind: KindOption = None,
    output: Annotated[
        Outputs,
        output_to(
            "Write a .csv table, .xml for JUnit, a .jsonl trace of the counterexample, a .py test of it, Gradescope's "
            ".json; or all of these, and reports for students, into a folder DIR/. Repeat the option for several files."
        ),
    ] = None,
    gradescope: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Grade nothing: write an autograder for Gradescope into this folder."),
    ] = None,
    visibility: Annotated[
        str,
        typer.Option(
            metavar="WHEN",
            help=f"When students see Gradescope's results: {', '.join(VISIBILITIES)}.",
            show_default=True,
        ),
    ] = "visible",
    visible: Annotated[
        Path | None,
        typer.Option(help="A folder that the learner may read besides its file, for a submission of several files."),
    ] = None,
    csv_id: Annotated[
        Path | None,
        typer.Option(
            "--csv-id",
            metavar="FILE",
            help="A CSV file with the columns file and id. With it, -o DIR/ also writes canvas.csv, moodle.csv and "
            "gradescope.csv.",
        ),
    ] = None,
    isolation: Isolation = "auto",
    seconds: Seconds = SECONDS,
    seed: Annotated[int, typer.Option(help="Seed of the random choices in the games.")] = 0,
    where: "Where",
    as_json: Json = False,
    verbose: bool = False,
) -> None:
    """Grade a learner against its mistake bound; show a small game that breaks it.

    Without --as, the command lists the kinds and exits with 2. The kernel of kernel-perceptron is (⟨a, b⟩ + 1)²,
    unless ?degree=3&constant=1/2 sets another. A Winnow that sets weights to 0 is graded as winnow, and one that
    halves them as winnow?variant=2.

    The constructor of a submission gets the arguments that it names. Every kind offers dimension. Kinds on halfspaces
    also offer margin_squared. Kinds on finite classes, and winnow, offer concepts and lies.

    Exit 0 if no violation was found. Exit 1 if a violation was found, or if the verdict is "error", for example because
    the time ran out. Exit 2 if FILE is one submission and no game could be played.
    """
    from adversary.files import made_folder
    from adversary.grading.course import is_submission, read_course
    from adversary.grading.folder import finished, submissions
    from adversary.grading.kinds.find import find_kind
    from adversary.grading.result import POINTS, marked, points_got
    from adversary.progress import Bar
    from adversary.views.export.lms_csv import read_ids, write_lms
    from adversary.views.export.outputs import read_places, store_of, write_outputs

    kind, files = kind or _list_kinds(), files or []
    require_known("--visibility", VISIBILITIES, visibility)
    if gradescope is not None:
        _write_autograder(gradescope, kind, files, visibility, as_json=as_json)
        return
    if not files:
        raise InputError("name the learner to grade: a file, several files, or a folder of submissions")
    path, parts = Path(split_code_file(files[0]).path), read_course(kind)
    many = len(files) > 1 or (path.is_dir() and not is_submission(path, parts))
    endings = [TRACE, *(ending for ending in EXPORTERS if ending != FOLDER)]
    asked = read_outputs(output, endings, *files, kind, folder=True)
    places = read_places(asked, files, kind, many=many, several_kinds=bool(parts))
    _require_usable(files, path, visible, where, many=many)
    if not parts:
        find_kind(kind)  # complains now if there is no such kind
    names = [entry.name for entry in submissions(files)] if many else [path.name]  # complains now if there are none
    if csv_id is not None and FOLDER not in places:
        raise InputError("--csv-id is for a folder of outputs: add -o DIR/")
    ids = read_ids(csv_id, names) if csv_id is not None else {}
    if FOLDER in places:
        made_folder(places[FOLDER])
    keep = store_of(places) if many else None
    options: dict[str, Any] = {"isolation": isolation, "seconds": seconds, "seed": seed}
    options |= {"keep": keep, "where": where} if many else {"visible": visible}
    grades = [_graded(files, part, options) for part in parts or ()] or [_graded(files, kind, options)]
    marks = marked(parts, grades) if parts else []
    with Bar("writing", None) as bar:
        written = write_outputs(places, files, grades, marks, bar.rename, many=many, visibility=visibility)
    if ids:
        got = [mark.points for mark in marks] or [points_got(grade, POINTS) for grade in grades[0]]
        write_lms(places[FOLDER], Path(kind).stem, dict(zip(names, got, strict=True)), ids)
        written.append(("points", f"{places[FOLDER]}/canvas.csv, moodle.csv, gradescope.csv"))
    if keep is not None:
        finished(keep)
    _show(marks, grades, written, str(places.get(FOLDER, "")), as_json=as_json, many=many, verbose=verbose)
    if not many and all(grade.problem and grade.verdict == "error" for (grade,) in grades):
        raise InputError(str(grades[0][0].problem))
    raise typer.Exit(0 if all(grade.verdict == "passed" for group in grades for grade in group) else 1)


def _graded(files: Sequence[str], kind: "str | Part", options: dict[str, Any]) -> "list[Grade]":
    """Grade a submission, or many, as a kind or a part of a course."""
    from adversary.grading.folder import grade_folder, grade_submission
    from adversary.grading.grade import grade
    from adversary.grading.kinds.find import find_kind
    from adversary.progress import Bar

    title = "" if isinstance(kind, str) else kind.title
    if "keep" in options:
        with shown_run(f"{title}: grading" if title else "grading", options["keep"], "grade") as progress:
            return grade_folder(files, kind, progress=progress, **options)
    with Bar(f"grading as {title}" if title else "grading", None) as bar:
        if isinstance(kind, str):
            return [grade(files[0], kind, progress=bar.rename, **options)]
        if kind.wanted:
            return [grade_submission(Path(files[0]), kind, progress=bar.rename, **options)]
        return [grade(files[0], find_kind(kind.kind, kind.adapter), progress=bar.rename, **options)]


def _require_usable(files: Sequence[str], path: Path, visible: Path | None, where: "Where", *, many: bool) -> None:
    """Raise InputError where there is no such learner or folder, or an option is not for it."""
    from learners.loading import sources

    if not files[0]:
        raise InputError("name the learner to grade: a file, a folder of submissions or a program, not an empty text")
    if not path.exists() and not many:
        try:
            sources.find(files[0])
        except InputError as error:
            if not str(error).startswith("unknown learner"):
                raise
            missing = f"there is no file or folder {files[0]}"
            raise InputError(missing if "/" in files[0].partition("?")[0] else f"{missing}; {error}") from None
    if where.scheduler and not many:
        raise InputError(f"{files[0]} is one submission: a scheduler, as in --jobs tcp://host:8786, is for many")
    if visible is not None and (many or path.is_dir()):
        raise InputError(
            f"{files[0]} is {'one of several' if len(files) > 1 else 'a folder'}: --visible is for one submission"
        )
    if visible is not None and not (visible.exists() and path.resolve().is_relative_to(visible.resolve())):
        raise InputError(f"--visible should be a folder in which the learner's file is, and {visible} is not")


def _show(  # noqa: PLR0913 - what there is to show, and how
    marks: "Sequence[Marks]",
    grades: "Sequence[list[Grade]]",
    written: "Told",
    folder: str,
    *,
    as_json: bool,
    many: bool,
    verbose: bool,
) -> None:
    """Print the marks for several kinds, if there are any, or else the grades as the only one."""
    from adversary.grading.hints import hints
    from adversary.views.cells import details_table
    from adversary.views.terminal.grade_table import grade_table, marks_table, summary_table

    if as_json:
        plain = [mark.to_json() for mark in marks] or [grade.to_json() | {"hints": hints(grade)} for grade in grades[0]]
        print_json(plain if many else plain[0])
        return
    for mark in () if many else marks:
        for part, grade, _ in mark.rows():
            print_views(
                *([f"{part.title}: {part.wanted}"] if part.wanted else []),
                grade_table(grade, part.points, verbose=verbose),
                "",
            )
    if not many and not marks:
        print_views(grade_table(grades[0][0], verbose=verbose))
    if marks or many:
        print_views(marks_table(marks) if marks else summary_table(grades[0], folder))
    if written:
        print_views("", details_table(written))


def _write_autograder(folder: Path, kind: str, files: Sequence[str], visibility: str, *, as_json: bool) -> None:
    """Write a Gradescope autograder: setup.sh, run_autograder, and this program as a wheel."""
    from adversary.views.export.autograder import is_autograder, write_autograder

    if files:
        raise InputError(f"--gradescope grades nothing: leave out {files[0]}")
    replaced = is_autograder(folder)
    written = write_autograder(folder, kind, visibility)
    if as_json:
        print_json({"folder": str(folder), "files": [str(path) for path in written]})
        return
    print_views(*[one_line(str(path)) for path in written])
    if replaced:
        print_line("the autograder of an earlier run was replaced")
    if others := sorted({path.name for path in folder.iterdir()} - {path.name for path in written}):
        print_line(f"not written by this command, and zipped with the rest if they stay: {', '.join(others)}")


def attack(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[
        str | None, typer.Argument(help="A deterministic learner, named as for `adversary play`.", show_default=False)
    ] = None,
    bound: Annotated[
        str | None,
        typer.Option(
            help="A claimed bound on the mistakes: an expression in R2, gamma2, delta2, B2, U2, H, d and T; with "
            "classes, in C, L, RL, VC, k, K, n, d and T. docs/bounds.md explains these names and the functions."
        ),
    ] = None,
    relation: Annotated[
        str | None,
        typer.Option(
            metavar="EXPR",
            help="Without a learner: a claimed relation between the quantities of `adversary atlas`, such as "
            "RL <= L. A class on which it fails refutes it.",
        ),
    ] = None,
    points: Annotated[int, typer.Option(help="With --relation: search the classes on at most this many points.")] = 4,
    concept_class: Annotated[
        str | None,
        typer.Option("--class", "-c", help="A finite class to play on: intervals:11, or a .csv, .json or .npy file."),
    ] = None,
    lies: Annotated[int, typer.Option(help="On a class: how many labels may differ from the target's.")] = 0,
    seconds: Seconds = SECONDS,
    seed: Annotated[int, typer.Option(help="Seed of the random choices of the search.")] = 0,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Write to this file the trace of the counterexample, or else of the game closest to the bound.",
        ),
    ] = None,
    isolation: Isolation = "auto",
    as_json: Json = False,
    verbose: bool = False,
) -> None:
    """Search for an exact counterexample to a claimed mistake bound; exit 1 if one was found.

    Exit 0 if no counterexample was found: this does not prove the bound. Exit 0 also if the verdict is "broken by
    rounding only". Exit 1 also if the verdict is "error". Then the search tells nothing about the bound: the learner
    forfeits, or does not repeat its answers, or no game ended in time.
    """
    from adversary.api.learners import relation_answer
    from adversary.files import refuse_overwrite
    from adversary.progress import Bar
    from adversary.search import attack as attacks

    if relation is not None and (learner, bound, concept_class, lies) == (None, None, None, 0):
        refuse_overwrite(output)
        place = None if output is None else Path(output)
        finish(relation_answer(relation, points, seconds, place), as_json=as_json)
    if learner is None or bound is None or relation is not None:
        raise InputError("attack takes a learner and --bound, or --relation alone")
    require_trace("attack", output)
    refuse_overwrite(output, learner, concept_class)
    with Bar("attacking", None) as bar:

        def progress(what: str, spent: float) -> None:
            bar.rename(what)
            bar.done, bar.total = int(spent), int(seconds)

        result = attacks.attack(
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
        print_json(result.to_json())
    else:
        from adversary.views.terminal.grade_table import attack_table

        print_views(attack_table(result, verbose=verbose))
    raise typer.Exit(1 if result.verdict == "refuted" or result.problem else 0)
