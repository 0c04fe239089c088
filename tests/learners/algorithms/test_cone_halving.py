"""Cone halving: its cones and their parts against floats made otherwise, its bound against integrals, and its games."""

from fractions import Fraction
from itertools import pairwise
from math import acos, asin, log2, pi, sin, sqrt, tan
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import quad  # type: ignore[import-untyped]

from learners.algorithms.cone_halving import Cone, ConeHalving, Normal, _around, cell_bound, part
from learners.loading.sources import find
from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector, basis_vector, vector
from proofs.margin_checker import cells, counter
from proofs.settings import Halfspaces, Hinge

MARGINS = [Fraction(margin) for margin in ("1/2", "2/5", "1/3", "3/10", "1/4", "1/5", "1/10")]

normals = st.tuples(*[st.integers(-4, 4)] * 3)
signs: st.SearchStrategy[Label] = st.sampled_from([1, -1])


def share(cone: Cone) -> float:
    """Return the part of the sphere that a cone has, in floats, as a sum of triangles (Van Oosterom and Strackee)."""
    corners = [np.cross(cone[place - 1], facet).astype(float) for place, facet in enumerate(cone)]
    corners = [corner / np.linalg.norm(corner) for corner in corners]
    first, total = corners[0], 0.0
    for b, c in pairwise(corners[1:]):
        triple = float(np.dot(first, np.cross(b, c)))
        total += 2 * np.arctan2(abs(triple), 1 + first @ b + b @ c + c @ first)
    return total / (4 * pi)


@given(st.lists(normals, min_size=3, max_size=8), st.randoms(use_true_random=False))
def test_a_cone_has_the_directions_that_all_its_planes_allow(planes: list[Normal], random: Random) -> None:
    cone: Cone | None = ()
    for plane in planes:
        cone = None if cone is None else part(cone, plane)
    for _ in range(60):
        u = [random.randint(-9, 9) for _ in range(3)]
        inside = all(np.dot(u, plane) > 0 for plane in planes)
        assert inside == (cone is not None and all(np.dot(u, plane) > 0 for plane in cone))


@given(st.lists(normals, min_size=3, max_size=8))
def test_the_angles_of_a_cone_give_its_area(planes: list[Normal]) -> None:
    cone: Cone | None = ()
    for plane in planes:
        cone = None if cone is None else part(cone, plane)
    assume(cone is not None and len(cone) > 2)
    assert cone
    assert all(any(np.cross(one, other)) for one, other in pairwise(cone))
    assert (2 * pi - float(_around(cone))) / (4 * pi) == pytest.approx(share(cone), abs=1e-12)


def test_wedges() -> None:
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    half, wedge = part((), x), part((x,), y)
    assert (half, wedge) == ((x,), (x, y))
    assert part((x,), (2, 0, 0)) == (x,)
    assert part((x,), (-2, 0, 0)) is None
    assert part((x,), (0, 0, 0)) is None
    assert part((x, y), (1, 2, 0)) == (x, y)
    assert part((x, y), (-1, -2, 0)) is None
    assert {*(part((x, y), (1, -1, 0)) or ())} == {y, (1, -1, 0)}
    assert {*(part((x, y), (-1, 1, 0)) or ())} == {x, (-1, 1, 0)}
    assert len(part((x, y), z) or ()) == 3


def test_it_predicts_the_larger_part_exactly_where_floats_see_none() -> None:
    tiny = Fraction(1, 10**30)
    for sign in (1, -1):
        learner = ConeHalving(3)
        for axis in (0, 1):  # each is an even split, predicted +1
            assert learner.predict(basis_vector(axis)) == 1
            learner.update(basis_vector(axis), -1)
        across = vector(
            {0: Fraction(1), 1: -1 + sign * tiny}
        )  # u₀, u₁ < 0: the larger part is where u₀ > u₁, if sign is +1
        assert learner.predict(across) == -sign
        assert learner.predict(vector({0: Fraction(-1), 1: 1 - sign * tiny})) == sign


