"""The pytest plugin: ``pytest --learner student.py`` adds the checks of ``learners.checks`` on it to the run."""

from collections.abc import Iterator
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("forced-mistakes")
    group.addoption("--learner", action="append", default=[], help="check that a learner is fit to play (repeatable)")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for every check of every learner that was named."""
    for learner in config.getoption("--learner"):
        items += LearnerCollector.from_parent(session, name=learner).collect()


class LearnerCollector(pytest.Collector):
    """The checks of one learner."""

    def collect(self) -> Iterator["LearnerItem"]:
        """Yield a test for each check."""
        from learners.checks.checks import learner_checks, subject_of
        from proofs.exact.errors import InputError

        try:
            subject = subject_of(self.name)
        except InputError as error:
            raise pytest.UsageError(str(error)) from None
        for name, check in learner_checks():
            item: LearnerItem = LearnerItem.from_parent(self, name=name, subject=subject, check=check)
            yield item


class LearnerItem(pytest.Item):
    """One check of one learner."""

    def __init__(self, *, subject: Any, check: Any, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.subject, self.check = subject, check

    def runtest(self) -> None:
        """Run the check."""
        from learners.checks.checks import run_check

        result = run_check(self.subject, self.name, self.check)
        if result.status == "skipped":
            pytest.skip(result.reason)
        if result.status == "failed":
            pytest.fail(result.reason, pytrace=False)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return where it stands."""
        return self.path, None, f"{self.subject.source.text}: {self.name}"
