"""The book of claims, each reading judged once for all tests of a process."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from adversary.claims.runner import claims, judge_claims
from proofs.claims.model import Reading, Row

BOOK = claims()
PLACES = [(claim.id, number) for claim in BOOK.values() for number in range(len(claim.readings))]


def reading(claim: str, number: int) -> Reading:
    return BOOK[claim].readings[number]


@cache
def rows(claim: str) -> tuple[Row, ...]:
    """Return what is found of each reading, with the attacks that the games have to offer, however long it takes."""
    return tuple(judge_claims([BOOK[claim]], seconds=600))


def row(claim: str, number: int) -> Row:
    return rows(claim)[number]


def witness(claim: str, number: int) -> Any:
    found = row(claim, number).witness
    assert found is not None
    return found


def violations(test: Callable[[Any], str | None], candidates: Iterable[Any]) -> int:
    """Return how many candidates contradict what is tested."""
    return sum(test(candidate) is not None for candidate in candidates)


def refuted(test: Callable[[Any], str | None], candidates: Iterable[Any]) -> bool:
    """Whether one of them does; the others are not asked."""
    return any(test(candidate) is not None for candidate in candidates)
