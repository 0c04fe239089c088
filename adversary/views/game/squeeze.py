"""What the Perceptron's proofs compare while w changes, round after round: exact, in squares, and never a root."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adversary.game.weights import Change, UnknownWeightsError, weights_by_round
from adversary.views.game.page_numbers import drawn, drawn_root, number_text, signed_square
from adversary.views.game.recorded_vectors import GivenRound
from adversary.views.game.recording import Recording
from proofs.exact.rationals import Rational
from proofs.exact.targets import Target
from proofs.settings import Halfspaces, Hinge
from proofs.solvers.budget import Budget, OutOfBudget


@dataclass(slots=True)
class Moving:
    """A learner's w as it moves."""

    target: Target
    steps: int = 0  # in which w has changed
    norm: Rational = 0  # ‖w‖²
    product: Rational = 0  # ⟨w, u⟩, with the target's direction u

    def move(self, w: Change, change: Change, direction: dict[int, Rational]) -> None:
        """Count a round, which changes w so."""
        self.steps += bool(change)
        for index, value in change.items():
            old = w.get(index, 0)
            self.norm += value * value - old * old
            self.product += (value - old) * direction.get(index, 0)

    def agreement(self) -> Rational:
        """Return the square of ⟨w,v⟩, with its sign, for the target v = s·u."""
        return self.target.scale_squared * signed_square(self.product)


Squares = Callable[[Moving, int], list[Rational]]
"""The squares of a proof's four numbers after so many rounds, with signs: each is at most the next, says the proof."""


def changes_of_weights(
    recording: Recording,
    setting: Halfspaces | Hinge,
    rounds: Sequence[GivenRound],
    budget: Budget,
    target: Target | None,
) -> tuple[list[Change], str | None]:
    """Return what each round has changed in w; or nothing, and why it is not known."""
    if target is None:
        return [], "there is no target"
    played = [(entry.x, entry.said, entry.label) for entry in rounds]
    try:
        return weights_by_round(recording.header["learner"], setting, played, budget), None
    except UnknownWeightsError as error:
        return [], str(error)


def squeezed(  # noqa: PLR0913, PLR0917 - a game, a proof and what a page keeps
    changes: Sequence[Change], rounds: Sequence[GivenRound], target: Target, squares: Squares, kept: int, budget: Budget
) -> dict[str, Any]:
    """Return w and the squeeze, after each round; or why they are not known."""
    direction, w, moving = dict(target.direction.entries), Change(), Moving(target)
    moments = [_moment(squares(moving, 0), {}, kept)]
    try:
        for number, change in enumerate(changes, 1):
            budget.spend()
            moving.move(w, change, direction)
            w |= change
            moments.append(_moment(squares(moving, number), change, kept))
    except OutOfBudget as error:
        return {"no_weights": f"{error} did not suffice to compare them"}
    mistakes = [entry.said != entry.label for entry in rounds]
    return {"weights": {"moments": moments, "on_mistakes": [bool(change) for change in changes] == mistakes}}


def _moment(squares: list[Rational], change: Change, kept: int) -> dict[str, Any]:
    """Return what there is to show after a round: w by its change, the four numbers of the proof, and their squares."""
    return {
        "w": [(index, drawn(value)) for index, value in sorted(change.items()) if index < kept],
        "squares": list(map(number_text, squares)),
        "drawn": list(map(drawn_root, squares)),
        "broken": [number for number in range(3) if squares[number] > squares[number + 1]],
    }
