"""The command ``formal``: have Rocq check what a file proves, with the theorems of proofs/formal."""

import re
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adversary.cli.terminal import Json, output_to, print_details, print_json
from proofs.exact.errors import InputError, counted

if TYPE_CHECKING:
    from proofs.formal.build import Built
    from proofs.formal.coqc import Coqc
    from proofs.formal.generated import Checked

FORMAL_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary formal trace.jsonl\n"
    "  adversary formal certificate.json -o Certificate.v --json\n"
    "  adversary formal --build"
)

MAX_BYTES = 64_000_000
"""Of a file: that is far more than Rocq reads in the time that it is given."""

MAX_WRONG = 5
"""Of the differences from audit.expected that are shown: one cause makes many."""


def formal(
    *,
    file: Annotated[Path | None, typer.Argument(help="A trace, or a certificate.")] = None,
    output: Annotated[str | None, output_to("Where to write the Rocq file; by default FILE's name, with .v.")] = None,
    build: Annotated[bool, typer.Option("--build", help="Compile and audit the theorems of this project.")] = False,
    as_json: Json = False,
) -> None:
    """Write a Rocq file with a theorem that states what FILE proves, and have Rocq check it.

    Exit 0 if Rocq accepts the theorem. Exit 1 if Rocq refuses it, does not decide it, or is not installed. Exit 2 if
    FILE is malformed, has an unknown key, needs too much arithmetic for the Python checkers, or is of a kind that no
    theorem covers.
    """
    if build == (file is not None):
        raise InputError("formal takes one of two: a FILE, or --build")
    if file is None:
        if output is not None:
            raise InputError("--build writes no file: -o goes with a FILE")
        raise typer.Exit(0 if _build(as_json=as_json) else 1)
    raise typer.Exit(0 if _check(file, output, as_json=as_json) else 1)


def _check(file: Path, output: str | None, *, as_json: bool) -> bool:
    """Write and check the Rocq file about a file; tell whether it is checked."""
    from adversary.files import refuse_overwrite, write_new
    from proofs.formal import generated

    data = _bytes(file)
    place = _place(file, output)
    refuse_overwrite(place, file)
    doubt = _checkers_reason(file, data)
    if unknown := generated.not_formalized(data):
        why = "which the theorems of proofs/formal do not know yet; `adversary check` says what it proves"
        raise InputError(f"{file} is about {unknown}, {why}")
    if unread := generated.unread(data):
        raise InputError(f"{file}: {unread}")
    statement, left_out = generated.statement_about(data), generated.left_out(data)
    write_new(place, generated.rocq_file(data, statement))
    checked, version = _ask_rocq(data, statement)
    verdict, reason = checked.checked, checked.reason
    if doubt:
        verdict = False if verdict is False else None  # if Rocq accepts it, one of the two has an error
        reason = "; ".join([*filter(None, [reason]), f"the checker in Python says: {doubt}"])
    elif verdict is False:
        verdict, reason = None, f"{reason}; the checker in Python finds the file valid"
    if as_json:
        seconds = None if checked.seconds is None else round(checked.seconds, 3)
        rest = checked.assumptions, left_out, place, seconds, reason
        print_json(generated.FormalAnswer(verdict, generated.THEOREM, statement, *rest))
        return verdict is True
    shown = {True: "checked", False: "refused", None: "not checked"}[verdict]
    rests_on = "nothing else: closed under the global context" if verdict else None
    rows = [("file", place), ("theorem", f"{generated.THEOREM} : {statement}"), ("rests on", rests_on)]
    rows.append(("left out", f"{', '.join(left_out)}: judged in Python alone" if left_out else None))
    took = "" if checked.seconds is None else f", by Rocq {version} in {checked.seconds:.1f} s"
    print_details([*rows, ("reason", reason), ("verdict", shown + took)])
    return verdict is True


