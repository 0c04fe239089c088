"""Tightness: which bounds are reached, and where they are not."""

from fractions import Fraction

import oracles.classes as oracle
from book import witness

from adversary.claims.runner import claims, run
from proofs.claims.claim import Claim, Reading, judge
from proofs.claims.tightness import _table


def test_the_witnesses_are_gaps() -> None:
    def concepts(claim: str, number: int) -> frozenset[tuple[int, ...]]:
        return frozenset(oracle.concepts_of(_table(witness(claim, number))))

    log = concepts("tight-halving-log", 0)
    assert (len(log), oracle.halving(log, "adversarial")) == (4, 1)
    for number, ties in enumerate(("negative", "positive", "adversarial", "optimal")):
        found = concepts("tight-halving-optimal", number)
        assert (oracle.halving(found, ties), oracle.littlestone(found)) == (3, 2)
        assert len(found) == (9 if ties == "optimal" else 8)
    half = concepts("tight-randomized", 0)
    assert (len(half), oracle.randomized_littlestone(half)) == (3, Fraction(3, 4))


def test_the_book_runs_on_several_cores_and_in_order() -> None:
    wanted = [claims()["tight-perceptron"], claims()["tight-halving-log"]]
    done: list[int] = []
    found = run(wanted, progress=done.append)
    assert [(row.id, row.verdict) for row in found] == [
        ("tight-perceptron", "proved"),
        ("tight-halving-log", "refuted"),
    ]
    assert done == [1, 2]


def test_verdicts_come_out_of_running() -> None:
    def candidates() -> list[dict[str, int]]:
        return [{"n": n} for n in range(5)]

    def odd(candidate: dict[str, int]) -> str | None:
        return f"{candidate['n']} is odd" if candidate["n"] % 2 else None

    def never(_: object) -> None:
        return None

    def verdict(reading: Reading, seconds: float = 10) -> tuple[str, object]:
        row = judge(Claim("x-1", "", "", "", (reading,)), reading, seconds=seconds)
        return row.verdict, row.witness

    assert verdict(Reading("", violated=odd, candidates=candidates)) == ("refuted", {"n": 1})
    assert verdict(Reading("", violated=never, candidates=candidates)) == ("supported", None)
    assert verdict(Reading("", violated=never, candidates=candidates, exhaustive=True)) == ("proved", None)
    assert verdict(Reading("", violated=never, candidates=candidates, exhaustive=True), -1) == ("out of reach", None)
    assert verdict(Reading("", violated=never, candidates=candidates, assumes="P ≠ NP")) == ("out of reach", None)
    assert verdict(Reading("")) == ("out of reach", None)
    assert verdict(Reading("", argument=list)) == ("out of reach", None)
