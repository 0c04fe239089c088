"""Run the checks one by one: in this process, as tests of pytest, or in a separate process.

In a separate process, a learner that hangs or exits only fails its check.
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from learners.checks.properties import CHECKS, Check
from learners.checks.under_test import LearnerUnderTest, learner_under_test
from learners.protocol import Fault
from learners.runner.child import CLOCK_ERROR, LIMITS, LOADING_SECONDS, Child, Limits, python_command
from learners.runner.process import end_with_parent
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    import pytest

_Tested = TypeVar("_Tested")

MAX_REASON = 1_000  # characters of a reason that are kept

CHECK_SECONDS = 300.0
"""How long a check may take by the clock, however short its calls are."""

CALL, APART = b"call", b"apart"
"""Lines before a call of the learner, and before a game in a third process, which has the limits itself."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check: ``status`` is ``passed``, ``failed`` or ``skipped``; ``reason`` is empty if it passed."""

    name: str
    status: Literal["passed", "failed", "skipped"]
    reason: str = ""


def learner_checks(tested: LearnerUnderTest | None = None) -> Iterator[tuple[str, Check[LearnerUnderTest]]]:
    """Yield every check with its name, or only those that apply to a learner."""
    for check in CHECKS:
        if tested is None or not _unless(tested, check):
            yield check.name, check


def check_learner(learner: object, dimension: int = 4) -> list[CheckResult]:
    """Run every check on a learner: a name, a file, a class, a factory or an instance.

    Raises:
        InputError: the learner cannot be loaded.

    """
    tested = learner_under_test(learner, dimension)
    return [run_check(tested, check, CHECKS) for check in CHECKS]


def run_check(tested: _Tested, check: Check[_Tested], checks: Sequence[Check[_Tested]]) -> CheckResult:
    """Run a check and return its result; skip it if an earlier fundamental check fails."""
    for fundamental in checks:
        if fundamental is check or not fundamental.fundamental:
            break
        if _run(tested, fundamental).status == "failed":
            first = fundamental.name.replace("_", " ")
            return CheckResult(check.name, "skipped", f"it fails {first}, which comes first")
    return _run(tested, check)


@cache
def _run(tested: Any, check: Check[Any]) -> CheckResult:
    if why := _unless(tested, check):
        return CheckResult(check.name, "skipped", why)
    try:
        wrong = check.find(tested)
    except (Fault, InputError) as error:
        wrong = one_line(str(error))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the tested's own code
        wrong = one_line(f"it raised {type(error).__name__}: {error}")
    return CheckResult(check.name, "failed" if wrong else "passed", wrong)


def _unless(tested: _Tested, check: Check[_Tested]) -> str:
    """Return the reason why a check does not apply. Errors of a card or plan appear when the check is run."""
    try:
        return check.unless(tested)
    except (Exception, SystemExit):  # noqa: BLE001 - the tested's own code
        return ""


def parametrize_with_learner_checks(learners: Sequence[object], dimension: int = 4) -> "pytest.MarkDecorator":
    """Return a pytest decorator that makes a separate test of every check that applies to a learner.

    >>> @parametrize_with_learner_checks(["perceptron", Student])
    ... def test_fit_to_play(learner_check):
    ...     learner_check()
    """
    import pytest

    def cases() -> Iterator[Any]:
        for learner in learners:
            tested = learner_under_test(learner, dimension)
            for name, check in learner_checks(tested):
                yield pytest.param(partial(require_passed, tested, check, CHECKS), id=f"{tested.source.text}-{name}")

    return pytest.mark.parametrize("learner_check", list(cases()))


def require_passed(tested: Any, check: Check[Any], checks: Sequence[Check[Any]]) -> None:
    """Run one of the checks as a test of pytest, which passes, fails or is skipped."""
    import pytest

    result = run_check(tested, check, checks)
    if result.status == "skipped":
        pytest.skip(result.reason)
    if result.status == "failed":
        pytest.fail(result.reason, pytrace=False)


def check_isolated(learner: str, seconds: float = LIMITS.call) -> list[CheckResult]:
    """Run every check in a separate process, with a time limit in seconds on each call of the learner.

    If a call exceeds the limit or ends the process, its check has failed, and the later checks are skipped.

    Raises:
        InputError: the learner cannot be loaded, or the time limit is not allowed.

    """
    if not 0 < seconds <= LIMITS.game:
        raise InputError(f"a time limit should be above 0 seconds and at most {LIMITS.game:g}, but is {seconds}")
    serve = f"serve_checks({learner!r}, {seconds!r})"
    command = python_command(f"from learners.checks.runner import serve_checks\n{serve}")
    child = Child(command, Limits(seconds, 86_400.0), 1, stdio=False)
    results = {check.name: CheckResult(check.name, "skipped", "its process has ended") for check in CHECKS}
    try:
        loaded = _read(child.hear("loading the learner", max(seconds, LOADING_SECONDS)))
        if loaded.status == "failed":
            raise InputError(loaded.reason)
        for name in results:
            try:
                result = _read(_hear(child, name, seconds))
                results[name] = CheckResult(name, result.status, one_line(result.reason, MAX_REASON))
            except Fault as fault:
                results[name] = CheckResult(name, "failed", str(fault))
                break
    except Fault as fault:
        raise InputError(f"{learner}: {fault}") from None
    finally:
        child.close()
    return list(results.values())


def _hear(child: Child, name: str, seconds: float) -> bytes:
    """Return the line with the result of a check. Raises Fault where a call, or all of them, take too long."""
    began, most = time.monotonic(), seconds
    while (line := child.hear(name, most)) in (CALL, APART):
        most = seconds if line == CALL else LIMITS.game
        if time.monotonic() - began > CHECK_SECONDS:
            raise Fault("timeout", f"{name} took more than {CHECK_SECONDS:g} s")
    return line


def _read(line: bytes) -> CheckResult:
    try:
        return msgspec.json.decode(line, type=CheckResult)
    except Exception:  # noqa: BLE001 - the learner may have written anything there
        raise Fault("exited", "the process answered with nonsense") from None


def serve_checks(learner: str, seconds: float) -> None:
    """Run the checks and write each result, as a line of JSON, to the pipe whose number is the last argument.

    Before calls of the learner it writes that one begins, but not more often than the clock of the limits is read.
    """
    end_with_parent()
    pipe, limits = int(sys.argv[-1]), LIMITS._replace(call=seconds)
    last, when = b"", 0.0

    def write(result: CheckResult) -> None:
        os.write(pipe, msgspec.json.encode(result) + b"\n")

    def before(most: float) -> None:
        nonlocal last, when
        line = CALL if most == limits.call else APART
        if line != last or time.monotonic() - when > CLOCK_ERROR:
            last, when = line, time.monotonic()
            os.write(pipe, line + b"\n")

    try:
        tested = replace(learner_under_test(learner), limits=limits, before=before)
    except InputError as error:
        write(CheckResult("loading", "failed", str(error)))
        return
    write(CheckResult("loading", "passed"))
    for check in CHECKS:
        try:
            result = run_check(tested, check, CHECKS)
        except BaseException as error:  # noqa: BLE001 - KeyboardInterrupt and its kin, raised by the learner
            result = CheckResult(check.name, "failed", f"it raised {type(error).__name__}")
        write(result)
