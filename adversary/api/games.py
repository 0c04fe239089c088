"""One game: ``play``, and ``check``, which judges the file of a game or a certificate."""

import re
import sys
import tempfile
from dataclasses import replace
from importlib import import_module
from itertools import groupby
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Literal, overload

import msgspec

from adversary.api.lists import Items, read_limits
from adversary.files import write_new
from adversary.progress import Bar
from adversary.strategies.options import Number
from proofs.exact.errors import BudgetError, InputError, one_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from adversary.game.judge import Verdict
    from adversary.game.result import GameResult
    from adversary.game.second_opinion import Opinion
    from adversary.strategies.protocol import Adversary
    from adversary.views.answer import Answer
    from adversary.views.notebook import Page
    from proofs.classes.concepts import ConceptClass
    from proofs.formal.generated import FormalAnswer

MAX_BYTES = 64_000_000
"""Of a file for Rocq: that is far more than it reads in the time that it is given."""


@overload
def play(learner: object, *, me: Literal[False] = False, **options: Any) -> "GameResult": ...
@overload
def play(learner: None = None, *, me: Literal[True], **options: Any) -> "Page": ...
def play(  # type: ignore[misc] # noqa: PLR0913 - each is an option of the command
    learner: object = None,
    *,
    me: bool = False,
    against: "str | Path | Adversary | None" = None,
    margin: "Number" = None,
    dimension: int | None = None,
    concept_class: "str | Path | ConceptClass | NDArray[Any] | None" = None,
    lies: int | None = None,
    seed: int | None = None,
    watch: bool = False,
    limit: "Items" = None,
    seconds: float = 30.0,
) -> "GameResult | Page":
    """Play one game, judge it exactly, and return it; or, with ``me``, return a page on which you are the learner.

    Args:
        learner: a registered name, ``"sklearn:…"`` or ``"river:…"``, a file (``student.py``, ``student.py:Name``), a
            program (``"exec:PATH"``), a class or factory, an instance, or a function of a point and of the rounds of
            the past, which have ``point``, ``predicted`` and ``label``.
        me: make a page to play on, without a learner. The page's adversary is ready for every prediction.
        against: a registered adversary (``"hinge?mistakes=25"`` with its own parameters), a file (``my.py:Name``), or
            a class or object with the methods of an adversary. By default: ``standard-basis``; ``mistake-tree`` if the
            dimension is below ⌊1/δ²⌋; ``littlestone`` on a class.
        margin: δ, as ``"1/10"``, ``"1/sqrt(7)"``, a Fraction or 0.1, which is 1/10.
        dimension: the dimension of the space; by default what the adversary needs.
        concept_class: a finite class: ``"intervals:11"``, a file, an array or a DataFrame of labels, or a
            ``ConceptClass``.
        lies: on a class, how many labels may differ from the target's.
        seed: the seed of an adversary that chooses at random.
        watch: check, after each mistake, the inequalities of the Perceptron's theorems for the learner's weights.
        limit: limits in seconds on the calls of a learner or adversary from a file: ``"call=5s,game=3600s"``.
        seconds: with ``me``, processor time to find the strategy of the page's adversary.

    Raises:
        InputError: an argument is unusable. The message is one line.

    """
    setting = {"margin": margin, "dimension": dimension, "concept_class": concept_class, "lies": lies, "seed": seed}
    limits = read_limits(limit, "call", "game")
    if me:
        if learner is not None or watch or against is not None:
            raise InputError("--me plays on a page, without a learner, --against and --watch")
        from adversary.views.notebook import Page
        from adversary.views.page.page import html_page

        page = challenge(seconds, **setting)
        return Page(page["title"], html_page(page["title"], page))
    if learner is None:
        raise InputError("name a learner, like perceptron, or give --me in its place")
    from adversary.game.play import play as play_game
    from learners.runner.child import LIMITS

    return play_game(
        learner,
        against=against,
        watch=watch,
        time_limit=limits.get("call", LIMITS.call),
        game_limit=limits.get("game", LIMITS.game),
        **setting,  # type: ignore[arg-type]
    )


def challenge(seconds: float, **options: Any) -> dict[str, Any]:
    """Return what a page shows on which a person plays against an optimal adversary. Raises InputError, BudgetError."""
    from adversary.strategies.options import read_options
    from adversary.views.page.challenge import class_challenge, margin_challenge
    from proofs.solvers.budget import Budget, OutOfBudget

    wanted = read_options(**options)
    table, squared = wanted.pop("concept_class", None), wanted.pop("margin_squared", None)
    dimension = wanted.pop("dimension", None) if squared is not None else None
    if wanted.pop("lies", 0):
        raise InputError("the page for --me has no lies: leave out --lies, or -o to play at the prompt")
    if (table is None) == (squared is None) or wanted:
        raise InputError("a page for --me takes --margin, and perhaps --dimension, or it takes --class")
    try:
        with Bar("solving", None):
            return class_challenge(table, Budget(seconds=seconds)) if table else margin_challenge(squared, dimension)
    except OutOfBudget as error:
        raise BudgetError(f"no page: {error} did not suffice; give --seconds more") from None


# ------------------------------------------------------------------------------------------------ check


def check(file: str | Path, *, rocq: bool = False) -> "Answer":
    """Judge a trace or a certificate; return ``valid``, the proved ``statements`` and, if not valid, the ``reason``.

    Args:
        file: a trace, or a certificate.
        rocq: have Rocq check a theorem that states what the file proves; ``save("Name.v")`` writes the theorem.

    Raises:
        InputError: the file cannot be read, or is neither a trace nor a certificate.

    """
    if not isinstance(file, str | Path):
        raise InputError(f"check takes the name of a file, not an object of type {type(file).__name__}")
    return _by_rocq(Path(file)) if rocq else _by_checkers(Path(file))


