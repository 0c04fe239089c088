"""Is an adversary fit to play? The checks one by one, and as the tests of a test suite."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.checks.properties import ADVERSARY_CHECKS, AdversaryCheck
from adversary.checks.subject import AdversarySubject, adversary_subject
from adversary.game.options import read_options
from learners.checks.runner import CheckResult, PytestCheck
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    import pytest


def check_adversary(  # noqa: PLR0913 - as ``play`` has them
    adversary: object,
    *,
    margin: str | Fraction | int | None = None,
    margin_squared: str | Fraction | int | None = None,
    dimension: int | None = None,
    concept_class: str | Path | ConceptClass | None = None,
    seed: int | None = None,
) -> list[CheckResult]:
    """Run every check on an adversary: a name, a file, or a class or function that makes one.

    Raises:
        InputError: it cannot be loaded at all, or what is given is unusable.

    """
    subject = adversary_subject(adversary, read_options(margin, margin_squared, dimension, seed, concept_class))
    with subject.fresh():  # complains now if none can be made
        pass
    return [run_adversary_check(subject, check) for check in ADVERSARY_CHECKS]


def adversary_checks() -> Iterator[tuple[str, AdversaryCheck]]:
    """Yield every check with its name."""
    return ((check.name, check) for check in ADVERSARY_CHECKS)


def run_adversary_check(subject: AdversarySubject, check: AdversaryCheck) -> CheckResult:
    """Run one check and say how it went; where a fundamental one before it fails, it is skipped."""
    for fundamental in ADVERSARY_CHECKS:
        if fundamental is check:
            break
        if fundamental.fundamental and _run(subject, fundamental).status == "failed":
            first = fundamental.name.replace("_", " ")
            return CheckResult(check.name, "skipped", f"it fails {first}, which comes first")
    return _run(subject, check)


def parametrize_with_adversary_checks(adversaries: Sequence[object], **options: Any) -> "pytest.MarkDecorator":
    """Return a pytest decorator that runs every check of an adversary as a test of its own.

    >>> @parametrize_with_adversary_checks([MyAdversary], margin="1/5", dimension=25)
    ... def test_fit_to_play(adversary_check):
    ...     adversary_check()
    """
    import pytest

    given = {"margin": None, "margin_squared": None, "dimension": None, "seed": None, "concept_class": None, **options}
    cases = []
    for adversary in adversaries:
        subject = adversary_subject(adversary, read_options(**given))
        for name, check in adversary_checks():
            run = PytestCheck(partial(run_adversary_check, subject, check))
            cases.append(pytest.param(run, id=f"{subject.text}-{name}"))
    return pytest.mark.parametrize("adversary_check", cases)


def _run(subject: AdversarySubject, check: AdversaryCheck) -> CheckResult:
    try:
        if why := check.unless(subject):
            return CheckResult(check.name, "skipped", why)
        wrong = check.find(subject)
    except InputError as error:
        wrong = str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the adversary's own code
        wrong = f"it raised {type(error).__name__}: {error}"
    return CheckResult(check.name, "failed" if wrong else "passed", one_line(wrong))
