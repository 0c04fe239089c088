"""The checks of learners, for test suites and the command line."""

from learners.checks.runner import (
    CheckResult,
    check_isolated,
    check_learner,
    learner_checks,
    parametrize_with_learner_checks,
)

__all__ = ["CheckResult", "check_isolated", "check_learner", "learner_checks", "parametrize_with_learner_checks"]