def _ask_rocq(data: bytes, statement: str) -> "tuple[Checked, str]":
    """Return Rocq's result on the file, and Rocq's version. If Rocq cannot run, the result is unchecked."""
    from adversary.progress import Bar
    from proofs.formal import generated
    from proofs.formal.coqc import BrokenError, MissingError, find_coqc

    try:
        coqc = find_coqc()
        built = _built(coqc, again=False)
    except (MissingError, BrokenError) as error:
        return generated.Checked(None, str(error)), ""
    with Bar("checking", None):
        return generated.check_file(data, statement, coqc, built), coqc.version


def _build(*, as_json: bool) -> bool:
    """Compile and audit the theorems; tell whether all is as expected."""
    from adversary.progress import Bar
    from proofs.formal.audit import audit
    from proofs.formal.coqc import BrokenError, MissingError, find_coqc
    from proofs.formal.theorems import theorems

    found: dict[str, Any] = dict.fromkeys(("built", "version", "folder", "theorems", "seconds", "reason"))
    found["theorems"] = len(theorems())
    try:
        coqc = find_coqc()
        found["version"] = coqc.version
        built = _built(coqc, again=True)
        found |= {"built": True, "folder": str(built.folder), "seconds": round(built.seconds or 0, 3)}
        with Bar("auditing", None):
            wrong = audit(coqc, built)
        more = [f"and {len(wrong) - MAX_WRONG} more"] if len(wrong) > MAX_WRONG else []
        found["reason"] = "; ".join([*wrong[:MAX_WRONG], *more]) or None
    except (MissingError, BrokenError) as error:
        found["reason"] = str(error)
    if as_json:
        print_json(found)
    else:
        audited = None if found["reason"] else "every statement, definition and axiom is as written down"
        rows = [("theorems", counted(found["theorems"], "theorem")), ("folder", found["folder"]), ("audit", audited)]
        took = f"built by Rocq {found['version']} in {found['seconds']:.1f} s" if found["built"] else "not built"
        took += ", and not as expected" if found["built"] and found["reason"] else ""
        print_details([*rows, ("reason", found["reason"]), ("verdict", took)])
    return found["reason"] is None


def _built(coqc: "Coqc", *, again: bool) -> "Built":
    from adversary.progress import Bar
    from proofs.formal.build import build

    with Bar("compiling the theorems, once", None) as bar:

        def progress(done: int, total: int) -> None:
            bar.done, bar.total = done, total

        return build(coqc, progress, again=again)


def _place(file: Path, output: str | None) -> str:
    """Return the path of the Rocq file. Rocq compiles only files whose names are identifiers."""
    from adversary.files import default_place

    if output is not None:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", Path(output).name):
            raise InputError(f"cannot write {output}: the name of a Rocq file is letters, digits and _, and then .v")
        return output
    stem = re.sub(r"[^A-Za-z0-9_]", "_", file.stem)[:100] or "_"
    place = f"{stem if not stem[0].isdigit() else f'_{stem}'}.v"
    return default_place(
        place, "(** What a file proves. Written by `adversary formal`", "`adversary formal` has not written it"
    )


def _bytes(file: Path) -> bytes:
    """Read a regular file, once: what is judged is what was read."""
    try:
        if not S_ISREG(file.stat().st_mode):
            raise InputError(f"{file} is not a regular file")
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"{file}: there is no such file") from None
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise InputError(f"{file} is longer than {MAX_BYTES:,} bytes, which is too long for Rocq")
    return data


def _checkers_reason(file: Path, data: bytes) -> str | None:
    """Return the reason why the trusted checker in Python finds a file not valid, or nothing. Raises InputError."""
    from adversary.files import new_file
    from adversary.game.judge import MalformedError, UndecidedError, judge_file
    from adversary.progress import Bar

    try:
        with new_file(None) as copy, Bar("reading", None):  # what is judged is what was read, although FILE may change
            copy.write_bytes(data)
            found = judge_file(copy)
    except UndecidedError as error:
        raise InputError(f"{file}: {error}") from None
    except MalformedError as error:
        raise InputError(f"{file} is neither a trace nor a certificate: {error}") from None
    except OSError as error:
        raise InputError(f"cannot write a copy of {file}: {error.strerror}") from None
    return None if found.valid else found.reason
