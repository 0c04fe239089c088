"""Partial classes: every solver against brute force, and the laws of how their dimensions compare."""

from collections.abc import Callable
from fractions import Fraction
from math import floor, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import partial
from oracles.classes import all_fewest, rank_shown, tree_depth

from adversary.game.play import play
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import InputError
from proofs.settings import Finite
from proofs.solvers.budget import Budget
from proofs.solvers.certificates import certify, models_certificate
from proofs.solvers.dimensions import QUANTITIES, dimensions
from proofs.solvers.littlestone import Littlestone, even_split, greedy_depth
from proofs.solvers.other_models.apple_tasting import apple_tasting_bounds
from proofs.solvers.other_models.orders import Announced, self_directed
from proofs.solvers.star import star_number
from proofs.solvers.values import (
    TIE_RULES,
    halving_worst_case,
    harmonic_less_one,
    randomized_halving,
    randomized_littlestone,
)
from proofs.solvers.vc import vc_dimension

ARROWS = ["+*", "-*", "*+", "*-"]


def made(concepts: list[partial.Labels]) -> ConceptClass:
    return class_of_texts("a partial class", partial.texts_of(concepts))


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
    assert vc_dimension(table)[0].value == partial.vc(space)


@given(partial.partial_classes)
def test_other_models_are_those_of_brute_force(concepts: list[partial.Labels]) -> None:
    table, space = made(concepts), frozenset(concepts)
    fewest = all_fewest(table)
    assert fewest == [partial.fewest_dont_know(space, k) for k in range(len(fewest))]
    assert apple_tasting_bounds(table, 0, Budget()).value == partial.apple_tasting(space)


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


@given(st.integers(1, 3).flatmap(lambda points: partial.tables(points, 4)))
def test_every_completion_has_at_least_the_dimension(concepts: list[partial.Labels]) -> None:
    """A completion says ±1 where a concept is undefined.

    A mistake tree of the partial class is one of the completion: each leaf's concept is defined on its path, where the
    completion agrees with it. So no completion has a smaller dimension. Even the smallest may be larger: see below.
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


def test_every_completion_may_need_more() -> None:
    texts = ["--**", "-**-", "*++-", "+--+", "+-++"]
    space = frozenset([tuple([{"+": 1, "-": -1, "*": 0}[sign] for sign in text]) for text in texts])
    assert Littlestone(class_of_texts("c", texts)).dimension() == partial.littlestone(space) == 1
    completed = [*partial.completions(space)]
    assert len(completed) == 1 << sum(text.count("*") for text in texts)
    assert min(map(partial.littlestone, completed)) == 2


def test_many_concepts_without_a_split() -> None:
    """Where no two concepts contradict each other nothing is forced, and the greedy tree ends at once."""
    table = class_of_texts("no two meet", ["+**", "*-*", "**+", "+-*"])
    assert Littlestone(table).dimension() == greedy_depth(table) == 0
    assert vc_dimension(table)[0].value == randomized_littlestone(table).value() == 0
    assert even_split(table, table.everything) is None


def test_a_point_with_one_label_may_make_halving_worse() -> None:
    """The label −1 of the second point takes out the last concept, and then a tie falls badly."""
    table = class_of_texts("c", ["---", "*-+", "+--", "+-+", "+*-"])
    assert Littlestone(table).dimension() == 1
    assert {ties: halving_worst_case(table, ties).value() for ties in TIE_RULES} == {
        "negative": 1,
        "positive": 2,
        "adversarial": 2,
        "optimal": 1,
    }
    assert halving_worst_case(table).point(table.everything) == 1
    assert play("halving", against="halving-worst-case", concept_class=table).mistakes == 2


@pytest.mark.parametrize(
    ("refused", "what"),
    [
        (lambda table: Littlestone(table, lies=1), "a game with lies"),
        (lambda table: Finite(table, lies=1), "a game with lies"),
        (lambda table: Finite(table, order=(0,)), "an announced order"),
        (lambda table: Announced(table, (0,)), "an announced order"),
        (self_directed, "self-directed learning"),
        (star_number, "the star number"),
    ],
)
def test_what_needs_all_labels_is_refused(refused: Callable[[ConceptClass], object], what: str) -> None:
    with pytest.raises(InputError) as caught:
        refused(class_of_texts("arrows", ARROWS))
    assert str(caught.value) == f"{what} needs a class without undefined labels, and arrows has some (*)"


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
