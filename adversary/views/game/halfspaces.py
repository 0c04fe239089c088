"""Games of halfspaces with a margin: rounds, target, its norm², and the squeeze of the Perceptron's proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from adversary.game.judge import Verdict
from adversary.views.game.vectors import (
    Share,
    VectorData,
    VectorView,
    shown_bound,
    shown_target,
    signed_square,
    vector_data,
)
from adversary.views.game.view import Bound, GameRound, PageData, Recording, TexRow, drawn_root, number_text
from proofs.exact.rationals import Rational, equals
from proofs.exact.vectors import Target, Weights, add, frozen
from proofs.settings import Halfspaces
from proofs.solvers.budget import Budget
from proofs.statements import Statement


@dataclass(frozen=True)
class HalfspacesView(VectorView):
    """A game of halfspaces with a margin."""

    script: ClassVar = "halfspaces"
    charts: ClassVar = ("plane", "sphere", "squeeze", "mistakes")
    column_names: ClassVar = "the squares of ⟨w,v⟩ and ‖w‖"
    clear_name: ClassVar = "margin δ"

    @classmethod
    def page_data(cls, shared: PageData, recording: Recording, findings: Verdict, budget: Budget) -> VectorData:
        """Return a page's data of a recorded game. A universal bound means that its points are orthonormal."""
        setting: Halfspaces = findings.setting
        rounds, target, delta = recording.rounds, recording.target, setting.margin_squared

        def squares(_: int, steps: int, agreement: Rational, norm: Rational) -> list[Rational]:
            """Return the squares of δM, ⟨w,v⟩ (with its sign), ‖w‖ and √M."""
            return [delta * steps**2, agreement, norm, steps]

        data = vector_data(shared, recording, setting, squares, budget)
        data.parameters, data.clear = {"margin_squared": number_text(delta)}, drawn_root(delta)
        margins = [target.margin_squared(x, label) if target else None for x, _, label in rounds]
        for entry, margin in zip(data.rounds, margins, strict=True):
            entry.margin = None if margin is None else number_text(margin)
        if target is not None:
            data.target = shown_target(target, target.direction, 1, data.kept)
            data.target.scale = number_text(target.scale_squared)
            data.allowed = _allowed(rounds, target, margins)
            orthonormal = findings.proved(Statement.UNIVERSAL_BOUND) is not None
            data.sums = _sums(rounds, target, setting, orthonormal=orthonormal)
        return data

    @property
    def compared_by(self) -> tuple[object, ...]:
        """The margin, and whether it is about points of norm 1."""
        return self.setting.margin_squared, self.setting.unit_norm

    @property
    def about(self) -> str:
        """The margin, for a caption."""
        unit = "" if self.setting.unit_norm else " and points of any norm"
        return f"halfspaces with δ² {equals(self.data.parameters['margin_squared'])}{unit}"

    def theorems(self, *, alone: bool) -> list[Bound]:
        """Return the Perceptron's bounds in the setting and on these rounds."""
        most, allowed = self.data.most, self.data.allowed
        low = {1: "on a line", 2: "⌊1/(2δ²)⌋ + 1 in the plane"}.get(self.setting.dimension)
        name = low if low and most != self.setting.most_mistakes else "⌊1/δ²⌋"
        bounds = [] if most is None else [(f"{name}, the Perceptron never makes more", most)]
        if alone and allowed is not None and allowed != most:
            bounds.append(("⌊R²‖v‖²/γ²⌋ of these rounds, likewise", allowed))
        return bounds

    def tex_columns(self) -> tuple[TexRow, list[list[str]], list[str]]:
        """Return the squares of the squeeze, where they are known."""
        if not self.data.moments or not self.data.rounds:
            return [], [], []
        squares = [moment.squares[1:3] for moment in self.data.moments[1:]]
        signed = any(product.startswith("-") for product, _ in squares)
        head = [r"$\pm\langle w,v\rangle^2$" if signed else r"$\langle w,v\rangle^2$", r"$\|w\|^2$"]
        return head, squares, []


def _sums(rounds: Sequence[GameRound], target: Target, setting: Halfspaces, *, orthonormal: bool) -> list[Share] | None:
    """Return the squared norms of δ·Σ yᵢxᵢ over the first rounds, if the last sum is the target of the game.

    The points are orthonormal: the checker has said so, or no two have a coordinate in common, and all have norm 1.
    """
    indices = [index for x, _, _ in rounds for index, _ in x.entries]
    disjoint = len(set(indices)) == len(indices) and all(x.norm_squared() == 1 for x, _, _ in rounds)
    if not (orthonormal or (setting.unit_norm and disjoint)):
        return None
    total: Weights = {}
    for x, _, label in rounds:
        add(total, x, label)
    sides = (setting.margin_squared, frozen(total)), (target.scale_squared, target.direction)
    last, offered = ([(index, scale * signed_square(value)) for index, value in x.entries] for scale, x in sides)
    if not offered or last != offered:
        return None
    return [Share.of(setting.margin_squared * number, 1) for number in range(len(rounds) + 1)]


def _allowed(rounds: Sequence[GameRound], target: Target, margins: Sequence[Fraction | None]) -> int | None:
    """Return ⌊R²‖v‖²/γ²⌋, the most mistakes of the Perceptron on these rounds, if v explains all of their labels."""
    squares = [margin for margin in margins if margin is not None]
    if not squares or len(squares) < len(rounds):
        return None
    return shown_bound(int(max(x.norm_squared() for x, _, _ in rounds) * target.norm_squared() / min(squares)))
