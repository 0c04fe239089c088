"""The checks that a learner is fit to play, for test suites and for the command line."""

from learners.checks.runner import (
    CheckResult,
    check_isolated,
    check_learner,
    learner_checks,
    parametrize_with_learner_checks,
)

__all__ = ["CheckResult", "check_isolated", "check_learner", "learner_checks", "parametrize_with_learner_checks"]
