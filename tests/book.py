"""The book of claims, each reading judged once for all tests of a process."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import cache
from typing import Any

from proofs.claims.model import Reading, Row, judge, with_printed
from proofs.claims.sources import book

BOOK = book()
PLACES = [(claim.id, number) for claim in BOOK.values() for number in range(len(claim.readings))]


def reading(claim: str, number: int) -> Reading:
    return BOOK[claim].readings[number]


@cache
def rows(claim: str) -> tuple[Row, ...]:
    """Return the rows of a claim, read back from their JSON."""
    judged = with_printed([judge(BOOK[claim], reading) for reading in BOOK[claim].readings])
    return tuple([Row(**json.loads(json.dumps(asdict(row)))) for row in judged])


def row(claim: str, number: int) -> Row:
    return rows(claim)[number]


def witness(claim: str, number: int) -> Any:
    violation = row(claim, number).witness
    assert violation is not None
    return violation


def digest_of(*texts: str) -> str:
    """Return what changes if a word of these texts does."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def violations(test: Callable[[Any], object], candidates: Iterable[Any]) -> int:
    """Return how many candidates contradict what is tested."""
    return sum(bool(test(candidate)) for candidate in candidates)


def refuted(test: Callable[[Any], object], candidates: Iterable[Any]) -> bool:
    """Whether one of them does; the others are not asked."""
    return any(map(test, candidates))
