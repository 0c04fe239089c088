"""The pytest plugin: ``pytest --learner student.py`` adds the checks of ``learners.checks`` on it to the run."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("forced-mistakes")
    group.addoption("--learner", action="append", default=[], help="check that a learner is fit to play (repeatable)")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for every check that applies to a learner, for those that were named."""
    for learner in config.getoption("--learner"):
        items += _checks(session, learner)


def _checks(session: pytest.Session, learner: str) -> Iterator[pytest.Item]:
    from learners.checks.properties import CHECKS
    from learners.checks.runner import learner_checks, require_passed
    from learners.checks.under_test import learner_under_test
    from proofs.exact.errors import InputError

    try:
        tested = learner_under_test(learner)
    except InputError as error:
        raise pytest.UsageError(str(error)) from None
    for name, check in learner_checks(tested):
        run = partial(require_passed, tested, check, CHECKS)
        yield LearnerItem.from_parent(session, name=name, nodeid=f"::{learner}::{name}", learner=learner, run=run)


class LearnerItem(pytest.Item):
    """One check of one learner."""

    def __init__(self, *, learner: str, run: Callable[[], None], **arguments: Any) -> None:
        super().__init__(**arguments)
        self.learner, self.run = learner, run

    def runtest(self) -> None:
        """Run it."""
        self.run()

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return where it stands."""
        return self.path, None, f"{self.learner}: {self.name}"