def test_ties_are_predicted_plus_and_counted_where_enclosures_have_to_decide() -> None:
    learner = ConeHalving(3)
    for axis in range(3):
        assert learner.predict(basis_vector(axis)) == 1
        learner.update(basis_vector(axis), -1)
    assert learner.undecided == 2  # not the first: halves of the whole sphere are alike without any enclosure
    before = learner.cone
    learner.update(basis_vector(0), -1)  # nothing new
    learner.update(basis_vector(0), 1)  # nothing that any target explains
    learner.update(Vector(()), 1)
    assert (learner.cone, learner.undecided) == (before, 2)


# ------------------------------------------------------------------------------------------------ the bound


@pytest.mark.parametrize("squared", [margin**2 for margin in MARGINS] + [Fraction(1, n) for n in (2, 3, 5, 7, 1000)])
def test_the_bound_is_that_of_cells(squared: Fraction) -> None:
    """The integral that docs/margin-proofs.md has, by quadrature: circles about the target, without an arc for each facet."""
    r = asin(sqrt(squared))

    def left(angle: float, facets: int) -> float:
        arc = acos(min(1.0, tan(r) / tan(angle))) / pi if angle > r else 0.0
        return max(0.0, 1 - facets * arc) * sin(angle) / 2

    k = cell_bound(3, squared)
    for facets, fits in ((k, True), (k + 1, False)):
        total, error = quad(left, 0, pi / 2, (facets,), limit=500, points=[r])
        assert (2**facets * total <= 1 + 1e-6) == fits
        assert error < 1e-7
    found = [bool(cells(3, squared, most, {"intervals": 4_000, "forest": False}, counter())) for most in (k, k - 1)]
    assert found == [False, True]  # what is wrong with it
    assert cell_bound(2, squared) == int(log2(pi / r) + 1e-12)


def test_the_bound_where_it_is_attained_exactly_and_at_a_tiny_margin() -> None:
    assert cell_bound(3, Fraction(1, 3)) == 3  # 2^3 octants
    assert cell_bound(3, Fraction(1, 3) + Fraction(1, 10**30)) == 2
    assert cell_bound(2, Fraction(1, 2)) == 2
    assert cell_bound(2, Fraction(1, 2) + Fraction(1, 10**30)) == 1
    assert [cell_bound(dimension, Fraction(1)) for dimension in (1, 2, 3)] == [1, 1, 1]
    assert 1000 * log2(10) < cell_bound(2, Fraction(1, 10**2000)) < 1000 * log2(10) + 2


def test_the_bound_is_of_unit_points_in_small_dimension() -> None:
    bound = find("cone-halving").bound
    assert bound(Halfspaces(3, Fraction(1, 9))) == 4
    assert bound(Halfspaces(4, Fraction(1, 9))) is None
    assert bound(Halfspaces(3, Fraction(1, 9), unit_norm=False)) is None
    assert bound(Hinge(3, Fraction(1), Fraction(9))) is None
    with pytest.raises(InputError, match="cone-halving plays in dimension 1 to 3, not 4"):
        find("cone-halving").make(Halfspaces(4, Fraction(1, 4)))


@given(
    st.sampled_from([2, 3]),
    st.integers(2, 12),
    st.lists(st.tuples(*[st.integers(-12, 12)] * 2), min_size=1, max_size=60),
)
def test_no_game_exceeds_the_bound(dimension: int, inverse: int, parameters: list[tuple[int, int]]) -> None:
    """Points of the sphere near the edge of what a margin of about 1/inverse allows, shown three times over."""
    points = list[Vector]()
    for a, b in parameters:
        across = [a, b][: dimension - 1]
        square = sum(value * value for value in across)
        rest = [Fraction(2 * value, 1 + square) for value in across]
        points.append(vector(enumerate([abs(Fraction(1 - square, 1 + square)), *rest])))
    points = [x for x in points if x.dot(basis_vector(0)) * inverse >= 1]
    assume(points)
    margin_squared = min(Fraction(x.dot(basis_vector(0)) ** 2) for x in points)
    learner, mistakes = ConeHalving(dimension), 0
    for number, x in enumerate(points * 3):
        y: Label = 1 if number % 2 else -1
        shown = vector([(index, y * value) for index, value in x.entries])
        mistakes += learner.predict(shown) != y
        learner.update(shown, y)
    assert mistakes <= cell_bound(dimension, margin_squared)
