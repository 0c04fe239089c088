"""The kind ``any``: learners that are fit to play, whatever their bound: the checks of ``learners.checks``."""

from adversary.grading.kinds.kind import Kind
from adversary.grading.result import Finding, Grade
from learners.checks.properties import CHECKS
from learners.checks.runner import CheckResult, check_isolated, check_learner
from learners.loading.sources import Source
from learners.runner.clock import Stopwatch
from proofs.exact.errors import InputError

ANY = Kind(
    "any",
    "fit to play: answers with labels, repeats itself, shares no state, and keeps what its card promises; no bound",
    "docs/extend.md, checks",
    (),
)

CALLS = 6
"""A call may take this part of the seconds of a grade: 5 of 30."""

OWN_PROCESS = "its own process, without a sandbox, which reports these checks itself: read the code, or trust it"
OUR_PROCESS = "the process of the grader"


def fitness(source: Source, seconds: float, isolation: str) -> Grade:
    """Return the checks of a learner as a grade. They run its code without a sandbox.

    Raises:
        InputError: the sandbox was asked for.

    """
    if isolation == "strict":
        raise InputError("the checks of the kind any have no sandbox: leave out --isolation strict")
    watch, problem, results = Stopwatch(seconds), None, list[CheckResult]()
    in_ours = source.kind == "object"
    try:
        results = check_learner(source) if in_ours else check_isolated(source.text, seconds / CALLS)
    except InputError as error:
        problem = str(error)
    expected = {check.name: check.expected for check in CHECKS}
    findings = list[Finding]()
    for (
        result
    ) in results:  # what is skipped before a check fails does not apply, and what is skipped later was not tried
        applies = result.status != "skipped" or any(finding.status == "failed" for finding in findings)
        name = result.name.replace("_", " ")
        findings.append(Finding(name, result.status, expected[result.name], result.reason, required=applies))
    ran_in = OUR_PROCESS if in_ours else OWN_PROCESS
    return Grade(source.text, ANY.name, tuple(findings), None, 0, 0, watch.spent, (ran_in,), problem=problem)
