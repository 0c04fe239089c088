"""The margin game's checker against independent programs, on the values of the theory, and on mutants of witnesses."""

import copy
import json
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from math import asin, floor, log2, pi, sin, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from conftest import DATA, ROOT
from flint import arb, ctx
from oracles import margin as oracle

from learners.algorithms.cone_halving import cell_bound
from proofs import checker, margin_checker
from proofs.checker import MalformedError, TooMuchError
from proofs.margin_checker import cells, counter, lines
from proofs.margin_game.lower import best_lower, best_tree, largest_margin, shipped_trees
from proofs.margin_game.upper import best_upper, shipped_bounds
from proofs.margin_game.value import value_of

THIRD = Fraction(1, 9)
VALUES: dict[int, list[int | None]] = {  # d: the row of the theory for δ = 1/2, 2/5, 1/3, 3/10, 1/4, 1/5, 1/10
    2: [2, 2, 3, 3, 3, 3, 4],
    3: [3, 4, 4, None, 5, 6, 8],
    4: [4, None, 5, 6, None, None, None],
    5: [4, 5, 6, None, 8, None, None],
    6: [4, 6, 7, None, None, None, None],
}
MARGINS = [Fraction(text) for text in ("1/2", "2/5", "1/3", "3/10", "1/4", "1/5", "1/10")]
CASES = [
    pytest.param(d, m, k, marks=[pytest.mark.full] * (d > 3))
    for d, row in VALUES.items()
    for m, k in zip(MARGINS, row, strict=True)
    if k is not None
]


@pytest.mark.parametrize(("dimension", "margin", "mistakes"), CASES)
def test_the_values_of_the_theory_are_certified(dimension: int, margin: Fraction, mistakes: int) -> None:
    value = value_of(dimension, margin**2)
    assert (value.lower.mistakes, value.upper.mistakes) == (mistakes, mistakes)
    assert value.exact
    report = margin_checker.judge(msgspec.to_builtins(value.certificate()))
    assert report.reason is None
    assert [found["mistakes"] for found in report.statements] == [mistakes, mistakes]


@pytest.mark.parametrize(("dimension", "mistakes", "inverse"), [(3, 4, 6.2361), (3, 5, 12.2045), (3, 6, 23.8227)])
def test_the_largest_margins_are_as_large_as_those_known(dimension: int, mistakes: int, inverse: float) -> None:
    found = largest_margin(dimension, mistakes)
    assert found is not None
    assert 1 / found.margin_squared < Fraction(inverse)


@pytest.mark.parametrize("dimension", [3, 6])
@pytest.mark.parametrize(("depth", "forest"), [(4, False), (7, True), (9, True)])
def test_cells_are_below_the_integral_and_close_to_it(dimension: int, depth: int, *, forest: bool) -> None:
    for margin in (Fraction(1, 3), Fraction(1, 5)):
        exact = oracle.smallest_cone(dimension, float(margin), depth, forest=forest)
        found = margin_checker.Sphere(dimension, 4_000).smallest_cone(margin**2, depth, forest=forest)
        assert 0.98 * exact - 1e-4 < found / margin_checker.ONE < exact + 1e-9


@pytest.mark.parametrize(
    ("dimension", "margin", "depth"), [(3, Fraction(1, 3), 4), (3, Fraction(1, 5), 6), (4, Fraction(3, 10), 6)]
)
def test_the_pair_term_outside_the_maximum_would_prove_what_is_false(
    dimension: int, margin: Fraction, depth: int
) -> None:
    assert 2**depth * oracle.smallest_cone(dimension, float(margin), depth, forest=True, outside=True) > 1.8
    assert best_lower(dimension, margin**2).mistakes == depth
    witness = {"intervals": 4_000, "forest": True}
    assert "may fit" in cells(dimension, margin**2, depth - 1, witness, counter())


@pytest.mark.parametrize(
    ("dimension", "margin", "depth", "forest", "value"),
    [
        (4, Fraction(3, 10), 7, False, 1.204850),
        (6, Fraction(1, 3), 8, True, 1.003179),
        (6, Fraction(1, 3), 8, False, 0.996074),
    ],
)
def test_cells_of_the_theory(dimension: int, margin: Fraction, depth: int, *, forest: bool, value: float) -> None:
    assert abs(2**depth * oracle.smallest_cone(dimension, float(margin), depth, forest=forest) - value) < 2e-6
    intervals = 32_000 if forest else 8_000  # the value that is closest to 1 needs most
    shown = cells(dimension, margin**2, depth - 1, {"intervals": intervals, "forest": forest}, counter())
    assert (not shown) == (value > 1)


