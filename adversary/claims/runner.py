"""Judge the readings of all claims, the book's as tasks, and those of a user's file in this process."""

import importlib
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, get_args

import msgspec

from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome
from adversary.tasks.where import Where
from learners.loading.code_file import run_code_file
from proofs.claims.model import Claim, Kind, Reading, Row, by_theorem, judge, not_judged, row_of, with_printed
from proofs.exact.errors import InputError, unknown

SOURCES = ("notes3", "hsu", "lecture13", "uml", "livni", "tightness")
"""The modules of ``proofs.claims.sources``."""

READING_SECONDS = 8.0
"""How long the candidates of a user's reading may be tried, by default."""

RETIRED = re.compile(
    r"(?:No module named|Reading.* unexpected keyword argument) '(proofs\.steps|proofs\.symbolic|argument|instance)'"
)
"""What Python says of a file that gives a reading steps for sympy to decide, as files of version 1 may."""


def claims() -> dict[str, Claim]:
    """Return every claim of this program by its id, in order."""
    return {claim.id: claim for source in SOURCES for claim in _claims_of(source)}


def chosen(names: Iterable[str]) -> list[Claim]:
    """Return the claims that are named: by id (``notes3-1.4``, ``1.4``), by start (``hsu``, ``notes3-1``), or a file.

    Raises:
        InputError: there is no such claim, or the file has none.

    """
    book = claims()
    found: dict[str, Claim] = {}
    for name in names:
        if name.endswith(".py"):
            own = {claim.id: claim for claim in _claims_in(Path(name))}
            if twice := own.keys() & found.keys():
                raise InputError(f"{name}: the id {min(twice)!r} appears twice, here or in a file before")
            found |= own
            continue
        ids = (
            [name]
            if name in book
            else [key for key in book if key.partition("-")[2] == name or key.startswith((f"{name}-", f"{name}."))]
        )
        if not ids:
            raise unknown("claim", name, book)
        found |= {key: book[key] for key in ids}
    return list(found.values()) if names else list(book.values())


def judge_claims(
    wanted: list[Claim],
    seconds: float = READING_SECONDS,
    progress: Callable[[int, int, str], None] = lambda *_: None,
    where: Where | None = None,
    store: Store | None = None,
) -> list[Row]:
    """Judge every reading of some claims: our claims as tasks of a run, claims of files in this process.

    ``progress`` is told how many are done, of how many, and of which claim the last one was (at first, none). A reading
    whose task fails is out of reach, and not judged, with the reason for its evidence; all others are judged. What
    the store has of the book is not judged again; of files it has nothing, since their code may depend on anything.

    Raises:
        InputError: the time is not above 0, or a claim from a file raises something.

    """
    if not seconds > 0:
        raise InputError(f"the seconds for a reading should be above 0, but are {seconds}")
    book, where, store = claims(), where or Where(), store or Store(None)
    readings = [(claim, number) for claim in wanted for number in range(len(claim.readings))]
    rows: dict[tuple[str, int], Row] = {}
    shared = [(claim.id, number) for claim, number in readings if book.get(claim.id) is claim]
    if len(shared) > 1 or (shared and (where.scheduler or store.path)):  # one alone is not worth a process
        tasks = [Task("adversary.claims.runner:judge_reading", list(key), name=key[0]) for key in shared]
        outcomes = run(
            tasks, where, store, lambda done, _, name: progress(done, len(readings), name), check=check_reading
        )
        for key, outcome in zip(shared, outcomes, strict=True):
            rows[key] = _row(*key, outcome)
    else:
        progress(0, len(readings), "")
    for claim, number in readings:
        if (claim.id, number) not in rows:
            rows[claim.id, number] = _judge(claim, number, seconds)
            progress(len(rows), len(readings), claim.id)
    judged = [[rows[claim.id, number] for number in range(len(claim.readings))] for claim in wanted]
    return [row for of_one in judged for row in with_printed(of_one)]


def _row(name: str, number: int, outcome: TaskOutcome) -> Row:
    if outcome.failure is None:
        row: Row = msgspec.convert(outcome.value, Row)
        return row
    claim = claims()[name]
    return not_judged(claim, claim.readings[number], outcome.failure)


