"""What a page shows of a game with a hinge budget: the losses of its target u, and what H + ‖u‖√M allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adversary.views.game.page_numbers import coordinates, drawn, drawn_root, more_than, number_text, signed_square
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
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_rational
from proofs.exact.roots import rational_root
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector
from proofs.settings import Hinge
from proofs.solvers.budget import Budget, OutOfBudget


def hinge_setting(header: dict[str, Any]) -> Hinge:
    """Return the setting of a game with a hinge budget, from its first line."""
    return Hinge(header["dimension"], read_rational(header["hinge"]), read_rational(header["norm_squared"]))


def hinge_rounds(recording: Recording, budget: Budget) -> dict[str, Any]:
    """Return what a page has of a game with a hinge budget; H is the sum of the losses of all rounds so far.

    Sums of long fractions take long: where the budget does not suffice, ``no_losses`` says so, and no target is shown.
    """
    setting, rounds, target = hinge_setting(recording.header), read_played(recording), read_given_target(recording)
    losing = no_losses = None
    try:
        losing = None if target is None else _losing(target, setting, rounds, budget)
    except OutOfBudget as error:
        target, no_losses = None, f"{error} did not suffice to add them"
    changes, unknown = changes_of_weights(recording, setting, rounds, budget, target)
    kept = kept_of(setting, rounds, changes)
    found: dict[str, Any] = {
        "dimension": setting.dimension,
        "kept": kept,
        "budget": {key: _number(getattr(setting, key)) for key in ("hinge", "norm_squared")},
        "most": _most(setting),
        "rounds": [shown_round(entry, kept) for entry in rounds],
        "target": None,
        "allowed": None,
        "weights": None,
        "no_weights": f"the hinge losses are left out: {no_losses}" if no_losses else unknown,
        "no_losses": no_losses,
    }
    if target is None or losing is None:
        return found
    u, norm = losing.u, losing.norm
    found["target"] = {
        "u": coordinates(u, kept),
        "more": more_than(u, kept),
        "dimension": setting.dimension,
        "norm": _part(norm, setting.norm_squared),
        "spent": losing.parts,
    }
    found["rounds"] = [entry | texts for entry, texts in zip(found["rounds"], losing.texts, strict=True)]
    found["allowed"] = losing.allowed

    def squares(w: Moving, number: int) -> list[Rational]:
        """Return the squares of M − H and ⟨w,u⟩ (with their signs), ‖w‖·‖u‖ and ‖u‖√M."""
        return [signed_square(w.steps - losing.spent[number]), w.agreement(), w.norm * norm, norm * w.steps]

    return found if unknown else found | squeezed(changes, rounds, target, squares, kept, budget)


@dataclass
class _Losing:
    """A target u, and of each moment the losses so far, how they are shown, and what they allow."""

    u: Vector
    norm: Fraction
    spent: list[Fraction]
    parts: list[dict[str, Any]]
    allowed: list[dict[str, Any]]
    texts: list[dict[str, str]]


def _losing(target: Target, setting: Hinge, rounds: Sequence[GivenRound], budget: Budget) -> _Losing:
    """Add the losses, round after round. Raises OutOfBudget."""
    if (scale := rational_root(target.scale_squared)) is None:
        raise InputError("the target's scale is no rational number any more")  # as it was when the file was judged
    u = Vector(tuple([(index, scale * value) for index, value in target.direction.entries]))
    norm, count, total = Fraction(u.norm_squared()), 0, Fraction(0)
    found = _Losing(u, norm, [total], [_part(total, setting.hinge)], [_allowed(0, total, norm)], [])
    for entry in rounds:
        budget.spend(0)
        product = Fraction(u.dot(entry.x))
        loss = max(Fraction(0), 1 - entry.label * product)
        count, total = count + (entry.said != entry.label), total + loss
        found.spent.append(total)
        found.parts.append(_part(total, setting.hinge))
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
    most = countable(setting.most_mistakes)
    if most is None:
        return None
    beyond = _allowed(most + 1, setting.hinge, setting.norm_squared)["squares"]
    return {"count": most, "next": beyond}
