"""The weights of a registered learner in a recorded game, round after round.

A trace has no weights in it. Where it names a learner of ours, a fresh one plays the recorded rounds again; its
weights are those of the game only if it predicts what is recorded. A name is all that is taken from the file: no other
code than that of this package runs, whatever a trace says.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from learners.loading.sources import find
from learners.protocol import Fault, Label, exact_weights, run_rounds
from learners.registry import LEARNERS
from learners.runner.local import LocalRunner
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector
from proofs.settings import Halfspaces, Hinge
from proofs.solvers.budget import Budget, OutOfBudget

MAX_DIMENSIONS = 1_000_000
"""Of a space in which a learner of a trace is made: some keep an array of that length."""

Change = dict[int, Rational]
"""The coordinates of w that a round has changed, with their new values."""


class UnknownWeightsError(Exception):
    """The weights of a game are not known; the message says why."""


def weights_by_round(
    learner: str, setting: Halfspaces | Hinge, rounds: Sequence[tuple[Vector, Label, Label]], budget: Budget
) -> list[Change]:
    """Return what each round (a point, what was predicted, its label) changed in w, which begins at 0.

    Raises:
        UnknownWeightsError: the learner is not registered here, shows no weights, or predicts something else; or the
            budget does not suffice.

    """
    if learner not in LEARNERS or not find(learner).card().weights:
        raise UnknownWeightsError("its learner is not one of this program's that show their weights")
    if setting.dimension > MAX_DIMENSIONS:
        raise UnknownWeightsError(f"the dimension is above {MAX_DIMENSIONS:,}")
    try:
        return _replayed(learner, setting, rounds, budget)
    except OutOfBudget as error:
        raise UnknownWeightsError(f"{error} did not suffice to play the rounds again") from None
    except (Fault, InputError, ArithmeticError, MemoryError) as error:
        raise UnknownWeightsError(f"a fresh {learner} cannot play these rounds: {error}") from None


def _replayed(
    learner: str, setting: Halfspaces | Hinge, rounds: Sequence[tuple[Vector, Label, Label]], budget: Budget
) -> list[Change]:
    runner = LocalRunner(find(learner))
    runner.begin(setting)
    before = _snapshot(runner.learner)
    if any(before.values()):
        raise UnknownWeightsError(f"a fresh {learner} does not begin at w = 0")
    changes: list[Change] = []
    shown = ((x, label) for x, _, label in rounds)
    for number, ((_, said, _), (x, recorded, _)) in enumerate(zip(run_rounds(runner, shown), rounds, strict=True), 1):
        if said != recorded:
            raise UnknownWeightsError(f"a fresh {learner} predicts something else in round {number}")
        budget.spend()
        after = _snapshot(runner.learner)
        changes.append(_changed(before, after, x))
        before = after
    return changes


def _snapshot(learner: Any) -> dict[int, Any]:
    """Return a learner's weights as they are, by coordinate."""
    weights = learner.weights
    return dict(weights) if hasattr(weights, "items") else dict(enumerate(weights.tolist()))


def _changed(before: dict[int, Any], after: dict[int, Any], x: Vector) -> Change:
    """Return what is another number now, exactly; most learners change no other coordinates than those of the point."""
    there = [index for index, _ in x.entries]
    usual = before | {index: after[index] for index in there if index in after}
    looked_at = there if usual == after else before.keys() | after.keys()
    others = {index: after.get(index, 0) for index in looked_at if after.get(index, 0) != before.get(index, 0)}
    return dict.fromkeys(others, 0) | exact_weights(SimpleNamespace(weights=others))
