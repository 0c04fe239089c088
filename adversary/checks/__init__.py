"""Checks of adversaries, for test suites and the command line."""

from adversary.checks.runner import adversary_checks, check_adversary, parametrize_with_adversary_checks

__all__ = ["adversary_checks", "check_adversary", "parametrize_with_adversary_checks"]
