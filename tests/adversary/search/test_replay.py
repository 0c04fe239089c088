"""A replay that shows each point with the label before it is the replay that does not, in half as many messages."""

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from typing import Any

import pytest

from adversary.search.counterexample import unplayed
from adversary.search.record import Record, replay
from adversary.search.spaces.registry import space_of
from learners.loading.sources import find
from learners.runner.child import Child
from learners.runner.worker_runner import WorkerRunner
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import basis_vector
from proofs.settings import Halfspaces

pytestmark = pytest.mark.full

SETTING = Halfspaces(3, Fraction(1, 9))
ROUNDS: Any = tuple((basis_vector(i % 3), 1 if i % 2 else -1) for i in range(12))
FAILS = """class Learner:
    calls, labels = 0, {{}}
    def predict(self, x): self.count(); return self.labels.get(x.tobytes(), 1)
    def update(self, x, y): self.count(); self.labels = self.labels | {{x.tobytes(): y}}
    def count(self):
        self.calls += 1
        if self.calls == {}: raise ValueError(self.calls)
"""


@pytest.mark.parametrize("fails_at", [0, 1, 2, 3, 10, 11, 24])
def test_the_same_calls_and_answers(
    fails_at: int, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Record(space_of(SETTING, read_bound("T")), unplayed(ROUNDS))
    messages, hear = list[str](), Child.hear

    def noted(child: Child, call: str, *arguments: Any) -> bytes:
        messages.append(call)
        return hear(child, call, *arguments)

    def played(*, ahead: bool) -> tuple[Record, int]:
        with closing(WorkerRunner(find(learner_file(FAILS.format(fails_at))))) as runner:
            runner.load()
            messages.clear()
            return replay(runner, game, ahead=ahead), len(messages)

    monkeypatch.setattr(Child, "hear", noted)
    (expected, plain), (found, ahead) = played(ahead=False), played(ahead=True)
    assert found.played == expected.played
    assert str(found.fault) == str(expected.fault)
    assert (found.fault is None) == (fails_at == 0)
    if not fails_at:
        assert (plain, ahead) == (1 + 24, 1 + 13)
