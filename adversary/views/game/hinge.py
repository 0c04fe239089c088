"""Games with a hinge budget: the losses of the target u, and what H + ‖u‖√M allows the Perceptron."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import ClassVar

import msgspec
from msgspec.structs import asdict

from adversary.game.judge import Verdict
from adversary.views.game.vectors import (
    Coordinate,
    VectorData,
    VectorRound,
    VectorView,
    coordinates,
    round_fields,
    shown_bound,
    signed_square,
    vector_fields,
)
from adversary.views.game.view import Bound, Recording, Shared, TexRow, drawn, drawn_root, number_text
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, rational_root
from proofs.exact.vectors import Target, Vector
from proofs.settings import Hinge
from proofs.solvers.budget import Budget, OutOfBudget


class HingeRound(VectorRound, kw_only=True):
    """A round with ⟨u,x⟩ and its hinge loss, where these are known."""

    product: str | msgspec.UnsetType = msgspec.UNSET
    loss: str | msgspec.UnsetType = msgspec.UNSET


class Amount(msgspec.Struct, kw_only=True):
    """A number."""

    text: str
    drawn: float

    @classmethod
    def of(cls, value: Rational) -> "Amount":
        """Return a number as text and float."""
        return cls(text=number_text(value), drawn=drawn(value))


class Part(Amount, kw_only=True):
    """A number with its share of its limit."""

    part: float
    over: bool


class Allowed(msgspec.Struct, kw_only=True):
    """M beside H + ‖u‖√M: the ``squares`` are (M − H)² and ‖u‖²M, if M > H."""

    squares: list[str] | None
    drawn: float
    broken: bool


class Most(msgspec.Struct, kw_only=True):
    """The Perceptron's largest number of mistakes within the whole budget, and the squares for one more."""

    count: int
    next: list[str] | None


class HingeTarget(msgspec.Struct, kw_only=True):
    """The target u, its squared norm, and the losses ``spent`` before the first round and after each."""

    u: list[Coordinate]
    more: int
    dimension: int
    norm: Part
    spent: list[Part]


class HingeData(VectorData, kw_only=True):
    """A page's data of a game with a hinge budget."""

    rounds: list[HingeRound]
    budget: dict[str, Amount]
    most: Most | None
    no_losses: str | None
    target: HingeTarget | None = None
    allowed: list[Allowed] | None = None


@dataclass(frozen=True)
class HingeView(VectorView):
    """A game with a hinge budget; H is the sum of the losses of all rounds so far."""

    data: HingeData

    script: ClassVar = "hinge"
    charts: ClassVar = ("mistakes",)
    column_names: ClassVar = "⟨u,x⟩ and the hinge losses"
    lacks: ClassVar = {
        "squeeze": "with a hinge budget there is no δ; its chain, M − H ≤ ⟨w,u⟩, is on the page of adversary show",
    }

    @classmethod
    def page_data(cls, shared: Shared, recording: Recording, findings: Verdict, budget: Budget) -> HingeData:
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

        fields = vector_fields(recording, setting, target, squares, budget)
        kept = fields["kept"]
        data = HingeData(
            **asdict(shared),
            **fields,
            rounds=[HingeRound(**round_fields(entry, kept)) for entry in recording.rounds],
            budget={key: Amount.of(getattr(setting, key)) for key in ("hinge", "norm_squared")},
            most=_most(setting),
            no_losses=no_losses,
        )
        if no_losses:
            data.no_weights = f"the hinge losses are left out: {no_losses}"
        if target is None:
            return data
        data.target = HingeTarget(
            u=coordinates(u, kept),
            more=sum(index >= kept for index, _ in u.entries),
            dimension=setting.dimension,
            norm=_part(norm, setting.norm_squared),
            spent=[_part(total, setting.hinge) for total in spent],
        )
        mistakes = accumulate([predicted != label for _, predicted, label in recording.rounds], initial=0)
        data.allowed = [_allowed(count, total, norm) for count, total in zip(mistakes, spent, strict=True)]
        for entry, numbers in zip(data.rounds, texts, strict=True):
            entry.product, entry.loss = numbers["product"], numbers["loss"]
        return data

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The two budgets."""
        return self.setting.kind, self.setting.hinge, self.setting.norm_squared

    @property
    def about(self) -> str:
        """The two budgets, for a caption."""
        most, norm = self.data.budget["hinge"].text, self.data.budget["norm_squared"].text
        return f"halfspaces with hinge losses of at most {most} and ‖u‖² ≤ {norm}"

    @property
    def clear(self) -> tuple[float, str]:
        """Where the hinge loss ends."""
        return 1.0, "hinge loss 0"

    @property
    def arrow(self) -> Sequence[tuple[int, float]]:
        """The target u."""
        return [(index, near) for index, _, near in self.data.target.u] if self.data.target else ()

    def theorems(self, *, alone: bool) -> list[Bound]:  # noqa: ARG002 - it is about the budget
        """Return the Perceptron's bound within the budget."""
        most = self.data.most
        return [] if most is None else [("M ≤ H + N√M, the Perceptron never makes more", most.count)]

    def allowed_so_far(self) -> list[float]:
        """Return H + ‖u‖√M of the rounds so far."""
        return [entry.drawn for entry in self.data.allowed or ()]

    @property
    def no_losses(self) -> str | None:
        """The budget that did not suffice for the losses."""
        return self.data.no_losses

    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return ⟨u,x⟩, the hinge loss, and the sum of the losses so far."""
        if self.data.target is None:
            return [], [], [f"Left out: {self.column_names}; {self.no_losses}."] if self.no_losses else []
        rounds, spent = self.data.rounds, self.data.target.spent[1:]
        columns = [[str(entry.product), str(entry.loss), now.text] for entry, now in zip(rounds, spent, strict=True)]
        return [r"$\langle u,x\rangle$", "loss", "losses so far"], columns, []


def _unscaled(target: Target) -> Vector:
    """Return the target as one vector."""
    if (scale := rational_root(target.scale_squared)) is None:
        raise InputError("the target's scale is no rational number any more")  # as it was when the file was judged
    return Vector(tuple([(index, scale * value) for index, value in target.direction.entries]))


def _part(value: Fraction, most: Fraction) -> Part:
    share = drawn(value / most) if most else 2.0 * (value > 0)
    return Part(text=number_text(value), drawn=drawn(value), part=share, over=value > most)


def _allowed(mistakes: int, spent: Fraction, norm: Fraction) -> Allowed:
    left, right = (mistakes - spent) ** 2, norm * mistakes
    below = mistakes <= spent
    squares = None if below else [number_text(left), number_text(right)]
    return Allowed(squares=squares, drawn=drawn(spent) + drawn_root(right), broken=not below and left > right)


def _most(setting: Hinge) -> Most | None:
    if (most := shown_bound(setting.most_mistakes)) is None:
        return None
    return Most(count=most, next=_allowed(most + 1, setting.hinge, setting.norm_squared).squares)
