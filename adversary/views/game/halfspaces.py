"""Games of halfspaces with a margin: rounds, target, its norm², and the squeeze of the Perceptron's proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
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
from adversary.views.game.view import Bound, GameRound, Recording, Shared, TexRow, drawn, drawn_root, number_text
from proofs.exact.rationals import Rational, equals
from proofs.exact.vectors import Target, Weights, add, frozen
from proofs.settings import Halfspaces
from proofs.solvers.budget import Budget
from proofs.statements import Statement


class HalfspacesRound(VectorRound, kw_only=True):
    """A round, and the square of its margin."""

    margin: str | None


class Delta(msgspec.Struct, kw_only=True):
    """The margin."""

    squared: str
    drawn: float


class Sums(msgspec.Struct, kw_only=True):
    """The squared norms of the sums of the labeled points so far."""

    norms: list[str]
    drawn: list[float]


class HalfspacesTarget(msgspec.Struct, kw_only=True):
    """The target v, and its squared norm; ``over`` says that this is more than 1."""

    direction: list[Coordinate]
    more: int
    scale: str
    v: list[tuple[int, float]]
    norm: str
    drawn: float
    over: bool
    dimension: int


class HalfspacesData(VectorData, kw_only=True):
    """A page's data of a game of halfspaces with a margin."""

    delta: Delta
    most: int | None
    target: HalfspacesTarget | None
    allowed: int | None
    sums: Sums | None


@dataclass(frozen=True)
class HalfspacesView(VectorView):
    """A game of halfspaces with a margin."""

    data: HalfspacesData

    script: ClassVar = "halfspaces"
    charts: ClassVar = ("plane", "squeeze", "mistakes")
    column_names: ClassVar = "the squares of ⟨w,v⟩ and ‖w‖"

    @classmethod
    def page_data(cls, shared: Shared, recording: Recording, findings: Verdict, budget: Budget) -> HalfspacesData:
        """Return a page's data of a recorded game. A universal bound means that its points are orthonormal."""
        setting: Halfspaces = findings.setting
        rounds, target, delta = recording.rounds, recording.target, setting.margin_squared

        def squares(_: int, steps: int, agreement: Rational, norm: Rational) -> list[Rational]:
            """Return the squares of δM, ⟨w,v⟩ (with its sign), ‖w‖ and √M."""
            return [delta * steps**2, agreement, norm, steps]

        fields = vector_fields(recording, setting, target, squares, budget)
        margins = [target.margin_squared(x, label) if target else None for x, _, label in rounds]
        orthonormal = findings.proved(Statement.UNIVERSAL_BOUND) is not None
        return HalfspacesData(
            **asdict(shared),
            **fields,
            rounds=[
                HalfspacesRound(
                    **round_fields(entry, fields["kept"]), margin=None if margin is None else number_text(margin)
                )
                for entry, margin in zip(rounds, margins, strict=True)
            ],
            delta=Delta(squared=number_text(delta), drawn=drawn_root(delta)),
            most=shown_bound(setting.most_mistakes) if setting.unit_norm else None,
            target=None if target is None else _target(target, setting, fields["kept"]),
            allowed=None if target is None else _allowed(rounds, target, margins),
            sums=None if target is None else _sums(rounds, target, setting, orthonormal=orthonormal),
        )

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The margin, and whether it is about points of norm 1."""
        return self.setting.margin_squared, self.setting.unit_norm

    @property
    def about(self) -> str:
        """The margin, for a caption."""
        unit = "" if self.setting.unit_norm else " and points of any norm"
        return f"halfspaces with δ² {equals(self.data.delta.squared)}{unit}"

    @property
    def clear(self) -> tuple[float, str]:
        """The margin δ."""
        return self.data.delta.drawn, "margin δ"

    @property
    def arrow(self) -> Sequence[tuple[int, float]]:
        """The target v."""
        return self.data.target.v if self.data.target else ()

    def theorems(self, *, alone: bool) -> list[Bound]:
        """Return the Perceptron's bounds in the setting and on these rounds."""
        most, allowed = self.data.most, self.data.allowed
        bounds = [] if most is None else [("⌊1/δ²⌋, the Perceptron never makes more", most)]
        if alone and allowed is not None and allowed != most:
            bounds.append(("⌊R²‖v‖²/γ²⌋ of these rounds, likewise", allowed))
        return bounds

    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return the squares of the squeeze, where they are known."""
        if not self.data.weights or not self.data.rounds:
            return [], [], []
        squares = [moment.squares[1:3] for moment in self.data.weights.moments[1:]]
        signed = any(product.startswith("-") for product, _ in squares)
        head = [r"$\pm\langle w,v\rangle^2$" if signed else r"$\langle w,v\rangle^2$", r"$\|w\|^2$"]
        return head, squares, []


def _target(target: Target, setting: Halfspaces, kept: int) -> HalfspacesTarget:
    norm, direction = target.norm_squared(), target.direction
    scaled = [(index, target.scale_squared * signed_square(value)) for index, value in direction.entries]
    return HalfspacesTarget(
        direction=coordinates(direction, kept),
        more=sum(index >= kept for index, _ in direction.entries),
        scale=number_text(target.scale_squared),
        v=[(index, drawn_root(square)) for index, square in scaled if index < kept],
        norm=number_text(norm),
        drawn=drawn(norm),
        over=norm > 1,
        dimension=setting.dimension,
    )


def _sums(rounds: Sequence[GameRound], target: Target, setting: Halfspaces, *, orthonormal: bool) -> Sums | None:
    """Return the partial targets δ·Σ yᵢxᵢ over the first rounds, if the last one is the target of the game.

    The points are orthonormal: the checker has said so, or no two have a coordinate in common, and all have norm 1.
    """
    if not (orthonormal or (setting.unit_norm and _disjoint(rounds))):
        return None
    total: Weights = {}
    for x, _, label in rounds:
        add(total, x, label)
    sides = (setting.margin_squared, frozen(total)), (target.scale_squared, target.direction)
    last, offered = ([(index, scale * signed_square(value)) for index, value in x.entries] for scale, x in sides)
    if not offered or last != offered:
        return None
    norms = [setting.margin_squared * number for number in range(len(rounds) + 1)]
    return Sums(norms=list(map(number_text, norms)), drawn=list(map(drawn, norms)))


def _disjoint(rounds: Sequence[GameRound]) -> bool:
    indices = [index for x, _, _ in rounds for index, _ in x.entries]
    return len(set(indices)) == len(indices) and all(x.norm_squared() == 1 for x, _, _ in rounds)


def _allowed(rounds: Sequence[GameRound], target: Target, margins: Sequence[Fraction | None]) -> int | None:
    """Return ⌊R²‖v‖²/γ²⌋, the most mistakes of the Perceptron on these rounds, if v explains all of their labels."""
    squares = [margin for margin in margins if margin is not None]
    if not squares or len(squares) < len(rounds):
        return None
    return shown_bound(int(max(x.norm_squared() for x, _, _ in rounds) * target.norm_squared() / min(squares)))
