"""The checks one by one, for ``check_learner`` and ``parametrize_with_learner_checks``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from learners.checks.properties import CHECKS, Check
from learners.checks.under_test import LearnerUnderTest, learner_under_test
from learners.protocol import Fault
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    import pytest

_Tested = TypeVar("_Tested")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check found: ``status`` is ``passed``, ``failed`` or ``skipped``; ``reason`` is empty if it passed."""

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
        InputError: it cannot be loaded at all.

    """
    tested = learner_under_test(learner, dimension)
    return [run_check(tested, check, CHECKS) for check in CHECKS]


def run_check(tested: _Tested, check: Check[_Tested], checks: Sequence[Check[_Tested]]) -> CheckResult:
    """Run one of the checks and say how it went; where a fundamental one before it fails, it is skipped."""
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
    """Return why a check does not apply; what a card or a plan itself raises is found when the check is run."""
    try:
        return check.unless(tested)
    except (Exception, SystemExit):  # noqa: BLE001 - the tested's own code
        return ""


def parametrize_with_learner_checks(learners: Sequence[object], dimension: int = 4) -> "pytest.MarkDecorator":
    """Return a pytest decorator that runs every check that applies to a learner as a test of its own.

    >>> @parametrize_with_learner_checks(["perceptron", Student])
    ... def test_fit_to_play(learner_check):
    ...     learner_check()
    """
    import pytest

    def cases() -> Iterator[Any]:
        for learner in learners:
            tested = learner_under_test(learner, dimension)
            for name, check in learner_checks(tested):
                yield pytest.param(PytestCheck(tested, check, CHECKS), id=f"{tested.source.text}-{name}")

    return pytest.mark.parametrize("learner_check", list(cases()))


@dataclass(frozen=True, slots=True)
class PytestCheck:
    """One of the checks as a test, which passes, fails or is skipped as a call."""

    tested: Any
    check: Check[Any]
    checks: Sequence[Check[Any]]

    def __call__(self) -> None:
        """Run it."""
        import pytest

        result = run_check(self.tested, self.check, self.checks)
        if result.status == "skipped":
            pytest.skip(result.reason)
        if result.status == "failed":
            pytest.fail(result.reason, pytrace=False)
