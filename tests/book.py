"""The book of claims, each reading judged once for all tests of a process."""

from dataclasses import replace
from functools import cache

from adversary.claims.runner import claims, run
from proofs.claims.claim import Candidate, Reading, Row

BOOK = claims()


def reading(claim: str, number: int) -> Reading:
    return BOOK[claim].readings[number]


@cache
def row(claim: str, number: int) -> Row:
    """Return what is found of a reading, with the attacks that the games have to offer, in as much time as it takes."""
    (found,) = run([replace(BOOK[claim], readings=(reading(claim, number),))], seconds=60)
    return found


def witness(claim: str, number: int) -> Candidate:
    found = row(claim, number).witness
    assert found is not None
    return found
