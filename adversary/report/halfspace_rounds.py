"""What a page shows of a game of halfspaces: rounds, target, budget, and the squeeze of the Perceptron's proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from adversary.game.weights import Change, UnknownWeightsError, weights_by_round
from adversary.report.page_numbers import (
    coordinates,
    drawn,
    drawn_root,
    drawn_target,
    more_than,
    number_text,
    signed_square,
)
from adversary.report.recording import Recording
from learners.protocol import Label
from proofs.exact.rationals import Rational, read_rational
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Halfspaces
from proofs.formats.trace import Coordinates, read_foreign_vector
from proofs.solvers.budget import Budget, OutOfBudget

MOST_ENTRIES = 400_000
"""Coordinates of all points, and of all changes of w, that a page has."""

MOST_COUNTED = 10**12
"""Mistakes: a bound above that is no bound for anybody."""

COORDINATES_KEPT = 8
"""The first coordinates, so many, are kept of games that have more."""


@dataclass(frozen=True, slots=True)
class _Round:
    """A round, read."""

    x: Vector
    said: Label
    label: Label


def halfspace_rounds(recording: Recording, budget: Budget, *, growing: bool) -> dict[str, Any]:
    """Return what a page has of a game; ``growing`` says that the checker has found the points orthonormal."""
    setting, rounds, target = _setting(recording.header), _rounds(recording), _target(recording.footer)
    changes, unknown = _changes(recording, setting, rounds, budget) if target else ([], "there is no target")
    margins = [target.margin_squared(entry.x, entry.label) if target else None for entry in rounds]
    entries = sum(len(entry.x.entries) for entry in rounds) + sum(map(len, changes))
    kept = setting.dimension if entries <= MOST_ENTRIES else min(COORDINATES_KEPT, setting.dimension)
    found: dict[str, Any] = {
        "dimension": setting.dimension,
        "kept": kept,
        "delta": {"squared": number_text(setting.margin_squared), "drawn": drawn_root(setting.margin_squared)},
        "most": _countable(setting.most_mistakes) if setting.unit_norm else None,
        "rounds": [_round(entry, margin, kept) for entry, margin in zip(rounds, margins, strict=True)],
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
            found |= _weights(changes, rounds, _Squeeze(target, setting.margin_squared), kept, budget)
    return found


def _setting(header: dict[str, Any]) -> Halfspaces:
    squared = read_rational(header["margin_squared"])
    unit = header.get("unit_norm", True)
    return Halfspaces(header["dimension"], squared, unit and squared <= 1)


def _rounds(recording: Recording) -> list[_Round]:
    decode = msgspec.json.Decoder(Coordinates).decode
    return [
        _Round(read_foreign_vector(decode(entry.x)), 1 if entry.predicted == 1 else -1, entry.label)
        for entry in recording.rounds
    ]


def _target(footer: dict[str, Any]) -> Target | None:
    line = footer["target"]
    if line is None:
        return None
    direction = read_foreign_vector([(index, text) for index, text in line["direction"]])
    return Target(direction, read_rational(line["scale_squared"]))


def _round(entry: _Round, margin: Fraction | None, kept: int) -> dict[str, Any]:
    return {
        "x": coordinates(entry.x, kept),
        "more": more_than(entry.x, kept),
        "said": entry.said,
        "label": entry.label,
        "margin": None if margin is None else number_text(margin),
    }


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


def _sums(rounds: Sequence[_Round], target: Target, setting: Halfspaces, *, orthonormal: bool) -> dict[str, Any] | None:
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


def _disjoint(rounds: Sequence[_Round]) -> bool:
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


def _allowed(rounds: Sequence[_Round], target: Target, margins: Sequence[Fraction | None]) -> int | None:
    """Return ⌊R²‖v‖²/γ²⌋, the most mistakes of the Perceptron on these rounds, if v explains all of their labels."""
    found = [margin for margin in margins if margin is not None]
    if not found or len(found) < len(rounds):
        return None
    return _countable(int(max(entry.x.norm_squared() for entry in rounds) * target.norm_squared() / min(found)))


def _countable(bound: int) -> int | None:
    """Return a bound that somebody could reach."""
    return bound if bound <= MOST_COUNTED else None


# ------------------------------------------------------------------------------------------------ the squeeze


@dataclass(slots=True)
class _Squeeze:
    """What the Perceptron's proof compares, while w changes: exact, and never a root."""

    target: Target
    margin_squared: Fraction
    steps: int = 0  # in which w has changed
    norm: Rational = 0  # ‖w‖²
    product: Rational = 0  # ⟨w, u⟩

    def move(self, w: Change, change: Change, direction: dict[int, Rational]) -> None:
        self.steps += bool(change)
        for index, value in change.items():
            old = w.get(index, 0)
            self.norm += value * value - old * old
            self.product += (value - old) * direction.get(index, 0)

    def squares(self) -> list[Rational]:
        """Return the squares of δM, ⟨w,v⟩ (with its sign), ‖w‖ and √M: each is at most the next, says the proof."""
        product = self.target.scale_squared * signed_square(self.product)
        return [self.margin_squared * self.steps**2, product, self.norm, self.steps]


def _changes(
    recording: Recording, setting: Halfspaces, rounds: Sequence[_Round], budget: Budget
) -> tuple[list[Change], str | None]:
    """Return what each round has changed in w; or nothing, and why it is not known."""
    played = [(entry.x, entry.said, entry.label) for entry in rounds]
    try:
        return weights_by_round(recording.header["learner"], setting, played, budget), None
    except UnknownWeightsError as error:
        return [], str(error)


def _weights(
    changes: Sequence[Change], rounds: Sequence[_Round], squeeze: _Squeeze, kept: int, budget: Budget
) -> dict[str, Any]:
    """Return w and the squeeze, after each round; or why they are not known."""
    direction, w = dict(squeeze.target.direction.entries), Change()
    moments = [_moment(squeeze, {}, kept)]
    try:
        for change in changes:
            budget.spend()
            squeeze.move(w, change, direction)
            w |= change
            moments.append(_moment(squeeze, change, kept))
    except OutOfBudget as error:
        return {"no_weights": f"{error} did not suffice to compare them"}
    mistakes = [entry.said != entry.label for entry in rounds]
    return {"weights": {"moments": moments, "on_mistakes": [bool(change) for change in changes] == mistakes}}


def _moment(squeeze: _Squeeze, change: Change, kept: int) -> dict[str, Any]:
    """Return what there is to show after a round: w by its change, the four numbers of the proof, and their squares."""
    squares = squeeze.squares()
    return {
        "w": [(index, drawn(value)) for index, value in sorted(change.items()) if index < kept],
        "squares": list(map(number_text, squares)),
        "drawn": list(map(drawn_root, squares)),
        "broken": [number for number in range(3) if squares[number] > squares[number + 1]],
    }
