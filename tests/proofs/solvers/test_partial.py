"""Partial classes: every solver against brute force, and the laws of how their dimensions compare."""

from fractions import Fraction
from math import floor, log2

from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import partial
from oracles.classes import all_fewest, rank_shown, tree_depth

from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.solvers.certificates import certify, models_certificate
from proofs.solvers.dimensions import QUANTITIES, dimensions
from proofs.solvers.littlestone import Littlestone, greedy_depth
from proofs.solvers.other_models.apple_tasting import AppleTasting
from proofs.solvers.values import (
    TIE_RULES,
    halving_worst_case,
    harmonic_less_one,
    randomized_halving,
    randomized_littlestone,
)
from proofs.solvers.vc import vc_dimension

ARROWS = ["+*", "-*", "*+", "*-"]
"""Of four concepts, any two are told apart by one point at most: L is 1, and ⌊log₂|C|⌋ is 2."""


def made(concepts: list[partial.Labels]) -> ConceptClass:
    return class_of_texts("a partial class", partial.texts_of(concepts))


@settings(max_examples=150)
@given(partial.partial_classes)
def test_dimensions_are_those_of_brute_force(concepts: list[partial.Labels]) -> None:
    table, space = made(concepts), frozenset(concepts)
    solver = Littlestone(table)
    depth = solver.dimension()
    assert depth == partial.littlestone(space)
    assert tree_depth(concepts, solver.tree()) == depth == rank_shown(concepts, solver.ranks())
    assert randomized_littlestone(table).value() == partial.randomized(space)
    assert randomized_halving(table).value() == partial.randomized_halving(space)
    for ties in TIE_RULES:
        assert halving_worst_case(table, ties).value() == partial.halving(space, ties)
    assert vc_dimension(table).dimension.value == partial.vc(space)


@settings(max_examples=60)
@given(partial.partial_classes)
def test_other_models_are_those_of_brute_force(concepts: list[partial.Labels]) -> None:
    table, space = made(concepts), frozenset(concepts)
    fewest = all_fewest(table)
    assert fewest == [partial.fewest_dont_know(space, k) for k in range(len(fewest))]
    assert AppleTasting(table).value() == partial.apple_tasting(space)
    assert AppleTasting(table).bounds().value == partial.apple_tasting(space)


@settings(max_examples=150)
@given(partial.partial_classes)
def test_bounds_by_the_number_of_concepts_hold(concepts: list[partial.Labels]) -> None:
    """Halving loses at least half of the concepts defined at a point with each mistake, and keeps none of the others.

    Randomized Halving pays w/(r + w) ≤ 1/(r + 1) + … + 1/(r + w) where r concepts are right and w wrong, and r are left.
    """
    table, space = made(concepts), frozenset(concepts)
    most = floor(log2(len(space)))
    assert partial.littlestone(space) <= most
    assert all(partial.halving(space, ties) <= most for ties in TIE_RULES)
    assert partial.randomized_halving(space) <= harmonic_less_one(len(space))
    assert partial.vc(space) <= partial.littlestone(space)
    assert Fraction(partial.littlestone(space), 2) <= partial.randomized(space) <= partial.littlestone(space)
    assert greedy_depth(table) <= partial.littlestone(space)


@settings(max_examples=60)
@given(st.integers(1, 3).flatmap(lambda points: partial.tables(points, 4)))
def test_every_completion_has_at_least_the_dimension(concepts: list[partial.Labels]) -> None:
    """A completion says ±1 where a concept is undefined.

    A mistake tree of the partial class is one of the completion: each leaf's concept is defined on its path, where the
    completion agrees with it. So no completion has a smaller dimension. The smallest may be larger (``ARROWS``).
    """
    space = frozenset(concepts)
    assert partial.littlestone(space) <= min(map(partial.littlestone, partial.completions(space)))
    assert partial.vc(space) <= min(map(partial.vc, partial.completions(space)))


@given(partial.partial_classes, st.data())
def test_less_defined_is_worth_no_more(concepts: list[partial.Labels], data: st.DataObject) -> None:
    """To define concepts on more points keeps every mistake tree, and so does a concept more."""
    kept = data.draw(st.lists(st.sampled_from(concepts), min_size=1, unique=True))
    point = data.draw(st.integers(0, len(concepts[0]) - 1))
    less = frozenset([(*c[:point], 0, *c[point + 1 :]) for c in kept])
    assert partial.littlestone(less) <= partial.littlestone(frozenset(concepts))
    assert partial.randomized(less) <= partial.randomized(frozenset(concepts))


def test_a_completion_may_need_more() -> None:
    """AHHM: a partial class of small dimension need not have a completion of small dimension."""
    space = frozenset([(1, 0), (-1, 0), (0, 1), (0, -1)])
    assert partial.texts_of(sorted(space, reverse=True)) == ["+*", "*+", "*-", "-*"]
    assert Littlestone(class_of_texts("arrows", ARROWS)).dimension() == partial.littlestone(space) == 1
    assert min(map(partial.littlestone, partial.completions(space))) == 1
    assert max(map(partial.littlestone, partial.completions(space))) == 2
    assert greedy_depth(class_of_texts("arrows", ARROWS)) == 1


@settings(max_examples=40)
@given(partial.partial_classes)
def test_certificates_are_accepted_with_all_values(concepts: list[partial.Labels]) -> None:
    table = made(concepts)
    found = dimensions(table, [*QUANTITIES, "models"])
    certified = certify(models_certificate(table, found.exact_values(), [found.solver] if found.solver else []))
    stated = {
        one["statement"]: one["fewest" if "fewest" in one else "mistakes"]
        for one in certified.statements
        if "lies" not in one
    }
    space = frozenset(concepts)
    depth = partial.littlestone(space)
    assert (stated["universal bound"], stated["upper bound"]) == (depth, depth)
    assert Fraction(stated["randomized dimension"]) == partial.randomized(space)
    for ties in TIE_RULES:
        assert stated[f"Halving with {ties} ties"] == partial.halving(space, ties)
    assert stated["apple tasting"] == partial.apple_tasting(space)
    assert stated["don't know"] == [partial.fewest_dont_know(space, k) for k in range(len(stated["don't know"]))]
    assert not certified.notes