def check_reading(task: Task, value: Any) -> dict[str, Any]:
    """Return a stored row with the current texts of its reading, and name what is not checked.

    A theorem shows a verdict; cases that were tried, and what violates a reading, are stored.

    Raises:
        ValueError: something in it has another type, or a theorem gives another verdict.

    """
    name, number = task.request
    claim = claims()[name]
    reading, row = claim.readings[number], msgspec.convert(value, Row)
    right = "proved" if reading.theorem else "refuted" if reading.negation else row.verdict
    if row.verdict != right:
        theorem = reading.theorem or reading.negation
        raise ValueError(f"the verdict of {name} should be {right}, by the theorem {theorem}, not {row.verdict}")
    shown = reading.theorem and (row.evidence, row.witness) == (by_theorem(claim, reading), None)
    evidence = row.evidence if shown else f"{row.evidence} ({NOT_CHECKED})"
    return asdict(row_of(claim, reading, row.verdict, evidence, row.witness))


def judge_reading(request: tuple[str, int]) -> dict[str, Any]:
    """Judge one of our readings, given by its claim's id and its number from 0; return the row as JSON values."""
    name, number = request
    claim = claims()[name]
    return asdict(judge(claim, claim.readings[number]))


def _judge(claim: Claim, number: int, seconds: float) -> Row:
    reading = claim.readings[number]
    if claims().get(claim.id) is claim:
        return judge(claim, reading)
    try:
        with redirect_stdout(sys.stderr):
            return judge(claim, reading, seconds=seconds)
    except InputError:
        raise
    except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - the claim is a user's
        message = f"{claim.id}, {reading.statement!r}: its check raised {type(error).__name__}: {error}"
        raise InputError(message) from None


def _claims_of(source: str) -> tuple[Claim, ...]:
    found: tuple[Claim, ...] = importlib.import_module(f"proofs.claims.sources.{source}").CLAIMS
    return found


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
        if retired := RETIRED.search(str(error.__context__)):
            instead = "leave out argument and instance, and give the reading violated and candidates"
            raise InputError(f"{path}: there is no {retired[1]} any more: {instead}") from None
        raise
    found = [value for value in vars(module).values() if isinstance(value, Claim)]
    listed = vars(module).get("CLAIMS", ())
    if not isinstance(listed, tuple | list) or not all(isinstance(claim, Claim) for claim in listed):
        raise InputError(f"{path}: CLAIMS should be a tuple of Claims")
    found += [claim for claim in listed if claim not in found]
    if not found:
        raise InputError(f"{path} defines no Claim; see proofs/claims/model.py")
    book, ids = claims(), [claim.id for claim in found]
    for claim in found:
        if problem := _problem(claim):
            raise InputError(f"{path}: the claim {claim.id!r} {problem}")
        if ids.count(claim.id) > 1 or claim.id in book:
            raise InputError(f"{path}: the id {claim.id!r} appears twice, here or in the book")
    return [replace(claim, readings=tuple(replace(one) for one in claim.readings)) for claim in found]  # ours alone


def _problem(claim: Claim) -> str:
    """Return the fault of a user's claim, or an empty text."""
    readings = claim.readings
    if not claim.id or not isinstance(claim.id, str) or not isinstance(readings, tuple | list) or not readings:
        return "has no readings, or no id"
    if type(claim) is not Claim or any(type(reading) is not Reading for reading in readings):
        return "is not a Claim of Readings, each of just that class"
    texts = [claim.source, claim.where, claim.statement, claim.hypotheses, claim.title]
    texts += [text for one in readings for text in (one.statement, one.correction, one.conditional)]
    if not all(isinstance(text, str) for text in texts) or any(type(one.exhaustive) is not bool for one in readings):
        return "has a text that is not a str, or an exhaustive that is not a bool"
    if any(reading.theorem or reading.negation for reading in readings):
        return "names a theorem; only readings of the book may"
    if any(reading.kind not in get_args(Kind) for reading in readings):
        return f"has a reading of an unknown kind; the kinds are {', '.join(get_args(Kind))}"
    return ""
