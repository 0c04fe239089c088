"""Twin cells: the checker against slices of balls and random points of the sphere, and certificates that are false."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, cos, pi, sin, sqrt
from random import Random
from typing import Any

import pytest
from oracles import margin as oracle

from proofs.checker import MalformedError, TooMuchError
from proofs.margin_checker import UNIT, Twins, counter, twins
from proofs.margin_game.lower import best_lower
from proofs.margin_game.twins import best_heights
from proofs.margin_game.upper import best_upper

FOUR = 4, Fraction(1, 3), 5
FIVE = 5, Fraction(1, 4), 8
TWELVE = {"of": 200, "heights": [101, 100, 97, 93, 82, 60, 50, 43, 34, 25, 14, 2], "steps": 85}
OF_FIVE = {"of": 500, "heights": [186, 183, 177, 152, 95, 79, 66, 53, 42, 33, 17, 0], "steps": 85}
KNOWN = [(FOUR, TWELVE), (FIVE, OF_FIVE)]


def fault(game: tuple[int, Fraction, int], witness: dict[str, Any], **changes: Any) -> str:
    """Return why twins do not prove an upper bound, or nothing."""
    dimension, margin, mistakes = game
    return twins(dimension, margin**2, mistakes, witness | changes, counter())


@pytest.mark.parametrize(("game", "witness"), KNOWN)
def test_twelve_integers_prove_what_was_open(game: tuple[int, Fraction, int], witness: dict[str, Any]) -> None:
    dimension, margin, mistakes = game
    assert fault(game, witness) == ""
    assert best_lower(dimension, margin**2).mistakes == mistakes
    heights = [height / witness["of"] for height in witness["heights"]]
    assert 1.04 < oracle.twin_cell(dimension, float(margin), mistakes, heights) < 1.07


@pytest.mark.full
@pytest.mark.parametrize(("dimension", "n", "mistakes"), [(6, 5, 11), (7, 10, 19), (8, 5, 14), (9, 10, 24)])
def test_twins_prove_less_than_cells(dimension: int, n: int, mistakes: int) -> None:
    upper = best_upper(dimension, Fraction(1, n * n))
    assert (upper.mistakes, upper.by) == (mistakes, "twins")
    assert best_lower(dimension, Fraction(1, n * n)).mistakes < mistakes


def negatives() -> Iterator[tuple[str, tuple[int, Fraction, int], dict[str, Any]]]:
    """Yield false certificates, and what the checker says."""
    heights = TWELVE["heights"]
    assert isinstance(heights, list)
    yield "the set has at most", (4, Fraction(1, 3), 4), TWELVE
    yield "may cut off too much", (4, Fraction(3, 10), 5), TWELVE
    yield "the set has at most", (5, Fraction(1, 3), 5), TWELVE
    yield "may cut off too much", FOUR, TWELVE | {"heights": [round(1.1 * height) for height in heights]}
    yield "may cut off too much", FOUR, TWELVE | {"heights": [*heights[:6], *[0] * 6]}
    yield "the heights should be from 0 to 100", FOUR, TWELVE | {"of": 100}
    yield "the heights should be from 0", FOUR, TWELVE | {"heights": [-1, *heights]}
    yield "the argument needs dimension 4", (3, Fraction(1, 3), 5), TWELVE
    yield "the argument needs dimension 4", (4, Fraction(1, 3), 0), TWELVE
    yield "the argument needs dimension 4", (4, Fraction(1), 1), TWELVE
    # against the facet t = 90° - 2r, ψ = 0 alone, directions with |α| ≤ 2r would give 2^4·5/24 = 10/3
    yield "may cut off too much", (4, Fraction(1, 3), 4), TWELVE | {"heights": [200] * 5 + [0] * 7}


@pytest.mark.parametrize(("reason", "game", "witness"), [*negatives()])
def test_false_certificates_are_refused(reason: str, game: tuple[int, Fraction, int], witness: dict[str, Any]) -> None:
    assert reason in fault(game, witness)


@pytest.mark.full
@pytest.mark.parametrize("steps", [8, 12, 32])
@pytest.mark.parametrize(
    ("game", "least", "most"), [((4, Fraction(1, 2), 3), 0.98, 1), ((4, Fraction(2, 5), 4), 0.96, 0.98)]
)
def test_the_best_heights_prove_nothing_where_twins_cannot(
    game: tuple[int, Fraction, int], steps: int, least: float, most: float
) -> None:
    dimension, margin, mistakes = game
    value, heights = best_heights(dimension, margin**2, mistakes, steps)
    assert least < value < most
    for factor in (0.9, 1, 1.1):
        whole = [min(400, round(400 * factor * height)) for height in heights]
        witness = {"of": 400, "heights": whole, "steps": ceil(800 / steps)}
        assert fault(game, witness) != ""
        assert oracle.twin_cell(dimension, float(margin), mistakes, [height / 400 for height in whole]) < 1


@pytest.mark.parametrize("size", range(2, 9))
def test_caps_are_those_of_beta_functions(size: int) -> None:
    table = Twins(2, [1], 1, 90)
    above, below = table.caps(size, up=True), table.caps(size, up=False)
    for j in range(91):
        assert 0 <= above[j] - below[j] < 2**12
        assert abs(above[j] / UNIT - oracle.cap(size, j * pi / 180)) < 1e-12


@pytest.mark.parametrize(("game", "witness"), KNOWN)
@pytest.mark.parametrize(("t", "psi"), [(0, 600), (200, 700), (500, 750), (550, 100), (300, 1000)])
def test_what_a_facet_cuts_off_is_not_below_the_integral_and_close_to_it(
    game: tuple[int, Fraction, int], witness: dict[str, Any], t: int, psi: int
) -> None:
    n, steps, power = witness["of"], witness["steps"], game[0] - 2
    found = Twins(power, witness["heights"], n, steps)
    heights = [height / n for height in witness["heights"]]
    side, lean = (t + 0.5) * pi / 2 / found.angles, (psi + 0.5) * pi / 2 / found.angles
    facet = [cos(lean) * cos(side), cos(lean) * sin(side), *[sin(lean) / sqrt(power)] * power]
    samples = 400_000
    volume, behind = oracle.cut_off(facet, heights, samples)
    assert abs(volume - sum(height**power for height in heights) / 2 / len(heights)) < 5 * sqrt(volume / samples)
    noise = 5 * sqrt((behind + 1e-5) / samples)
    box = t, t + 1, psi, psi + 1
    assert not found.fits(box, int((behind - noise) * 4 * found.angles * UNIT))
    assert found.fits(box, int((1.1 * behind + noise) * 4 * found.angles * UNIT))


@pytest.mark.parametrize("margin", ["1/3", "2/5", "1/2", "2/3", "9/10"])
def test_a_witness_also_proves_the_bound_at_larger_margins(margin: str) -> None:
    assert fault((4, Fraction(margin), 5), TWELVE) == ""


@pytest.mark.full
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize(("game", "witness"), KNOWN)
def test_no_mutant_is_accepted_that_is_false(game: tuple[int, Fraction, int], witness: dict[str, Any]) -> None:
    random, verdicts = Random(0), []
    for _ in range(60):
        dimension, margin, mistakes = game
        heights, of, steps = [*witness["heights"]], witness["of"], witness["steps"]
        match random.randrange(6):
            case 0:
                margin *= Fraction(random.randrange(90, 120), 100)
            case 1:
                dimension, mistakes = dimension + random.choice([-1, 1]), mistakes + random.randrange(3)
            case 2:
                mistakes += random.choice([-1, 1, 2])
            case 3:
                of = of * random.randrange(90, 115) // 100
            case 4:
                steps = random.randrange(5, 120)
            case _:
                for _ in range(random.randrange(1, 4)):
                    at = random.randrange(len(heights))
                    heights[at] = max(0, heights[at] + random.randrange(-30, 30))
        refused = fault((dimension, margin, mistakes), {"of": of, "heights": heights, "steps": steps})
        verdicts.append(not refused)
        if not refused:
            assert best_lower(dimension, margin**2).mistakes <= mistakes
            assert oracle.twin_cell(dimension, float(margin), mistakes, [s / of for s in heights]) > 0.999
    assert min(verdicts.count(True), verdicts.count(False)) >= 10


def test_sizes_are_counted_before_the_arithmetic() -> None:
    for game, changes in ((FOUR, {"of": 10**4, "heights": [10**4] * 10}), ((10**5, Fraction(1, 3), 5), {})):
        with pytest.raises(TooMuchError):
            fault(game, TWELVE, **changes)
    unreadable: list[dict[str, Any]] = [{"of": 0}, {"of": 10**7}, {"steps": 0}, {"steps": 10**4}]
    for changed in [*unreadable, {"heights": []}, {"heights": [True]}]:
        with pytest.raises(MalformedError):
            fault(FOUR, TWELVE, **changed)
