"""A replay that shows each point with the label before it is the replay that does not, in half as many messages."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from adversary.search.record import Record, unplayed
from adversary.search.replay import replay
from adversary.search.spaces.registry import space_of
from learners.protocol import Fault, Label
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import basis_vector
from proofs.settings import Halfspaces

ROUNDS: Any = tuple((basis_vector(i % 3), 1 if i % 2 else -1) for i in range(12))


class _Host:
    """A process that answers with the last label of the point, and whose learner fails at some call."""

    def __init__(self, fails_at: int, kind: str) -> None:
        self.fails_at, self.kind, self.messages = fails_at, kind, 0
        self.calls: list[str] = []

    def begin(self, *_: object) -> None:
        self.calls, self.labels, self.shown = [], dict[Any, Label](), None

    def predict(self, points: Sequence[Any]) -> list[Label]:
        self.messages += 1
        return self._predict(points)

    def tell(self, label: Label, points: Sequence[Any] = ()) -> list[Label]:
        self.messages += 1
        self._call(f"update {label}")
        self.labels[self.shown] = label
        return self._predict(points)

    def _predict(self, points: Sequence[Any]) -> list[Label]:
        for x in points:
            self._call(f"predict {x}")
            self.shown = x
        return [self.labels.get(x, 1) for x in points]

    def _call(self, call: str) -> None:
        self.calls.append(call)
        if len(self.calls) == self.fails_at:
            raise Fault(self.kind, call)


@pytest.mark.parametrize("fails_at", [0, 1, 2, 3, 10, 11, 24])
@pytest.mark.parametrize("kind", ["raised", "illegal label"])
def test_the_same_calls_and_answers(fails_at: int, kind: str) -> None:
    plain, ahead = _Host(fails_at, kind), _Host(fails_at, kind)
    game = Record(space_of(Halfspaces(3, Fraction(1, 9)), read_bound("T")), unplayed(ROUNDS))
    expected = replay(plain, game)  # type: ignore[arg-type]
    found = replay(ahead, game, ahead=True)  # type: ignore[arg-type]
    assert found.played == expected.played
    assert str(found.fault) == str(expected.fault)
    assert ahead.calls == plain.calls
    assert (found.fault is None) == (fails_at == 0)
    if not fails_at:
        assert (plain.messages, ahead.messages) == (24, 13)
