"""The book of claims, each reading judged once for all tests of a process."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from adversary.claims.runner import claims, judge_reading
from proofs.claims.model import Reading, Row, with_printed

BOOK = claims()
PLACES = [(claim.id, number) for claim in BOOK.values() for number in range(len(claim.readings))]


def reading(claim: str, number: int) -> Reading:
    return BOOK[claim].readings[number]


@cache
def rows(claim: str) -> tuple[Row, ...]:
    """Return what is found of each reading.

    Each is judged and read back as a task of ``judge_claims`` is, but in this process: to start others takes longer.
    """
    tasks = [(claim, number) for number in range(len(BOOK[claim].readings))]
    return tuple(with_printed([Row(**json.loads(json.dumps(judge_reading(task)))) for task in tasks]))


def row(claim: str, number: int) -> Row:
    return rows(claim)[number]


def witness(claim: str, number: int) -> Any:
    found = row(claim, number).witness
    assert found is not None
    return found


def violations(test: Callable[[Any], object], candidates: Iterable[Any]) -> int:
    """Return how many candidates contradict what is tested."""
    return sum(bool(test(candidate)) for candidate in candidates)


def refuted(test: Callable[[Any], object], candidates: Iterable[Any]) -> bool:
    """Whether one of them does; the others are not asked."""
    return any(map(test, candidates))
