"""The small classes that tell quantities apart, among those on which ``attack`` plays by default."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product, zip_longest

import numpy as np
import pytest

from adversary.search.attack import attack
from adversary.search.games.class_games import EXTREMAL, extremal_spaces
from proofs.atlas.bitsets import classes, concept_class, number_of, rows
from proofs.atlas.quantities import NAMES, values
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.rationals import Rational, floor_log2
from proofs.solvers.values import TieRule, halving_worst_case

TIES: tuple[TieRule, TieRule] = ("negative", "positive")
Pair = tuple[str, str]
Entry = tuple[int, int]

LISTED: list[Entry] = [(points, number) for points, numbers in EXTREMAL.items() for number in numbers]


def tables(points: int, numbers: Sequence[int], *, exchange: bool = False) -> Iterator[Mapping[str, Rational]]:
    """Yield every quantity of some classes, and of those with labels exchanged at some points, which changes Halving."""
    found = {name: values(name, np.array(numbers, dtype=np.uint32), points) for name in NAMES}
    for place, number in enumerate(numbers):
        plain = {name: found[name][place] for name in NAMES}
        plain["⌊log₂|C|⌋"] = floor_log2(len(rows(number, points)))
        for flip in product("01", repeat=points if exchange else 0):
            texts = [
                "".join([str(int(label != other)) for label, other in zip_longest(text, flip, fillvalue="0")])
                for text in rows(number, points)
            ]
            table = concept_class(number_of(texts), points)
            yield plain | {f"Halving, {ties} ties": halving_worst_case(table, ties).value() for ties in TIES}


def pairs(found: Mapping[str, Rational]) -> set[Pair]:
    """Return the pairs of quantities of which the first is larger."""
    return {(one, other) for one, other in product(found, found) if found[one] > found[other]}


@cache
def told_apart(entry: Entry) -> frozenset[Pair]:
    """Return the pairs of quantities that a class tells apart."""
    points, number = entry
    return frozenset(pairs(next(tables(points, [number]))))


@cache
def on_classes_of(most: int) -> set[Pair]:
    """Return the pairs that a class on up to so many points tells apart."""
    each = (tables(points, [*map(int, classes(points))], exchange=True) for points in range(1, most + 1))
    return set[Pair]().union(*map(pairs, chain.from_iterable(each)))


def require_all_pairs_of(most: int) -> None:
    """See that every pair which a class in the atlas tells apart is told apart by one that is listed."""
    listed = set[Pair]().union(*map(told_apart, LISTED))
    assert on_classes_of(most) <= listed


@pytest.mark.long
def test_the_listed_classes_tell_apart_what_classes_on_three_points_do() -> None:
    require_all_pairs_of(3)


@pytest.mark.full
def test_the_listed_classes_tell_apart_what_classes_on_four_points_do() -> None:
    require_all_pairs_of(4)


@pytest.mark.parametrize("entry", LISTED)
def test_each_tells_a_pair_apart_that_no_other_does(entry: Entry) -> None:
    others = set[Pair]().union(*[told_apart(other) for other in LISTED if other != entry])
    assert told_apart(entry) - others


@pytest.mark.parametrize(
    "ties", ["Halving, negative ties", "Halving, positive ties", "halving_adversarial", "halving_optimal"]
)
def test_l_and_halving_are_told_apart_for_each_rule_for_ties(ties: str) -> None:
    assert any((ties, "L") in told_apart(entry) for entry in LISTED)


def test_the_spaces_are_those_of_the_listed_classes() -> None:
    spaces = extremal_spaces(read_bound("L"), lies=1)
    assert [(space.table.points, space.setting.lies) for space in spaces] == [(points, 1) for points, _ in LISTED]


@pytest.mark.usefixtures("local_learners")
@pytest.mark.parametrize("ties", ["negative", "positive", "adversarial", "optimal"])
@pytest.mark.parametrize("bound", ["L", "1*L"])
def test_an_attack_refutes_that_halving_makes_at_most_l_mistakes(ties: str, bound: str) -> None:
    found = attack(f"halving?tie={ties}", bound, seconds=15, isolation="plain")
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.counterexample.mistakes > 2
