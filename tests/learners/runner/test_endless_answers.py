"""Answers of a learner's process that would have parts for ever, without anything new in them."""

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from learners.loading.sources import find
from learners.protocol import Fault
from learners.runner import worker_runner
from learners.runner.runner import Turn
from learners.runner.worker_runner import WorkerRunner
from proofs.exact.vectors import basis_vector
from proofs.settings import Halfspaces

PLANE = Halfspaces(2, Fraction(1, 2))
POINTS = [basis_vector(0), basis_vector(1)]
TRACE = Path("trace.jsonl")

CALLS: dict[str, Callable[[WorkerRunner], object]] = {
    "turns": lambda runner: runner.take_turns([(0, Turn(None, PLANE, POINTS, [0, 1]))]),
    "predict": lambda runner: runner.peek([0, 1]),
    "branches": lambda runner: runner.branches([[(0, 1), (1, 1)]], 2),
    "replay": lambda runner: list(runner.replay([(0, None, 1), (1, None, 1)])),
    "trace": lambda runner: [*zip(runner.replay(TRACE), range(9), strict=False)],
}

PARTS = {
    "with nothing": (b'{"more":true}', CALLS),
    "with a round": (b'{"more":true,"reached":[1,1,1]}', CALLS),
    "with turns": (b'{"more":true,"turns":[{}]}', CALLS.keys() - {"turns"}),
    "with labels": (b'{"more":true,"labels":[1]}', CALLS),
}


@pytest.mark.parametrize(("parts", "call"), [(parts, call) for parts in PARTS for call in sorted(PARTS[parts][1])])
def test_parts_that_bring_nothing_end_a_call(parts: str, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = count(1)

    class Talker:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def ask(self, *_: Any) -> bytes:
            assert next(heard) < 20, "it is listened to for ever"
            return PARTS[parts][0]

        hear = ask

        def close(self) -> None:
            pass

    monkeypatch.setattr(worker_runner, "Child", Talker)
    with closing(WorkerRunner(find("perceptron"))) as runner, pytest.raises(Fault, match="illegal label"):
        CALLS[call](runner)