@pytest.mark.parametrize(
    ("dimension", "margin"), [(3, Fraction(1, 3)), (4, Fraction(2, 5)), (6, Fraction(3, 10)), (2, THIRD)]
)
def test_polynomials_are_below_zero_as_laplace_has_them(dimension: int, margin: Fraction) -> None:
    from proofs.margin_game.upper import _polynomial

    found = _polynomial(dimension, float(1 - 2 * margin**2), 8)
    top = float(1 - 2 * margin**2)
    assert max(oracle.polynomial(dimension, found, top * step / 50) for step in range(51)) < 0
    assert not lines(dimension, margin**2, 40, found, counter())
    risen = [found[0] + 2 * sum(found), *found[1:]]
    assert lines(dimension, margin**2, 40, risen, counter()) == "f is not below 0 on all of [0, s]"


@pytest.mark.parametrize(
    "shape", [(3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (6, 7), pytest.param((4, 12), marks=pytest.mark.full)]
)
def test_the_shipped_trees_have_the_margin_that_they_state(shape: tuple[int, int]) -> None:
    tree = best_tree(*shape)
    assert float(1 / tree.margin_squared) == pytest.approx(shipped_trees()[shape].inverse)
    assert oracle.margin_squared(msgspec.to_builtins(tree.record())) == tree.margin_squared > 0
    assert len(list(oracle.leaves(msgspec.to_builtins(tree.record())))) == 2 ** shape[1]


CORPUS = DATA / "certificates" / "margin" / "valid"


def mutants(
    certificate: dict[str, Any], statement: str, change: Callable[[Any, Random], object], number: int
) -> Iterator[dict[str, Any]]:
    """Yield so many certificates that claim only this statement, each with a change."""
    random = Random(statement)
    certificate["claims"] = [claim for claim in certificate["claims"] if claim["statement"] == statement]
    assert len(certificate["claims"]) == 1
    for _ in range(number):
        mutant = copy.deepcopy(certificate)
        while mutant == certificate:
            change(mutant, random)
        yield mutant


def read(name: str) -> dict[str, Any]:
    """Return a valid certificate of the corpus."""
    found: dict[str, Any] = json.loads((CORPUS / f"{name}.json").read_text())
    return found


def change_lower(mutant: dict[str, Any], random: Random) -> None:
    """Change the game, the number of axes, what is claimed, or a tree, if there is one."""
    trees = mutant["lower"]["trees"]
    tree = random.choice(trees or [{}])
    match random.randrange(8 if trees else 4):
        case 0:
            mutant["lower"]["axes"] = max(0, mutant["lower"]["axes"] + random.choice([-1, 1]))
        case 1:
            mutant["claims"][0]["mistakes"] += random.choice([-1, 1])
        case 2:
            mutant["dimension"] += random.choice([-1, 1])
        case 3:
            mutant["margin_squared"] = str(
                Fraction(mutant["margin_squared"]) * Fraction(random.randrange(70, 130), 100)
            )
        case 4:
            tree["reflect"] = random.randrange(tree["dimension"] + 1)
        case 5:
            tree["margin_squared"] = str(Fraction(tree["margin_squared"]) * Fraction(random.randrange(70, 130), 100))
        case _:
            row = random.choice(tree[random.choice(["points", "targets"])])
            row[random.randrange(len(row))] += random.choice([-300, -3, -1, 1, 10**4])
            row[0] += not any(row)


def change_upper(mutant: dict[str, Any], random: Random) -> None:
    """Change the game, the claim or the witness."""
    witness = next(iter(mutant["upper"].values()))
    match random.randrange(4):
        case 0:
            mutant["margin_squared"] = str(Fraction(random.randrange(1, 60), random.randrange(60, 700)))
        case 1:
            mutant["dimension"] = random.randrange(2, 9)
        case 2:
            mutant["claims"][0]["mistakes"] = max(0, mutant["claims"][0]["mistakes"] + random.randrange(-3, 4))
        case _ if isinstance(witness, list):
            witness[random.randrange(len(witness))] += random.randrange(-60, 60)
        case _ if isinstance(witness, dict):
            witness |= {"intervals": random.randrange(1, 900), "forest": random.random() < 0.5}


@pytest.mark.parametrize("number", [60, pytest.param(1_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", ["axes", "tree", "sum", "plane"])
def test_mutants_of_lower_bounds_are_accepted_iff_they_are_true(name: str, number: int) -> None:
    verdicts = []
    for mutant in mutants(read(name), "universal bound", change_lower, number):
        true = is_forced(mutant)
        assert margin_checker.judge(mutant).valid == true
        verdicts.append(true)
    assert min(verdicts.count(True), verdicts.count(False)) > number // 10


def is_forced(certificate: dict[str, Any]) -> bool:
    """Tell whether the oracle finds that a witness forces the mistakes that are claimed."""
    (claim,), margin_squared = certificate["claims"], Fraction(certificate["margin_squared"])
    return bool(claim["mistakes"] <= oracle.forced(certificate["lower"], certificate["dimension"], margin_squared))


@pytest.mark.parametrize("number", [60, pytest.param(1_000, marks=pytest.mark.full)])
def test_mutants_of_trees_in_traces_are_accepted_iff_they_are_true(number: int, tmp_path: Path) -> None:
    path, verdicts = tmp_path / "t.jsonl", []
    header, *rounds, footer = (DATA / "certificates" / "valid" / "mistake_tree.jsonl").read_text().splitlines()
    for mutant in mutants(json.loads(header) | json.loads(footer), "universal bound", change_lower, number):
        true = is_forced(mutant)
        ends = [json.dumps({key: mutant[key] for key in json.loads(line)}) for line in (header, footer)]
        path.write_text("\n".join([ends[0], *rounds, ends[1]]))
        try:
            statements = checker.check(path).statements
        except MalformedError:  # the points need the dimension
            assert mutant["dimension"] < json.loads(header)["dimension"]
            continue
        assert ("universal bound" in [found["statement"] for found in statements]) == true
        verdicts.append(true)
    assert min(verdicts.count(True), verdicts.count(False)) > number // 10


@pytest.mark.parametrize("number", [30, pytest.param(300, marks=[pytest.mark.full, pytest.mark.timeout(1_200)])])
@pytest.mark.parametrize("name", ["perceptron", "cap", "lines", "cells", "forest"])
def test_no_mutant_of_an_upper_bound_is_accepted_that_is_false(name: str, number: int) -> None:
    verdicts = []
    certificate = read({"cells": "forest", "perceptron": "axes"}.get(name, name))
    for mutant in mutants(certificate, "upper bound", change_upper, number):
        (claim,), dimension, margin_squared = mutant["claims"], mutant["dimension"], Fraction(mutant["margin_squared"])
        if "cells" in mutant["upper"]:
            mutant["upper"]["cells"]["intervals"] = min(800, mutant["upper"]["cells"]["intervals"])
            mutant["upper"]["cells"]["forest"] &= name == "forest"
        k, margin = claim["mistakes"], sqrt(margin_squared)
        found = margin_checker.judge(mutant)
        verdicts.append(found.valid)
        if not found.valid:
            continue
        assert best_lower(dimension, margin_squared).mistakes <= k
        if name == "lines":
            coefficients = mutant["upper"]["lines"]
            top = 1 - 2 * margin**2
            assert max(oracle.gegenbauer(dimension, coefficients, top * step / 400) for step in range(401)) < 1e-6
            assert sum(coefficients) < coefficients[0] << k
        elif name == "perceptron":
            assert k + 1 > 1 / margin_squared
        elif name == "cap":
            assert 2 ** (k + 1) * oracle.cap(dimension, asin(margin)) > 1
        elif dimension > 2:
            forest = mutant["upper"]["cells"]["forest"]
            assert 2 ** (k + 1) * oracle.smallest_cone(dimension, margin, k + 1, forest=forest) > 1 - 1e-9
        else:
            assert margin > sin(pi / 2 ** (k + 1))
    assert min(verdicts.count(True), verdicts.count(False)) > number // 20


def test_shipped_data_is_small_and_covers_what_was_searched() -> None:
    folder = ROOT / "proofs" / "margin_game"
    data = [path for path in folder.rglob("*") if path.suffix not in (".py", ".pyc") and path.is_file()]
    assert {path.name for path in data} == {"trees.json", "bounds.json"}
    assert sum(len(zlib.compress(path.read_bytes())) for path in data) <= 500_000  # as they are in the wheel
    for dimension in range(1, 9):
        for mistakes in range(1, 13):
            found = largest_margin(dimension, mistakes)
            assert (found is None) == (dimension == 1 < mistakes)
            assert found is None or found.mistakes == mistakes
            assert found is None or found.dimension <= dimension


def certificate(dimension: int, margin_squared: str, claim: tuple[str, int], **witness: Any) -> dict[str, Any]:
    """Return a certificate of one claim."""
    claims = [{"statement": claim[0], "mistakes": claim[1]}]
    game = {"format": margin_checker.FORMAT, "dimension": dimension, "margin_squared": margin_squared}
    return game | {"claims": claims} | witness


@pytest.mark.full
def test_sums_of_trees_with_unlike_margins_are_counted_before_they_are_added() -> None:
    tree = {"dimension": 1, "reflect": 1, "points": [], "targets": [[1]]}
    trees = [tree | {"margin_squared": f"{10**998 - number}/{10**998 + number}"} for number in range(400)]
    for some, work in ((trees[:20], False), (trees, True)):
        asked = certificate(1_000, "1/1000", ("universal bound", 20), lower={"axes": 0, "trees": some})
        if work:
            with pytest.raises(TooMuchError):
                margin_checker.judge(asked)
        else:
            assert margin_checker.judge(asked).valid


def test_polynomials_of_a_high_dimension_are_counted_with_their_denominators() -> None:
    long = certificate(10**6, "1/9", ("upper bound", 100), upper={"lines": [1] * 30})
    with pytest.raises(TooMuchError):
        margin_checker.judge(long)
    assert not margin_checker.judge(long | {"dimension": 3}).valid


@pytest.mark.parametrize(("dimension", "intervals"), [(4, 1), (5, 1), (300, 2)])
def test_sums_too_coarse_to_see_the_sphere_prove_nothing(dimension: int, intervals: int) -> None:
    asked = certificate(dimension, "1/9", ("upper bound", 8), upper={"cells": {"intervals": intervals, "forest": True}})
    assert "0.000e+00 of the sphere" in str(margin_checker.judge(asked).reason)


def test_more_mistakes_than_cells_are_for() -> None:
    assert margin_checker.judge(
        certificate(20_000, "1/20000", ("universal bound", 20_000), lower={"axes": 20_000, "trees": []})
    ).valid
    asked = certificate(5, "1/20000", ("upper bound", 20_000), upper={"perceptron": True})
    assert margin_checker.judge(asked).valid
    with pytest.raises(MalformedError, match="at most 10,000 mistakes"):
        margin_checker.judge(asked | {"upper": {"cells": {"intervals": 10}}})


def test_a_margin_below_all_floats_has_a_lower_bound() -> None:
    lower = best_lower(2, Fraction(1, 10**800))
    assert lower.mistakes == 14
    assert lower.margin_squared >= Fraction(1, 10**800)


@pytest.mark.parametrize("depth", [3, 4, 9, 40, 150])
def test_angles_of_the_plane_are_told_apart(depth: int) -> None:
    with ctx.workprec(1_000):
        least = int(((arb.pi() / 2**depth).sin() ** 2 * 2**600).floor().unique_fmpz())  # sin²(π/2^depth), times 2^600
    for margin_squared, shown in ((least - 1, False), (least, False), (least + 2**300, True)):
        asked = certificate(2, str(Fraction(margin_squared, 2**600)), ("upper bound", depth - 1))
        assert margin_checker.judge(asked | {"upper": {"cells": {"intervals": 1}}}).valid == shown


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 7, 30])
@pytest.mark.parametrize("margin", [Fraction(1, 2), Fraction(1, 1000), Fraction(1, 10**9)])
def test_caps_are_those_of_beta_functions_but_for_a_mistake(dimension: int, margin: Fraction) -> None:
    exact = floor(-log2(oracle.cap(dimension, asin(margin))))
    least = next(k for k in count() if not margin_checker.cap(dimension, margin**2, k, True, counter()))
    assert exact <= least <= exact + 1


@pytest.mark.full
def test_there_is_a_bound_at_margins_that_are_too_small_for_cells() -> None:
    found = best_upper(3, Fraction(1, 10**20))
    assert (found.mistakes, found.by) == (68, "cap")
    assert cell_bound(3, Fraction(1, 10**20)) == 68
    assert best_upper(10**5, Fraction(1, 10**6)).by == "perceptron"


@pytest.mark.parametrize("step", [126, pytest.param(9, marks=pytest.mark.full)])
def test_the_shipped_bounds_are_proved_by_the_exact_check(step: int) -> None:
    rows = [row for rows in shipped_bounds().values() for row in rows]
    assert {row.dimension: row.mistakes for row in rows}.keys() == {*range(3, 9)}
    for row in rows[::step] + [row for row in rows if row.lines][:: step // 9]:
        squared = Fraction(row.margin_squared)
        proved = best_upper(row.dimension, squared, row.mistakes)
        assert proved.mistakes == row.mistakes
        assert best_lower(row.dimension, squared).mistakes <= row.mistakes
        smaller = best_upper(row.dimension, squared * Fraction(999, 1000), row.mistakes)
        assert smaller.mistakes in (row.mistakes, row.mistakes + 1)


def test_the_plane_has_an_upper_bound_at_tiny_margins() -> None:
    assert best_upper(2, Fraction(1, 10**10)).mistakes == 18
    assert best_upper(2, Fraction(1, 10**660)).mistakes == floor(330 * log2(10) + log2(pi))  # no float is as small
