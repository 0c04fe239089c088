"""What a page shows of a game of halfspaces: rounds, target, budget, and the squeeze of the Perceptron's proof."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from adversary.views.game.page_numbers import coordinates, drawn, drawn_root, drawn_target, more_than, number_text
from adversary.views.game.recorded_vectors import (
    GivenRound,
    countable,
    kept_of,
    read_given_target,
    read_played,
    shown_round,
)
from adversary.views.game.recording import Recording
from adversary.views.game.squeeze import Moving, changes_of_weights, squeezed
from proofs.exact.rationals import Rational, read_rational
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, vector
from proofs.settings import Halfspaces
from proofs.solvers.budget import Budget


def halfspace_rounds(recording: Recording, budget: Budget, *, growing: bool) -> dict[str, Any]:
    """Return what a page has of a game; ``growing`` says that the checker has found the points orthonormal."""
    setting, rounds, target = _setting(recording.header), read_played(recording), read_given_target(recording)
    changes, unknown = changes_of_weights(recording, setting, rounds, budget, target)
    margins = [target.margin_squared(entry.x, entry.label) if target else None for entry in rounds]
    kept = kept_of(setting, rounds, changes)
    found: dict[str, Any] = {
        "dimension": setting.dimension,
        "kept": kept,
        "delta": {"squared": number_text(setting.margin_squared), "drawn": drawn_root(setting.margin_squared)},
        "most": countable(setting.most_mistakes) if setting.unit_norm else None,
        "rounds": [
            shown_round(entry, kept) | {"margin": None if margin is None else number_text(margin)}
            for entry, margin in zip(rounds, margins, strict=True)
        ],
        "target": None,
        "allowed": None,
        "sums": None,
        "weights": None,
        "no_weights": unknown,
    }
    if target is not None:
        found["target"] = _shown_target(target, setting, kept)
        found["allowed"] = _allowed(rounds, target, margins)
        found["sums"] = _sums(rounds, target, setting, orthonormal=growing)
        if not unknown:

            def squares(w: Moving, _: int) -> list[Rational]:
                """Return the squares of δM, ⟨w,v⟩ (with its sign), ‖w‖ and √M."""
                return [setting.margin_squared * w.steps**2, w.agreement(), w.norm, w.steps]

            found |= squeezed(changes, rounds, target, squares, kept, budget)
    return found


def _setting(header: dict[str, Any]) -> Halfspaces:
    squared = read_rational(header["margin_squared"])
    unit = header.get("unit_norm", True)
    return Halfspaces(header["dimension"], squared, unit and squared <= 1)


def _shown_target(target: Target, setting: Halfspaces, kept: int) -> dict[str, Any]:
    norm = target.norm_squared()
    return {
        "direction": coordinates(target.direction, kept),
        "more": more_than(target.direction, kept),
        "scale": number_text(target.scale_squared),
        "v": drawn_target(target.direction, target.scale_squared, kept),
        "norm": number_text(norm),
        "drawn": drawn(norm),
        "over": norm > 1,
        "dimension": setting.dimension,
    }


def _sums(
    rounds: Sequence[GivenRound], target: Target, setting: Halfspaces, *, orthonormal: bool
) -> dict[str, Any] | None:
    """Return the targets so far, δ·Σ yᵢxᵢ over the first rounds, where the last of them is the target of the game.

    The points are orthonormal: the checker has said so, or no two have a coordinate in common, and all have norm 1.
    """
    if not (orthonormal or (setting.unit_norm and _disjoint(rounds))):
        return None
    total: dict[int, Rational] = {}
    for entry in rounds:
        for index, value in entry.x.entries:
            total[index] = total.get(index, 0) + entry.label * value
    if not _same(vector(total), target, setting.margin_squared):
        return None
    norms = [setting.margin_squared * number for number in range(len(rounds) + 1)]
    return {"norms": list(map(number_text, norms)), "drawn": list(map(drawn, norms))}


def _disjoint(rounds: Sequence[GivenRound]) -> bool:
    seen: set[int] = set()
    for entry in rounds:
        indices = {index for index, _ in entry.x.entries}
        if not seen.isdisjoint(indices) or entry.x.norm_squared() != 1:
            return False
        seen |= indices
    return True


def _same(total: Vector, target: Target, margin_squared: Fraction) -> bool:
    """Tell whether δ·total = s·u."""
    direction = target.direction
    if not direction.entries or [index for index, _ in total.entries] != [index for index, _ in direction.entries]:
        return False
    factor = Fraction(total.entries[0][1]) / direction.entries[0][1]
    return (
        factor > 0
        and margin_squared * factor**2 == target.scale_squared
        and all(there == factor * here for (_, there), (_, here) in zip(total.entries, direction.entries, strict=True))
    )


def _allowed(rounds: Sequence[GivenRound], target: Target, margins: Sequence[Fraction | None]) -> int | None:
    """Return ⌊R²‖v‖²/γ²⌋, the most mistakes of the Perceptron on these rounds, if v explains all of their labels."""
    found = [margin for margin in margins if margin is not None]
    if not found or len(found) < len(rounds):
        return None
    return countable(int(max(entry.x.norm_squared() for entry in rounds) * target.norm_squared() / min(found)))
