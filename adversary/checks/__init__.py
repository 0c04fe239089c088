"""Is an adversary fit to play? The checks, for test suites and for whoever asks."""

from adversary.checks.runner import adversary_checks, check_adversary, parametrize_with_adversary_checks

__all__ = ["adversary_checks", "check_adversary", "parametrize_with_adversary_checks"]
