"""The checks in a process of their own, so that a learner that hangs or exits only fails its check."""

import os
import sys

import msgspec

from learners.checks.properties import CHECKS
from learners.checks.runner import CheckResult, run_check
from learners.checks.subject import subject_of
from learners.protocol import Fault
from learners.sandbox.child import Child, Limits, python_command
from proofs.exact.errors import InputError, one_line

LONGEST_REASON = 1_000  # characters of a reason that are kept


def check_isolated(learner: str, seconds: float = 60.0) -> list[CheckResult]:
    """Run every check in a process of its own; none may take more seconds.

    Raises:
        InputError: it cannot be loaded at all.

    """
    command = python_command(f"from learners.checks.isolated import serve_checks\nserve_checks({learner!r})")
    child = Child(command, Limits(seconds, 86_400.0), 1, stdio=False)
    results = {check.name: CheckResult(check.name, "skipped", "its process has ended") for check in CHECKS}
    try:
        loaded = _read(child.hear("loading the learner", seconds))
        if loaded.status == "failed":
            raise InputError(loaded.reason)
        for name in results:
            try:
                found = _read(child.hear(name, seconds))
                results[name] = CheckResult(name, found.status, one_line(found.reason, LONGEST_REASON))
            except Fault as fault:
                results[name] = CheckResult(name, "failed", str(fault))
                break
    except Fault as fault:
        raise InputError(f"{learner}: {fault}") from None
    finally:
        child.close()
    return list(results.values())


def _read(line: bytes) -> CheckResult:
    try:
        return msgspec.json.decode(line, type=CheckResult)
    except Exception:  # noqa: BLE001 - the learner may have written anything there
        raise Fault("exited", "the process answered with nonsense") from None


def serve_checks(learner: str) -> None:
    """Run the checks and write each result, as a line of JSON, to the pipe whose number is the last argument."""
    pipe = int(sys.argv[-1])

    def write(found: CheckResult) -> None:
        os.write(pipe, msgspec.json.encode(found) + b"\n")

    try:
        subject = subject_of(learner)
    except InputError as error:
        write(CheckResult("loading", "failed", str(error)))
        return
    write(CheckResult("loading", "passed"))
    for check in CHECKS:
        try:
            result = run_check(subject, check)
        except BaseException as error:  # noqa: BLE001 - KeyboardInterrupt and its kin, raised by the learner
            result = CheckResult(check.name, "failed", f"it raised {type(error).__name__}")
        write(result)
