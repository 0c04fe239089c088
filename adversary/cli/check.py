"""The command ``check``: judge a trace or a certificate, by the checkers in Python or by Rocq."""

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import Json, output_to, print_details, print_json, print_line, print_views
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.game.judge import Verdict
    from adversary.game.second_opinion import Opinion
    from proofs.formal.generated import FormalAnswer

CHECK_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary check trace.jsonl\n"
    "  adversary check trace.jsonl --rocq\n"
    "  adversary check certificate.json --rocq -o Certificate.v"
)

MAX_BYTES = 64_000_000
"""Of a file for Rocq: that is far more than it reads in the time that it is given."""


def check(
    *,
    file: Annotated[Path, typer.Argument(help="A trace, or a certificate.")],
    rocq: Annotated[
        bool, typer.Option("--rocq", help="Have Rocq check a theorem that states what FILE proves.")
    ] = False,
    output: Annotated[str | None, output_to("With --rocq: write the theorem to this .v file.")] = None,
    as_json: Json = False,
) -> None:
    """Check a trace or a certificate independently; exit 0 if it is valid, 1 if not, 2 if it cannot be read.

    The checker of upper bounds by branch and bound in the margin game is not one of the four trusted checkers. The exit
    code is also 1 if the file names a known class, but its table is not the table of that class.

    With --rocq, exit 1 also if Rocq does not decide it or is not installed, and exit 2 also if FILE has an unknown
    key, or is of a kind that no theorem covers.
    """
    if rocq:
        _check_by_rocq(file, output, as_json=as_json)
    elif output is not None:
        raise InputError("-o writes the theorem for Rocq: give --rocq too")
    else:
        _check(file, as_json=as_json)


def _check(file: Path, *, as_json: bool) -> None:
    from adversary.game.judge import OTHER_TABLE, MalformedError, UndecidedError, Verdict, catalog_says
    from adversary.progress import Bar

    try:
        with Bar("checking", None):
            verdict, opinion = _judged(file)
    except MalformedError as error:
        unknown = isinstance(error, UndecidedError)
        why = InputError(f"{file}: {error}" if unknown else f"{file} is not a trace or a certificate: {error}")
        if as_json:
            answer = Verdict(reason=str(error) if unknown else f"malformed: {error}").to_json()
            print_json(answer | {"valid": None, "second_opinion": "not asked", "error": str(why), "exit_code": 2})
        raise why from None
    if verdict.about and verdict.setting:
        verdict.about["catalog"] = catalog_says(verdict.setting.concept_class)
    if opinion.word == "differs":
        verdict = replace(verdict, valid=False, reason=opinion.because)
    if as_json:
        about = {key: verdict.about[key] for key in ("class", "catalog", "checker") if key in verdict.about}
        print_json(verdict.to_json() | {"second_opinion": opinion.word} | about | verdict.unusual)
    else:
        from adversary.views.terminal.show import findings_table

        print_views(findings_table(verdict, "the recorded learner", opinion))
    raise typer.Exit(0 if verdict.valid and verdict.about.get("catalog") != OTHER_TABLE else 1)


def _judged(file: Path) -> "tuple[Verdict, Opinion]":
    """Return what the checker for a file finds, and sympy's opinion of it, where there is one."""
    from adversary.game.judge import COVER_NEEDS, first_line, is_cover, judge_cover
    from adversary.game.second_opinion import NOT_ASKED, judge_twice

    if is_cover(first_line(file)):
        print_line(f"adversary: {file} is {COVER_NEEDS}")
        return judge_cover(file), NOT_ASKED
    # The views are imported meanwhile, which takes as long as sympy does.
    return judge_twice(file, lambda: import_module("adversary.views.terminal.show"))


def _check_by_rocq(file: Path, output: str | None, *, as_json: bool) -> None:
    """Have Rocq check the theorem about a file, and write it if that is asked for."""
    from adversary.files import refuse_overwrite, write_new
    from proofs.formal import generated

    if output is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", Path(output).name):
        raise InputError(f"cannot write {output}: the name of a Rocq file is letters, digits and _, and then .v")
    refuse_overwrite(output, file)
    data = _bytes(file)
    doubt = _checkers_reason(file)
    if unknown := generated.not_formalized(data):
        why = "which the theorems of proofs/formal do not know yet; `adversary check` says what it proves"
        raise InputError(f"{file} is about {unknown}, {why}")
    if unread := generated.unread(data):
        raise InputError(f"{file}: {unread}")
    statement = generated.statement_about(data)
    if output is not None:
        write_new(output, generated.rocq_file(data, statement))
    answer, version = _ask_rocq(data, statement)
    answer.file, answer.left_out = output, generated.left_out(data)
    if doubt:
        answer.checked = False if answer.checked is False else None  # if Rocq accepts it, one of the two has an error
        answer.reason = "; ".join([*filter(None, [answer.reason]), f"the checker in Python says: {doubt}"])
    elif answer.checked is False:
        answer.checked, answer.reason = None, f"{answer.reason}; the checker in Python finds the file valid"
    if as_json:
        print_json(answer)
    else:
        verdict = {True: "checked", False: "refused", None: "not checked"}[answer.checked]
        took = "" if answer.seconds is None else f", by Rocq {version} in {answer.seconds:.1f} s"
        judged_elsewhere = f"{', '.join(answer.left_out)}: judged in Python alone" if answer.left_out else None
        print_details(
            [
                ("theorem", f"{answer.theorem} : {answer.statement}"),
                ("rests on", "nothing else: closed under the global context" if answer.checked else None),
                ("left out", judged_elsewhere),
                ("file", output),
                ("reason", answer.reason),
                ("verdict", verdict + took),
            ]
        )
    raise typer.Exit(0 if answer.checked else 1)


def _ask_rocq(data: bytes, statement: str) -> "tuple[FormalAnswer, str]":
    """Return Rocq's answer about the file, and Rocq's version. If Rocq cannot run, the file is unchecked."""
    from adversary.progress import Bar
    from proofs.formal import coqc, generated

    try:
        program = coqc.find_coqc()
        with Bar("compiling the theorems, once", None) as bar:

            def progress(done: int, total: int) -> None:
                bar.done, bar.total = done, total

            built = coqc.build(program, progress)
    except coqc.BrokenError as error:
        return generated.FormalAnswer(None, generated.THEOREM, statement, reason=str(error)), ""
    with Bar("checking", None):
        return generated.check_file(data, statement, program, built), program.version


def _bytes(file: Path) -> bytes:
    """Read a regular file, once: what Rocq judges is what was read."""
    try:
        if not S_ISREG(file.stat().st_mode):
            raise InputError(f"{file} is not a regular file")
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise InputError(f"{file} is longer than {MAX_BYTES:,} bytes, which is too long for Rocq")
    return data


def _checkers_reason(file: Path) -> str | None:
    """Return the reason why the trusted checker in Python finds a file not valid, or nothing. Raises InputError."""
    from adversary.game.judge import MalformedError, UndecidedError, judge_file
    from adversary.progress import Bar

    try:
        with Bar("reading", None):
            verdict = judge_file(file)
    except UndecidedError as error:
        raise InputError(f"{file}: {error}") from None
    except MalformedError as error:
        raise InputError(f"{file} is neither a trace nor a certificate: {error}") from None
    return None if verdict.valid else verdict.reason
