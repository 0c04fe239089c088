"""What mistakes are compared with."""

import pytest

from adversary.tournament.game import BOUND_STATES, BOUND_WORK, bound_of, states_for
from proofs.classes.catalog import find_class
from proofs.settings import Finite


def test_where_a_state_takes_longer_fewer_are_looked_at() -> None:
    """One of the first takes microseconds, and one of the last a millisecond."""
    asked = ("intervals:5", 0), ("intervals:10", 2), ("intervals:5", 50), ("cube:10", 50), ("parities:10", 3)
    found = [states_for(find_class(name), lies) for name, lies in asked]
    assert found[:2] == [BOUND_STATES] * 2
    assert BOUND_STATES > found[2] > found[3] > found[4] == BOUND_WORK // (1024 * 4 * 32) + 1


@pytest.mark.parametrize(
    ("name", "lies", "value"), [("thresholds:7", 0, 3), ("intervals:10", 1, 8), ("parities:10", 0, 10)]
)
def test_the_bound_of_a_class_is_its_littlestone_dimension(name: str, lies: int, value: int) -> None:
    assert bound_of(Finite(find_class(name), lies)) == value
