"""Games with a hinge budget: the losses of the target u, and what H + ‖u‖√M allows the Perceptron."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, ClassVar

from adversary.game.judge import Verdict
from adversary.views.game.vectors import (
    VectorView,
    coordinates,
    more_than,
    shown_bound,
    signed_square,
    vector_rounds,
)
from adversary.views.game.view import Bound, Recording, TexRow, drawn, drawn_root, number_text
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, rational_root
from proofs.exact.vectors import Target, Vector
from proofs.settings import Hinge
from proofs.solvers.budget import Budget, OutOfBudget


@dataclass(frozen=True)
class HingeView(VectorView):
    """A game with a hinge budget; H is the sum of the losses of all rounds so far."""

    script: ClassVar = "hinge"
    charts: ClassVar = ("mistakes",)
    column_names: ClassVar = "⟨u,x⟩ and the hinge losses"
    lacks: ClassVar = {
        "squeeze": "with a hinge budget there is no δ; its chain, M − H ≤ ⟨w,u⟩, is on the page of adversary show",
    }

    @classmethod
    def rounds(cls, recording: Recording, findings: Verdict, budget: Budget) -> dict[str, Any]:
        """Return a page's data of a recorded game.

        Sums of long fractions take long: where the budget does not suffice, ``no_losses`` says so, and no target is
        shown.
        """
        setting: Hinge = findings.setting
        target, u, no_losses = recording.target, Vector(()), None
        texts, spent = list[dict[str, str]](), [Fraction(0)]
        if target is not None:
            u = _unscaled(target)
            try:
                for x, _, label in recording.rounds:
                    budget.spend(0)
                    product = Fraction(u.dot(x))
                    loss = max(Fraction(0), 1 - label * product)
                    spent.append(spent[-1] + loss)
                    texts.append({"product": number_text(product), "loss": number_text(loss)})
            except OutOfBudget as error:
                target, no_losses = None, f"{error} did not suffice to add them"
        norm = Fraction(u.norm_squared())

        def squares(number: int, steps: int, agreement: Rational, weights: Rational) -> list[Rational]:
            """Return the squares of M − H and ⟨w,u⟩ (with their signs), ‖w‖·‖u‖ and ‖u‖√M."""
            return [signed_square(steps - spent[number]), agreement, weights * norm, norm * steps]

        found = vector_rounds(recording, setting, target, squares, budget) | {
            "dimension": setting.dimension,
            "budget": {key: _number(getattr(setting, key)) for key in ("hinge", "norm_squared")},
            "most": _most(setting),
            "no_losses": no_losses,
        }
        if no_losses:
            found["no_weights"] = f"the hinge losses are left out: {no_losses}"
        if target is None:
            return found
        found["target"] = {
            "u": coordinates(u, found["kept"]),
            "more": more_than(u, found["kept"]),
            "dimension": setting.dimension,
            "norm": _part(norm, setting.norm_squared),
            "spent": [_part(total, setting.hinge) for total in spent],
        }
        mistakes = accumulate([said != label for _, said, label in recording.rounds], initial=0)
        found["allowed"] = [_allowed(count, total, norm) for count, total in zip(mistakes, spent, strict=True)]
        for entry, told in zip(found["rounds"], texts, strict=True):
            entry.update(told)
        return found

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
        """Return the Perceptron's bound within the budget."""
        most = self.data["most"]
        return [] if most is None else [("M ≤ H + N√M, the Perceptron never makes more", most["count"])]

    def allowed_so_far(self) -> list[float]:
        """Return H + ‖u‖√M of the rounds so far."""
        return [entry["drawn"] for entry in self.data["allowed"] or ()]

    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return ⟨u,x⟩, the hinge loss, and the sum of the losses so far."""
        if self.data["target"] is None:
            untold = self.data["no_losses"]
            return [], [], [f"Left out: {self.column_names}; {untold}."] if untold else []
        rounds, spent = self.data["rounds"], self.data["target"]["spent"][1:]
        columns = [[entry["product"], entry["loss"], now["text"]] for entry, now in zip(rounds, spent, strict=True)]
        return [r"$\langle u,x\rangle$", "loss", "losses so far"], columns, []


def _unscaled(target: Target) -> Vector:
    """Return the target as one vector."""
    if (scale := rational_root(target.scale_squared)) is None:
        raise InputError("the target's scale is no rational number any more")  # as it was when the file was judged
    return Vector(tuple([(index, scale * value) for index, value in target.direction.entries]))


def _number(value: Rational) -> dict[str, Any]:
    return {"text": number_text(value), "drawn": drawn(value)}


def _part(value: Fraction, most: Fraction) -> dict[str, Any]:
    """Return a number with its limit, and its share of the limit as a float for drawing."""
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
    """Return the Perceptron's largest number of mistakes within the whole budget, and the proof in squares."""
    if (most := shown_bound(setting.most_mistakes)) is None:
        return None
    return {"count": most, "next": _allowed(most + 1, setting.hinge, setting.norm_squared)["squares"]}
