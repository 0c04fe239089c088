"""The pytest plugin: ``pytest --learner student.py`` adds the checks of ``learners.checks`` on it to the run."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("forced-mistakes")
    group.addoption("--learner", action="append", default=[], help="check that a learner is fit to play (repeatable)")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for every check that applies to a learner, for those that were named."""
    for learner in config.getoption("--learner"):
        items += LearnerCollector.from_parent(session, name=learner).collect()


class LearnerCollector(pytest.Collector):
    """The checks of one learner."""

    def collect(self) -> Iterator["LearnerItem"]:
        """Yield a test for each check."""
        from learners.checks.properties import CHECKS
        from learners.checks.runner import PytestCheck, learner_checks
        from learners.checks.under_test import learner_under_test
        from proofs.exact.errors import InputError

        try:
            tested = learner_under_test(self.name)
        except InputError as error:
            raise pytest.UsageError(str(error)) from None
        for name, check in learner_checks(tested):
            item: LearnerItem = LearnerItem.from_parent(self, name=name, check=PytestCheck(tested, check, CHECKS))
            yield item


class LearnerItem(pytest.Item):
    """One check of one learner."""

    def __init__(self, *, check: Callable[[], None], **arguments: Any) -> None:
        super().__init__(**arguments)
        self.check = check

    def runtest(self) -> None:
        """Run the check."""
        self.check()

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return where it stands."""
        return self.path, None, f"{self.parent.name if self.parent else ''}: {self.name}"
