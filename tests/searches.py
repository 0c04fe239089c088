"""Searches that end after so many games or levels, for tests of what they find: how fast the machine is means nothing."""

from collections.abc import Callable
from itertools import count

from learners.runner.clock import CutShort


def ends_after(reports: int) -> Callable[[str, float], None]:
    """Return a progress that cuts an attack short at the report of this number: each game and each level is one."""
    numbers = count(1)

    def progress(_what: str, _seconds: float) -> None:
        if next(numbers) == reports:
            raise CutShort

    return progress
