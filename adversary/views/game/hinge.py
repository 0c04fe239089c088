"""Games with a hinge budget: the losses of the target u, and what H + ‖u‖√M allows the Perceptron."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from adversary.game.judge import Verdict
from adversary.views.game.numbers import coordinates, drawn, drawn_root, more_than, number_text, signed_square
from adversary.views.game.recording import Recording
from adversary.views.game.vectors import (
    NO_CLASS,
    MovingWeights,
    VectorRound,
    VectorView,
    read_rounds,
    read_target,
    shown_bound,
    with_weights,
)
from adversary.views.game.view import STATEMENTS, Bound, Growth, TexRow
from adversary.views.words import BUDGETED
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.roots import rational_root
from proofs.exact.vectors import Target, Vector
from proofs.settings import Hinge
from proofs.solvers.budget import Budget, OutOfBudget


@dataclass(frozen=True)
class HingeView(VectorView):
    """A game with a hinge budget; H is the sum of the losses of all rounds so far."""

    charts: ClassVar = ("mistakes",)
    column_names: ClassVar = "⟨u,x⟩ and the hinge losses"
    lacks: ClassVar = {
        "squeeze": "with a hinge budget there is no δ; its chain, M − H ≤ ⟨w,u⟩, is on the page of adversary show",
        "spaces": NO_CLASS,
    }

    @classmethod
    def rounds(cls, recording: Recording, findings: Verdict, budget: Budget) -> dict[str, Any]:
        """Return what a page has of a recorded game.

        Sums of long fractions take long: where the budget does not suffice, ``no_losses`` says so, and no target is
        shown.
        """
        setting: Hinge = findings.setting
        rounds, target, losses, no_losses = read_rounds(recording), read_target(recording), None, None
        try:
            losses = None if target is None else _add_losses(target, rounds, budget)
        except OutOfBudget as error:
            target, no_losses = None, f"{error} did not suffice to add them"
        game = with_weights(recording, setting, rounds, target, budget)
        found = game.data() | {
            "dimension": setting.dimension,
            "budget": {key: _number(getattr(setting, key)) for key in ("hinge", "norm_squared")},
            "most": _most(setting),
            "no_losses": no_losses,
        }
        if losses is None:
            left_out = {"no_weights": f"the hinge losses are left out: {no_losses}"} if no_losses else {}
            return found | left_out
        u, norm = losses.u, losses.norm
        found["target"] = {
            "u": coordinates(u, game.kept),
            "more": more_than(u, game.kept),
            "dimension": setting.dimension,
            "norm": _part(norm, setting.norm_squared),
            "spent": [_part(spent, setting.hinge) for spent in losses.spent],
        }
        for entry, texts in zip(found["rounds"], losses.texts, strict=True):
            entry.update(texts)
        found["allowed"] = losses.allowed

        def squares(w: MovingWeights, number: int) -> list[Rational]:
            """Return the squares of M − H and ⟨w,u⟩ (with their signs), ‖w‖·‖u‖ and ‖u‖√M."""
            return [signed_square(w.steps - losses.spent[number]), w.agreement(), w.norm * norm, norm * w.steps]

        return found | game.squeeze(squares, budget)

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The two budgets."""
        return self.setting.kind, self.setting.hinge, self.setting.norm_squared

    @property
    def about(self) -> str:
        """The two budgets, for a caption."""
        most, norm = self.data["budget"]["hinge"]["text"], self.data["budget"]["norm_squared"]["text"]
        return f"halfspaces with hinge losses of at most {most} and ‖u‖² ≤ {norm}"

    @property
    def clear(self) -> tuple[float, str]:
        """Where the hinge loss ends."""
        return 1.0, "hinge loss 0"

    def theorems(self, *, alone: bool) -> list[Bound]:  # noqa: ARG002 - it is about the budget
        """Return what the Perceptron never exceeds within the budget."""
        most = self.data["most"]
        return [] if most is None else [("M ≤ H + N√M, the Perceptron never makes more", most["count"])]

    def allowed_so_far(self) -> list[float]:
        """Return H + ‖u‖√M of the rounds so far."""
        return [entry["drawn"] for entry in self.data["allowed"] or ()]

    def statements_text(self) -> str:
        """Return what the numbers of statements mean with a hinge budget."""
        legal, within = BUDGETED[self.setting.kind]
        return STATEMENTS.format(legal=legal, told="", within=within)

    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return ⟨u,x⟩, the hinge loss, and the sum of the losses so far."""
        if self.data["target"] is None:
            untold = self.data["no_losses"]
            return [], [], [f"Left out: {self.column_names}; {untold}."] if untold else []
        rounds, spent = self.data["rounds"], self.data["target"]["spent"][1:]
        columns = [[entry["product"], entry["loss"], now["text"]] for entry, now in zip(rounds, spent, strict=True)]
        return [r"$\langle u,x\rangle$", "loss", "losses so far"], columns, []

    def growth(self) -> Growth:
        """Return the hinge losses of the target, growing to H."""
        if self.data["target"] is None:
            untold = self.data["no_losses"]
            left_out = untold and f"its hinge losses are left out: {untold}"
            raise self.unfit("budget", left_out or "it has no target, and so no hinge losses")
        most, spent = self.data["budget"]["hinge"], [entry["drawn"] for entry in self.data["target"]["spent"]]
        limit = f"H = {most['text']}, the budget".replace("= ≈", "≈ ")
        shows = "The hinge losses of the target u, summed round after round"
        return Growth(shows, spent, "hinge losses of u so far", most["drawn"], limit)


@dataclass
class _Losses:
    """A target u: of each moment the losses so far and what they allow, of each round how it is shown."""

    u: Vector
    norm: Fraction
    spent: list[Fraction]
    allowed: list[dict[str, Any]]
    texts: list[dict[str, str]]


def _add_losses(target: Target, rounds: Sequence[VectorRound], budget: Budget) -> _Losses:
    """Add the losses, round after round. Raises OutOfBudget."""
    if (scale := rational_root(target.scale_squared)) is None:
        raise InputError("the target's scale is no rational number any more")  # as it was when the file was judged
    u = Vector(tuple([(index, scale * value) for index, value in target.direction.entries]))
    norm, count, total = Fraction(u.norm_squared()), 0, Fraction(0)
    found = _Losses(u, norm, [total], [_allowed(0, total, norm)], [])
    for x, said, label in rounds:
        budget.spend(0)
        product = Fraction(u.dot(x))
        loss = max(Fraction(0), 1 - label * product)
        count, total = count + (said != label), total + loss
        found.spent.append(total)
        found.allowed.append(_allowed(count, total, norm))
        found.texts.append({"product": number_text(product), "loss": number_text(loss)})
    return found


def _number(value: Rational) -> dict[str, Any]:
    return {"text": number_text(value), "drawn": drawn(value)}


def _part(value: Fraction, most: Fraction) -> dict[str, Any]:
    """Return a number of which there may be at most so much, and which part of that it is, to be drawn."""
    part = drawn(value / most) if most else 2.0 * (value > 0)
    return _number(value) | {"part": part, "over": value > most}


def _allowed(mistakes: int, spent: Fraction, norm: Fraction) -> dict[str, Any]:
    """Compare M with H + ‖u‖√M: either M ≤ H, or (M − H)² is compared with ‖u‖²M, both given exactly."""
    left, right = (mistakes - spent) ** 2, norm * mistakes
    below = mistakes <= spent
    return {
        "squares": None if below else [number_text(left), number_text(right)],
        "drawn": drawn(spent) + drawn_root(right),
        "broken": not below and left > right,
    }


def _most(setting: Hinge) -> dict[str, Any] | None:
    """Return the most mistakes that the whole budget allows the Perceptron, and why not one more, in squares."""
    most = shown_bound(setting.most_mistakes)
    if most is None:
        return None
    beyond = _allowed(most + 1, setting.hinge, setting.norm_squared)["squares"]
    return {"count": most, "next": beyond}
