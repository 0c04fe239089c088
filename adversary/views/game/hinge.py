"""Games with a hinge budget: the losses of the target u, and what H + ‖u‖√M allows the Perceptron."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import ClassVar

from adversary.game.judge import Verdict
from adversary.views.game.vectors import (
    Allowed,
    Share,
    VectorData,
    VectorView,
    shown_target,
    signed_square,
    vector_data,
)
from adversary.views.game.view import Bound, PageData, Recording, TexRow, drawn, drawn_root, number_text
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, rational_root
from proofs.exact.vectors import Target, Vector
from proofs.formats.trace import loss as mistake_of
from proofs.settings import Hinge
from proofs.solvers.budget import Budget, OutOfBudget


@dataclass(frozen=True)
class HingeView(VectorView):
    """A game with a hinge budget; H is the sum of the losses of all rounds so far."""

    script: ClassVar = "hinge"
    charts: ClassVar = ("mistakes",)
    column_names: ClassVar = "⟨u,x⟩ and the hinge losses"
    clear_name: ClassVar = "hinge loss 0"
    lacks: ClassVar = {
        "rounds": "it is not a game of halfspaces in two dimensions",
        "squeeze": "with a hinge budget there is no δ; its chain, M − H ≤ ⟨w,u⟩, is on the page of adversary show",
    }

    @classmethod
    def page_data(cls, shared: PageData, recording: Recording, findings: Verdict, budget: Budget) -> VectorData:
        """Return a page's data of a recorded game.

        Sums of long fractions take long: where the budget does not suffice, ``no_losses`` says so, and no target is
        shown.
        """
        setting: Hinge = findings.setting
        target, u, no_losses = recording.target, Vector(()), None
        losses, spent = list[tuple[Fraction, Fraction]](), [Fraction(0)]
        if target is not None:
            u = _unscaled(target)
            try:
                for x, _, label in recording.rounds:
                    budget.spend(0)
                    product = Fraction(u.dot(x))
                    loss = max(Fraction(0), 1 - label * product)
                    spent.append(spent[-1] + loss)
                    losses.append((product, loss))
            except OutOfBudget as error:
                target, no_losses = None, f"{error} did not suffice to add them"
                recording = recording._replace(footer=recording.footer | {"target": None})
        norm = Fraction(u.norm_squared())

        def squares(number: int, steps: int, agreement: Rational, weights: Rational) -> list[Rational]:
            """Return the squares of M − H and ⟨w,u⟩ (with their signs), ‖w‖·‖u‖ and ‖u‖√M."""
            return [signed_square(steps - spent[number]), agreement, weights * norm, norm * steps]

        data = vector_data(shared, recording, setting, squares, budget)
        data.parameters = {name: number_text(getattr(setting, name)) for name in ("hinge", "norm_squared")}
        if data.most is not None:
            data.squares = _allowed(data.most + 1, setting.hinge, setting.norm_squared).squares
        if no_losses:
            data.no_losses, data.no_weights = no_losses, f"the hinge losses are left out: {no_losses}"
        if target is None:
            return data
        data.target = shown_target(target, u, setting.norm_squared, data.kept)
        data.target.spent = [Share.of(total, setting.hinge) for total in spent]
        mistakes = accumulate(
            [Fraction(mistake_of(said, label)) for _, said, label in recording.rounds], initial=Fraction()
        )
        data.allowed_so_far = [_allowed(count, total, norm) for count, total in zip(mistakes, spent, strict=True)]
        for entry, (product, loss) in zip(data.rounds, losses, strict=True):
            entry.product, entry.loss = number_text(product), number_text(loss)
        return data

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The two budgets."""
        return self.setting.kind, self.setting.hinge, self.setting.norm_squared

    @property
    def about(self) -> str:
        """The two budgets, for a caption."""
        most, norm = self.data.parameters.values()
        return f"halfspaces with hinge losses of at most {most} and ‖u‖² ≤ {norm}"

    def theorems(self, *, alone: bool) -> list[Bound]:  # noqa: ARG002 - it is about the budget
        """Return the Perceptron's bound within the budget."""
        most = self.data.most
        return [] if most is None else [("M ≤ H + N√M, the Perceptron never makes more", most)]

    def allowed_so_far(self) -> list[float]:
        """Return H + ‖u‖√M of the rounds so far."""
        return [entry.drawn for entry in self.data.allowed_so_far or ()]

    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return ⟨u,x⟩, the hinge loss, and the sum of the losses so far."""
        if self.data.target is None or not self.data.target.spent:
            return [], [], [f"Left out: {self.column_names}; {self.data.no_losses}."] if self.data.no_losses else []
        rounds, spent = self.data.rounds, self.data.target.spent[1:]
        columns = [[str(entry.product), str(entry.loss), now.text] for entry, now in zip(rounds, spent, strict=True)]
        return [r"$\langle u,x\rangle$", "loss", "losses so far"], columns, []


def _unscaled(target: Target) -> Vector:
    """Return the target as one vector."""
    if (scale := rational_root(target.scale_squared)) is None:
        raise InputError("the target's scale is no rational number any more")  # as it was when the file was judged
    return Vector(tuple([(index, scale * value) for index, value in target.direction.entries]))


def _allowed(mistakes: Rational, spent: Fraction, norm: Fraction) -> Allowed:
    square, limit = (mistakes - spent) ** 2, norm * mistakes
    below = mistakes <= spent
    squares = None if below else [number_text(square), number_text(limit)]
    return Allowed(squares=squares, drawn=drawn(spent) + drawn_root(limit), broken=not below and square > limit)
