"""Budgets for exact searches, and the bounds that are left when one runs out."""

import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import Interval, Rational, plain_number, simplest


class OutOfBudget(Exception):  # noqa: N818 - no error: the answer is unknown, and said to be
    """A search has used up its states, seconds or memory."""


@dataclass
class Budget:
    """What a search may use: ``states`` looked at, ``seconds`` from now on, ``megabytes`` of the whole process.

    Seconds are processor time, so waiting for a processor on a busy machine changes no answer.
    ``None`` means no limit. A budget is spent: make a new one for another search.

    Raises:
        InputError: a limit is not a number above 0, or is no int where things are counted.

    """

    states: int | None = None
    seconds: float | None = None
    megabytes: int | None = None
    used: int = field(default=0, init=False)
    share_of: str = field(default="", init=False)

    def __post_init__(self) -> None:
        for name in ("states", "seconds", "megabytes"):
            limit = getattr(self, name)
            kind, called = (int | float, "a number") if name == "seconds" else (int, "an int")
            if limit is not None and not (isinstance(limit, kind) and limit > 0):
                raise InputError(f"a budget of {name} should be {called} above 0, but is {limit!r}")
        self._ends = None if self.seconds is None else time.process_time() + self.seconds

    @property
    def left(self) -> bool:
        """Whether there are seconds left."""
        return self._ends is None or time.process_time() <= self._ends

    def half(self) -> "Budget":
        """Return a new budget of half of the states and seconds left. What it uses, ``spend`` from this one, too."""
        states = None if self.states is None else max((self.states - self.used) // 2, 1)
        return Budget(states, self._seconds_left(2), self.megabytes)

    def parts(self, count: int) -> Iterator["Budget"]:
        """Yield a budget for each of several searches: all states, and a share of the remaining seconds.

        The first searches matter most: each may use almost twice an even share of what is left. Take each budget
        when its search begins, because later searches share the seconds that earlier ones did not use.
        """
        for left in range(count, 0, -1):
            part = Budget(self.states, self._seconds_left((left + 1) / 2), self.megabytes)
            part.share_of = "" if self.seconds is None or count == 1 else f"its share of {_seconds_text(self.seconds)}"
            yield part

    def spend(self, states: int = 1) -> None:
        """Count one or more states. Raises OutOfBudget."""
        self.used += states
        if self.states is not None and self.used > self.states:
            raise OutOfBudget(counted(self.states, "state"))
        if not self.left:
            raise OutOfBudget(self.share_of or _seconds_text(self.seconds))
        if self.megabytes is not None and _megabytes() > self.megabytes:
            raise OutOfBudget(counted(self.megabytes, "megabyte"))

    def _seconds_left(self, parts: float) -> float | None:
        return None if self._ends is None else max((self._ends - time.process_time()) / parts, 1e-9)


def _seconds_text(seconds: float | None) -> str:
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def _megabytes() -> int:
    unit = 1 if sys.platform == "darwin" else 1024  # what the operating systems count in
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20


def given_budget(budget: Budget | None, states: int | None = None) -> Budget:
    """Return a budget, or one of so many states if there is none. Raises InputError if it is something else."""
    if not isinstance(budget, Budget | None):
        raise InputError(f"a budget is a Budget, like Budget(seconds=10), and not {budget!r}")
    return budget or Budget(states)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A quantity that is known exactly, or lies between two bounds because a budget ran out."""

    at_least: Rational
    at_most: Rational
    ran_out: str = ""

    @property
    def value(self) -> Rational | None:
        """The quantity, if it is known."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def interval(self) -> Interval:
        """Both bounds, as what is decided exactly takes them."""
        return Interval(Fraction(self.at_least), Fraction(self.at_most))

    def within(self, least: Rational | None = None, most: Rational | None = None) -> "Bounds":
        """Return the bounds, narrowed by another lower or upper bound."""
        low = self.at_least if least is None else max(self.at_least, simplest(least))
        high = self.at_most if most is None else min(self.at_most, most)
        return Bounds(low, high, self.ran_out)

    def __str__(self) -> str:
        return self.text(str)

    def text(self, write: Callable[[Rational], str]) -> str:
        """Return the quantity or its bounds as text, with a given format of numbers."""
        if self.value is not None:
            return write(self.value)
        return f"between {write(self.at_least)} and {write(self.at_most)}"

    def to_json(self) -> int | str | dict[str, int | str]:
        """Return an int, a rational in a string, or an object with ``at_least`` and ``at_most``."""
        if self.value is not None:
            return plain_number(self.value)
        return {"at_least": plain_number(self.at_least), "at_most": plain_number(self.at_most)}
