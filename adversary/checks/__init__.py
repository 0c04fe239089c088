"""Checks of adversaries, run one by one, or as the tests of a test suite."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack

from adversary.checks.properties import ADVERSARY_CHECKS
from adversary.checks.under_test import AdversaryUnderTest, adversary_under_test
from adversary.strategies.options import GameOptions, named_options
from learners.checks.properties import Check
from learners.checks.runner import CheckResult, require_passed, run_check

if TYPE_CHECKING:
    import pytest


def check_adversary(adversary: object, **options: Unpack[GameOptions]) -> list[CheckResult]:
    """Run every check on an adversary: a name, a file, or a class or function that makes one.

    The options are those of ``play`` for the setting: ``margin``, ``dimension``, ``concept_class``, ``lies`` and
    ``seed``. A registered adversary's own options are part of its name, as in ``"hinge?mistakes=25"``.

    Raises:
        InputError: the adversary cannot be loaded, or an option is unusable.

    """
    subject = adversary_under_test(*named_options(adversary, options))
    with subject.fresh():  # complains now if none can be made
        pass
    return [run_check(subject, check, ADVERSARY_CHECKS) for check in ADVERSARY_CHECKS]


def adversary_checks() -> Iterator[tuple[str, Check[AdversaryUnderTest]]]:
    """Yield every check with its name."""
    return ((check.name, check) for check in ADVERSARY_CHECKS)


def parametrize_with_adversary_checks(
    adversaries: Sequence[object], **options: Unpack[GameOptions]
) -> "pytest.MarkDecorator":
    """Return a pytest decorator that makes a separate test of every check of an adversary.

    >>> @parametrize_with_adversary_checks([MyAdversary], margin="1/5", dimension=25)
    ... def test_fit_to_play(adversary_check):
    ...     adversary_check()
    """
    import pytest

    cases = []
    for adversary in adversaries:
        subject = adversary_under_test(*named_options(adversary, options))
        for name, check in adversary_checks():
            case = partial(require_passed, subject, check, ADVERSARY_CHECKS)
            cases.append(pytest.param(case, id=f"{subject.text}-{name}"))
    return pytest.mark.parametrize("adversary_check", cases)
