"""The book of claims on Halving: its verdicts, its witnesses computed once more, and checks that can fail."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import oracles.classes as oracle
import pytest
from book import witness
from hypothesis import given
from hypothesis import strategies as st

from proofs.claims import halving_checks as check
from proofs.claims import halving_runs as runs
from proofs.claims.claim import Candidate
from proofs.claims.notes3_halving import CLAIMS
from proofs.solvers.values import harmonic_less_one


def space(candidate: Candidate) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(1 if sign == "+" else -1 for sign in text) for text in candidate["concepts"])


def test_the_witnesses_about_logarithms() -> None:
    for number in (1, 2):
        two = space(witness("notes3-3", number))
        assert (len(two), oracle.halving(two, "adversarial")) == (2, 1)
    assert math.log10(2) < math.log(2) < 1
    assert witness("notes3-3", 3) == {"concepts": ["+"], "sequence": [[0, -1]]}  # one mistake, log₂ 1 = 0
    four = space(witness("notes3-3", 4))
    assert (len(four), oracle.halving(four, "adversarial")) == (4, 1)
    assert witness("notes3-3-half", 1) == {"few": 1, "many": 1}
    assert witness("notes3-3-hypothesis", 0) == {"concepts": ["+"]}


def test_the_witnesses_about_randomized_halving() -> None:
    square = space(witness("notes3-4.1", 2))
    assert (len(square), oracle.randomized_halving(square)) == (4, 1)
    assert Fraction(1, 2) + Fraction(1, 3) + Fraction(1, 4) == Fraction(13, 12) > 1
    assert len(space(witness("notes3-4.1", 4))) == 1
    three, four = (space(witness("notes3-4.1-factor", number)) for number in (6, 7))
    assert (len(three), oracle.halving(three, "adversarial"), oracle.randomized_halving(three)) == (
        3,
        1,
        Fraction(5, 6),
    )
    assert (len(four), oracle.halving(four, "adversarial"), oracle.randomized_halving(four)) == (4, 1, Fraction(13, 12))
    assert math.log2(math.e) * 5 / 6 > 1.2


def test_no_smaller_class_would_do() -> None:
    for points in (1, 2, 3):
        for size in (1, 2, 3):
            for rows in combinations(list(product((1, -1), repeat=points)), size):
                halving, randomized = (
                    oracle.halving(frozenset(rows), "adversarial"),
                    oracle.randomized_halving(frozenset(rows)),
                )
                assert halving == size.bit_length() - 1
                assert randomized == harmonic_less_one(size)
                assert size == 3 or randomized * 36 / 25 <= halving


def test_the_witnesses_about_the_printed_proof() -> None:
    # Two of three concepts eliminated at once: M_3 = 2/3, M_2 = 1/2.
    assert witness("notes3-4.1-recurrence", 1) == {"batches": [2]}
    assert 3 * Fraction(2, 3) == 2 < 2 + Fraction(1, 2)
    assert witness("notes3-4.1-recurrence", 2) == {"batches": [1, 1]}
    m = [Fraction(text) for text in witness("notes3-4.1-subtraction", 0)["M"]]
    assert len(m) == 3
    assert (m[0] <= 0, 2 * m[1] <= 1 + m[0], 3 * m[2] <= 2 + m[0] + m[1]) == (True, True, True)
    assert 3 * (m[2] - m[1]) > 1
    assert witness("notes3-4.1-harmonic", 1) == {"m": 1}
    assert [witness("notes3-4.1-factor", number)["m"] for number in (1, 2, 3, 4)] == [1, 2, 2, 3]
    assert Fraction(36, 25) * Fraction(5, 6) > 1


@given(st.integers(2, 10**6))
def test_logarithms_are_bounded(m: int) -> None:
    low, high = runs.ln_bounds(m)
    assert 0 < high - low < Fraction(1, 10**15)
    assert abs(float(low) - math.log(m)) < 1e-12


@given(st.lists(st.integers(1, 4), max_size=4))
def test_expectations_are_what_happens(batches: list[int]) -> None:
    """Follow all draws, one every round; only the last s concepts may be there at the start."""
    everyone = [number for number, size in enumerate(batches) for _ in range(size)] + [len(batches)]

    def err(left: list[int], sample: int) -> Fraction:
        if sample == len(batches):
            return Fraction(0)
        wrong = Fraction(sum(c == sample for c in left), len(left))
        return wrong + err([c for c in left if c != sample], sample + 1)

    assert runs.expectations(batches) == [err(everyone[-s:], 0) for s in range(1, len(everyone) + 1)]


def test_small_classes_agree_with_the_oracle() -> None:
    for candidate in runs.classes()[:250:3]:
        concepts = tuple(candidate["concepts"])
        assert runs.halving(concepts) == oracle.halving(space(candidate), "adversarial")
        assert runs.randomized(concepts) == oracle.randomized_halving(space(candidate))


def first(violated: Callable[[Any], str | None], candidates: Any) -> Any:
    return next(candidate for candidate in candidates if violated(candidate))


def test_the_checks_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deliberately false variants: a mistake fewer than the bounds, and a recurrence with less on its right."""
    monkeypatch.setattr(check, "halving", lambda concepts: runs.halving(concepts) + 1)
    assert len(first(check.above_log2, runs.classes())["concepts"]) == 1
    assert check.singletons_differ({"concepts": ["+-", "-+"]})
    assert check.below_on_cube({"concepts": ["+", "-"]})
    monkeypatch.setattr(check, "randomized", lambda concepts: runs.randomized(concepts) + Fraction(1, 100))
    assert len(first(check.above_harmonic, runs.classes())["concepts"]) == 1
    assert check.above_ln({"concepts": ["+"]})
    assert check.steep((), [Fraction(0), Fraction(51, 100)])
    assert check.recurrence((), [Fraction(0), Fraction(51, 100)], equal=False)
    assert check.kept_differs((1,), [Fraction(0), Fraction(51, 100)])
    assert check.bounds_ratio(2, factor=Fraction(3))
    assert check.numbers_above_harmonic({"M": ["0", "1/2"]}) is None
    monkeypatch.setattr(check, "harmonic_less_one", lambda m: harmonic_less_one(m) - Fraction(1, 100))
    assert check.numbers_above_harmonic({"M": ["0", "1/2"]})
    assert check.solution(5, first=1)


@pytest.mark.parametrize(
    "candidate",
    [
        {},
        {"concepts": []},
        {"concepts": ["+", "+"]},
        {"concepts": ["+", "+-"]},
        {"concepts": ["x"]},
        {"concepts": "+-"},
        {"batches": [0]},
        {"batches": [50]},
        {"M": ["1"]},
        {"M": ["0", "-1/2"]},
        {"M": ["0", "1"]},
        {"M": ["1/0"]},
        {"m": 0},
        {"m": "2"},
        {"few": 2, "many": 1},
        {"concepts": ["+"], "sequence": [[3, 1]]},
        {"concepts": ["+"], "sequence": [[0, 2]]},
        {"concepts": ["+"], "sequence": 7},
    ],
)
def test_candidates_are_not_trusted(candidate: Candidate) -> None:
    claims = [claim for claim in CLAIMS if "concepts" not in candidate or claim.id == "notes3-3"]
    numbers = {("notes3-3", 3)} if "sequence" in candidate else None
    for claim in claims:
        for number, reading in enumerate(claim.readings):
            if reading.violated is not None and (numbers is None or (claim.id, number) in numbers):
                assert reading.violated(candidate) is None
