"""The command ``check``: judge a trace or a certificate, by the checkers in Python or by Rocq."""

from pathlib import Path
from typing import Annotated

import typer

from adversary.cli.terminal import Json, finish, output_to, print_json
from proofs.exact.errors import InputError

CHECK_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary check trace.jsonl\n"
    "  adversary check trace.jsonl --rocq\n"
    "  adversary check certificate.json --rocq -o Certificate.v"
)


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
    code is also 1 if the file names a known class, but has another table than that class.

    With --rocq, exit 1 also if Rocq is not installed or cannot decide, and exit 2 also if FILE has an unknown
    key, or is of a kind that no theorem covers.
    """
    from adversary.api import games
    from adversary.files import refuse_overwrite
    from adversary.game.judge import MalformedError, UndecidedError, Verdict

    if output is not None and not rocq:
        raise InputError("-o writes the theorem for Rocq: give --rocq too")
    if output is not None:
        games.require_rocq_name(output)
    refuse_overwrite(output, file)
    try:
        answer = games.check(file, rocq=rocq)
    except InputError as why:
        if as_json and isinstance(error := why.__cause__, MalformedError):
            reason = str(error) if isinstance(error, UndecidedError) else f"malformed: {error}"
            plain = Verdict(reason=reason).to_json()
            print_json(plain | {"valid": None, "second_opinion": "not asked", "error": str(why), "exit_code": 2})
        raise
    if output is not None:
        answer.save(output)
    finish(answer, as_json=as_json)
