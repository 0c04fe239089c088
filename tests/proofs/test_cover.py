"""Branch and bound in the margin game: its geometry and its bounds against independent programs, and its corpus."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from conftest import DATA, Ran
from flint import arb
from oracles import margin as oracle

from adversary.game.judge import COVER_NEEDS, COVER_NOT_TRUSTED, judge_file
from proofs import margin_checker
from proofs.checker import MalformedError, TooMuchError
from proofs.exact.errors import InputError
from proofs.margin_checker import cells, counter
from proofs.margin_game import cover
from proofs.margin_game.caps import Cap, Enclosure, is_narrow
from proofs.margin_game.cover import branch_and_bound, covers
from proofs.margin_game.lower import best_lower
from proofs.margin_game.value import value_of
from proofs.solvers.budget import Budget

Run = Callable[..., Ran]
CORPUS = DATA / "certificates" / "cover"
EXPECTED: dict[str, Any] = json.loads((CORPUS / "expected.json").read_text())
SIXTH = Fraction(10, 61)  # between the largest margin² that forces 4, and what cells and lines decide


def test_every_file_of_the_corpus_has_its_verdict() -> None:
    assert {path.relative_to(CORPUS).as_posix() for path in CORPUS.glob("*/*")} == EXPECTED.keys()


@pytest.mark.long
def test_what_is_judged() -> None:
    for name in [name for name in EXPECTED if not name.startswith("malformed")]:
        report = cover.check(CORPUS / name)
        found = {"verdict": "valid" if report.valid else "not valid", "statements": report.statements}
        assert EXPECTED[name] == found | ({} if report.reason is None else {"reason": report.reason}), name
        assert report.valid == name.startswith("valid"), name


def test_malformed() -> None:
    for name in [name for name in EXPECTED if name.startswith("malformed")]:
        with pytest.raises(MalformedError) as caught:
            cover.check(CORPUS / name)
        assert EXPECTED[name] == {"verdict": "malformed", "reason": str(caught.value)}, name


def test_the_trusted_checker_names_the_other_one(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CORPUS / "valid" / "both_bounds.json")
    assert margin_checker.main([path]) == 2
    why = "branch_and_bound is for proofs.margin_game.cover, which is not one of the trusted checkers"
    assert (
        capsys.readouterr().err == f'{path}: "upper" should have one of perceptron, cap, lines, cells, twins; {why}\n'
    )


def test_many_claims_are_too_much_arithmetic(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = iter([True, True])  # and a third search would end the test
    monkeypatch.setattr(cover, "covers", lambda *_: next(searched))
    claim, count = (3, SIXTH, 3, {"regions": cover.MAX_REGIONS}), counter()
    assert [branch_and_bound(*claim, count) for _ in range(2)] == ["", ""]
    with pytest.raises(TooMuchError):
        branch_and_bound(*claim, count)


def random_caps(random: Random) -> list[tuple[list[float], float]]:
    """Return up to five caps that have a random direction in common."""
    common = np.array([random.gauss(0, 1) for _ in range(3)])
    found = list[tuple[list[float], float]]()
    while len(found) < 5 and (len(found) < 1 or random.random() < 0.8):
        center = np.array([random.gauss(0, 1) for _ in range(3)])
        center /= np.linalg.norm(center)
        height = float(center @ common / np.linalg.norm(common))
        if height > 0.05:
            found.append((center.tolist(), height * random.random()))
    return found


def smallest_product(caps: list[tuple[list[float], float]], random: np.random.Generator) -> float:
    """Return the smallest ⟨v,w⟩ of many random points within all caps: never below the minimum."""
    points = random.normal(size=(1_200, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    edges = []
    for center, least in caps:  # points on the edges, where the minimum is
        across = points - np.outer(points @ center, center)
        across /= np.linalg.norm(across, axis=1)[:, None]
        edges.append(least * np.array(center) + np.sqrt(1 - least**2) * across)
    points = np.vstack([points, *edges])
    inside = points[np.all([points @ center >= least - 1e-12 for center, least in caps], axis=0)]
    return float((inside @ inside.T).min()) if len(inside) > 1 else 1.0


def test_narrow_means_that_no_two_targets_are_far_apart() -> None:
    random, numbers, seen = Random(7), np.random.default_rng(7), 0
    for _ in range(60):
        caps = random_caps(random)
        exact = [Cap(unit(center), arb(least)) for center, least in caps]
        smallest = smallest_product(caps, numbers)
        assert not is_narrow(exact, arb(smallest + 1e-9))
        seen += smallest < 0.9
        assert smallest > 0.99 or is_narrow(exact, arb(smallest - 0.05))
    assert seen > 40


def unit(center: list[float]) -> Enclosure:
    x, y, z = map(arb, center)
    norm = (x * x + y * y + z * z).sqrt()
    return Enclosure(x / norm, y / norm, z / norm)


def test_one_cap_is_as_wide_as_its_circle() -> None:
    cap = [Cap(unit([1.0, 2.0, 2.0]), arb("0.8"))]  # ⟨v,w⟩ is at least 2 · 0.64 - 1
    assert is_narrow(cap, arb("0.2799"))
    assert not is_narrow(cap, arb("0.2801"))
    within = [*cap, Cap(unit([1.0, 2.0, 2.1]), arb("0.1"))]  # which has the first one within it
    assert is_narrow(within, arb("0.2799"))
    assert not is_narrow(within, arb("0.2801"))


@pytest.mark.parametrize("margin", [Fraction(9, 20), Fraction(1, 3)])
def test_three_mistakes_against_a_grid_of_points_and_targets(margin: Fraction) -> None:
    spread = oracle.spread_of_both_sides(float(margin), 40)
    assert abs(spread - margin) > 0.02  # more than the grid is wrong by
    assert covers(margin**2, 3, Budget().spend) == (spread < margin)


@pytest.mark.parametrize(
    ("margin_squared", "mistakes"), [(Fraction(1, 5), 3), (Fraction(4, 25), 4), (Fraction(7, 20), 2)]
)
def test_what_cells_or_the_perceptron_prove_is_proved_by_a_cover(margin_squared: Fraction, mistakes: int) -> None:
    intervals = {"intervals": 4_000, "forest": False}
    assert int(1 / margin_squared) <= mistakes or not cells(3, margin_squared, mistakes, intervals, counter())
    assert best_lower(3, margin_squared).mistakes == mistakes
    assert covers(margin_squared, mistakes, Budget().spend)
    assert mistakes == 2 or not covers(margin_squared, mistakes - 1, Budget().spend)


@pytest.mark.full
@pytest.mark.timeout(1_800)  # on a machine that is busy
def test_the_value_of_the_theory_that_only_a_cover_proves(adversary: Run) -> None:
    ran = adversary("value", "--dimension", 3, "--margin", "3/10", "--seconds", 600, "-o", "c.json", "--json")
    assert (ran.json["lower"], ran.json["upper"], ran.json["by"]["upper"]) == (4, 4, "branch and bound")
    checked = adversary("check", "c.json", "--json")
    bounds = [{"statement": bound, "mistakes": 4} for bound in ("universal bound", "upper bound")]
    assert (checked.json["valid"], checked.json["statements"]) == (True, bounds)


def test_the_command_closes_a_gap_and_says_who_judges(adversary: Run, tmp_path: Path) -> None:
    assert not value_of(3, SIXTH).exact
    ran = adversary("value", "--dimension", 3, "--margin", f"sqrt({SIXTH})", "-o", "c.json", "--json")
    assert (ran.json["lower"], ran.json["upper"], ran.json["exact"]) == (3, 3, True)
    assert ran.json["by"]["upper"] == "branch and bound"
    checked = adversary("check", "c.json")
    assert (checked.code, checked.err) == (0, f"adversary: c.json is {COVER_NEEDS}\n")
    words = " ".join(checked.out.split())
    assert f"judged by {COVER_NOT_TRUSTED} " in words
    assert "some deterministic learner never makes more than 3 mistakes" in words
    assert adversary("check", "c.json", "--json").json["checker"] == COVER_NOT_TRUSTED
    shown = adversary("show", "c.json")
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    with pytest.raises(InputError, match="not one of the trusted checkers"):
        judge_file(tmp_path / "c.json")


@pytest.mark.full
def test_a_budget_that_ran_out_leaves_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    for budget in (Budget(states=200), Budget(seconds=1e-6)):
        found = value_of(3, SIXTH, budget)
        assert (found.upper.mistakes, found.upper.by, bool(found.ran_out)) == (4, "cells", True)
    monkeypatch.setattr(cover, "MAX_REGIONS", 200)
    found = value_of(3, SIXTH, Budget())
    assert (found.upper.mistakes, found.ran_out) == (4, "200 regions")
    assert not value_of(4, SIXTH, Budget()).ran_out


@pytest.mark.parametrize("number", [25, pytest.param(300, marks=[pytest.mark.full, pytest.mark.timeout(1_200)])])
def test_no_mutant_is_accepted_that_is_false(number: int) -> None:
    random, verdicts = Random(1), []
    for _ in range(number):
        margin_squared = Fraction(random.randrange(120, 360), 1_000)
        k, regions = random.randrange(1, 6), random.randrange(1, 400)
        valid = not branch_and_bound(3, margin_squared, k, {"regions": regions}, counter())
        assert not valid or best_lower(3, margin_squared).mistakes <= k
        verdicts.append(valid)
    assert {*verdicts} == {True, False}