def _by_checkers(file: Path) -> "Answer":
    from adversary.game.judge import OTHER_TABLE, MalformedError, UndecidedError, catalog_says
    from adversary.views.answer import Answer, View

    try:
        with Bar("checking", None):
            verdict, opinion = _judged(file)
    except MalformedError as error:
        unknown = isinstance(error, UndecidedError)
        raise InputError(
            f"{file}: {error}" if unknown else f"{file} is not a trace or a certificate: {error}"
        ) from error
    if verdict.about and verdict.setting:
        verdict.about["catalog"] = catalog_says(verdict.setting.concept_class)
    if opinion.word == "differs":
        verdict = replace(verdict, valid=False, reason=opinion.because)
    about = {key: verdict.about[key] for key in ("class", "catalog", "checker") if key in verdict.about}
    plain = verdict.to_json() | {"second_opinion": opinion.word} | about | verdict.unusual

    def table(_: object) -> Any:
        from adversary.views.terminal.show import findings_table
        from adversary.views.words import RECORDED

        return findings_table(verdict, RECORDED, opinion)

    return Answer(plain, View(table), verdict.valid and verdict.about.get("catalog") != OTHER_TABLE)


def _judged(file: Path) -> "tuple[Verdict, Opinion]":
    """Return what the checker for a file finds, and sympy's opinion of it, where there is one."""
    from adversary.game.judge import COVER_NEEDS, first_line, is_cover, judge_cover, with_worst_case
    from adversary.game.second_opinion import NOT_ASKED, judge_twice

    if is_cover(first_line(file)):
        if not Bar.silent:
            sys.stderr.write(f"adversary: {one_line(str(file))} is {COVER_NEEDS}\n")
        return judge_cover(file), NOT_ASKED
    # The views are imported meanwhile, which takes as long as sympy does.
    verdict, opinion = judge_twice(file, lambda: import_module("adversary.views.terminal.show"))
    return with_worst_case(verdict, file), opinion


def _by_rocq(file: Path) -> "Answer":
    """Have Rocq check the theorem about a file. Raises InputError."""
    from adversary.game.judge import first_line, is_cover
    from adversary.views.answer import Answer, View
    from proofs.formal import generated

    data = _bytes(file)
    cover = is_cover(first_line(file))  # no trusted checker judges all of it: the theorem leaves out its upper bound
    doubt = _checkers_reason(file, generated.covered(data) if cover else None)
    if unknown := generated.not_formalized(data):
        raise InputError(f"{file} {unknown}; `adversary check` says what it proves")
    if unread := generated.unread(data):
        raise InputError(f"{file}: {unread}")
    statement, left_out, fault = generated.statement_about(data), generated.left_out(data), ""
    if doubt and left_out and not cover and not _checkers_reason(file, generated.covered(data)):
        doubt, fault = None, f"what the theorem leaves out is not valid: {doubt}"
    answer, version = _ask_rocq(data, statement)
    answer.left_out = left_out
    if doubt:
        answer.checked = False if answer.checked is False else None  # if Rocq accepts it, one of the two has an error
        answer.reason = "; ".join([*filter(None, [answer.reason]), f"the checker in Python says: {doubt}"])
    elif answer.checked is False:
        valid = "what the theorem states" if fault else "the file"
        answer.checked, answer.reason = None, f"{answer.reason}; the checker in Python finds {valid} valid"
    answer.reason = "; ".join(filter(None, [answer.reason, fault])) or None

    def table(_: object) -> Any:
        from adversary.views.cells import details_table

        verdict = {True: "checked", False: "refused", None: "not checked"}[answer.checked]
        took = "" if answer.seconds is None else f", by Rocq {version} in {answer.seconds:.1f} s"
        groups = groupby(answer.left_out, generated.why_left_out)
        by = "not judged here" if cover else "judged in Python alone"
        rows = [
            ("verdict", verdict + took),
            ("theorem", f"{answer.theorem} : {answer.statement}"),
            ("rests on", "nothing else: closed under the global context" if answer.checked else None),
            *(("left out", f"{', '.join(names)}: {by}; {why}") for why, names in groups),
            ("file", answer.file),
            ("reason", answer.reason),
        ]
        return details_table([(title, text) for title, text in rows if text])

    def write(_: object, path: Path) -> None:
        require_rocq_name(path)
        write_new(path, generated.rocq_file(data, statement))
        answer.file = str(path)

    values = msgspec.structs.asdict(answer)
    return Answer(values, View(table, files={".v": write}, json=lambda _: answer), bool(answer.checked) and not fault)


def require_rocq_name(path: str | Path) -> None:
    """Raise InputError if Rocq does not take a file of this name."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", Path(path).name):
        raise InputError(f"cannot write {path}: the name of a Rocq file is letters, digits and _, and then .v")


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


def _checkers_reason(file: Path, part: bytes | None = None) -> str | None:
    """Return why the trusted checker in Python finds a file, or this part of it, not valid. Raises InputError."""
    from adversary.game.judge import MalformedError, UndecidedError, judge_file
    from adversary.progress import Bar

    try:
        with Bar("reading", None), tempfile.TemporaryDirectory(prefix="adversary-") as folder:
            judged = file if part is None else Path(folder, "part.json")
            if part is not None:
                judged.write_bytes(part)
            verdict = judge_file(judged)
    except UndecidedError as error:
        raise InputError(f"{file}: {error}") from None
    except MalformedError as error:
        raise InputError(f"{file} is neither a trace nor a certificate: {error}") from None
    return None if verdict.valid else verdict.reason
