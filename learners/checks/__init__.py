"""Is a learner fit to play? The checks, for test suites and for whoever asks."""

from learners.checks.isolated import check_isolated
from learners.checks.runner import CheckResult, check_learner, learner_checks, parametrize_with_learner_checks

__all__ = ["CheckResult", "check_isolated", "check_learner", "learner_checks", "parametrize_with_learner_checks"]
