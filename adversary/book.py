"""Choose claims of the book and of a user's files, and judge their readings."""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

from learners.loading.code_file import run_code_file
from proofs.claims.model import Claim, Judged, Kind, Reading, Row, judge, with_printed
from proofs.claims.sources import book
from proofs.exact.errors import InputError, unknown

READING_SECONDS = 8.0
"""For the candidates of each reading of a user's file."""


def chosen(names: Iterable[str]) -> list[Claim]:
    """Return the claims that are named: by id (``notes3-1.4``, ``1.4``), by start (``hsu``, ``notes3-1``), or a file.

    Raises:
        InputError: there is no such claim, or the file has none.

    """
    printed = book()
    claims: dict[str, Claim] = {}
    for name in names:
        if name.endswith(".py"):
            own = {claim.id: claim for claim in _claims_in(Path(name))}
            if twice := own.keys() & claims.keys():
                raise InputError(f"{name}: the id {min(twice)!r} appears twice, here or in a file before")
            claims |= own
            continue
        starts = f"{name}-", f"{name}."
        ids = [key for key in printed if key == name or key.partition("-")[2] == name or key.startswith(starts)]
        if not ids:
            raise unknown("claim", name, printed)
        claims |= {key: printed[key] for key in ([name] if name in ids else ids)}
    return list((claims if names else printed).values())


def judge_claims(claims: Iterable[Claim], seconds: float = READING_SECONDS) -> Judged:
    """Judge every reading of some claims; ``seconds`` limit the candidates of each reading of a user's file.

    Raises:
        InputError: a claim from a file raises something.

    """
    printed = book()
    return [
        (claim, with_printed([_judge(claim, reading, seconds, printed) for reading in claim.readings]))
        for claim in claims
    ]


def _judge(claim: Claim, reading: Reading, seconds: float, printed: dict[str, Claim]) -> Row:
    if printed.get(claim.id) is claim:
        return judge(claim, reading)
    try:
        with redirect_stdout(sys.stderr):
            return judge(claim, reading, seconds=seconds)
    except InputError:
        raise
    except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - the claim is a user's
        message = f"{claim.id}, {reading.statement!r}: its check raised {type(error).__name__}: {error}"
        raise InputError(message) from None


def _claims_in(path: Path) -> list[Claim]:
    """Run a file and return the claims that it defines."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    try:
        with redirect_stdout(sys.stderr):
            module = run_code_file(path, "claims_file")
    except InputError as error:
        if isinstance(error.__context__, KeyboardInterrupt):  # Ctrl-C, which is no fault of the file
            raise KeyboardInterrupt from None
        raise
    claims = [value for value in vars(module).values() if isinstance(value, Claim)]
    listed = vars(module).get("CLAIMS", ())
    if not isinstance(listed, tuple | list) or not all(isinstance(claim, Claim) for claim in listed):
        raise InputError(f"{path}: CLAIMS should be a tuple of Claims")
    claims += [claim for claim in listed if claim not in claims]
    if not claims:
        raise InputError(f"{path} defines no Claim; see proofs/claims/model.py")
    printed, ids = book(), [claim.id for claim in claims]
    for claim in claims:
        if problem := _problem(claim):
            raise InputError(f"{path}: the claim {claim.id!r} {problem}")
        if ids.count(claim.id) > 1 or claim.id in printed:
            raise InputError(f"{path}: the id {claim.id!r} appears twice, here or in the book")
    return [replace(claim, readings=tuple(map(replace, claim.readings))) for claim in claims]  # ours alone


def _problem(claim: Claim) -> str:
    """Return the fault of a user's claim, or an empty text."""
    readings = claim.readings
    if not claim.id or not isinstance(claim.id, str) or not isinstance(readings, tuple | list) or not readings:
        return "has no readings, or no id"
    if type(claim) is not Claim or any(type(reading) is not Reading for reading in readings):
        return "is not a Claim of Readings, each of just that class"
    parts: list[Claim | Reading] = [claim, *readings]
    for part in parts:
        for field in fields(part):
            if field.type in (str, bool) and not isinstance(value := getattr(part, field.name), field.type):
                return f"has the {field.name} {value!r}, which is not a {field.type.__name__}"
    if any(reading.theorem or reading.negation for reading in readings):
        return "names a theorem; only readings of the book may"
    if any(reading.kind not in get_args(Kind) for reading in readings):
        return f"has a reading of an unknown kind; the kinds are {', '.join(get_args(Kind))}"
    return ""
