"""What a page shows of a game with a hinge budget: the losses of its target u, and what H + ‖u‖√M allows."""

from fractions import Fraction
from itertools import accumulate
from typing import Any

from adversary.report.page_numbers import coordinates, drawn, drawn_root, more_than, number_text, signed_square
from adversary.report.recorded_vectors import (
    countable,
    kept_of,
    read_given_target,
    read_played,
    shown_round,
)
from adversary.report.recording import Recording
from adversary.report.squeeze import Moving, changes_of_weights, squeezed
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_rational
from proofs.exact.roots import rational_root
from proofs.exact.vectors import Vector
from proofs.formats.settings import Hinge
from proofs.solvers.budget import Budget


def hinge_setting(header: dict[str, Any]) -> Hinge:
    """Return the setting of a game with a hinge budget, from its first line."""
    return Hinge(header["dimension"], read_rational(header["hinge"]), read_rational(header["norm_squared"]))


def hinge_rounds(recording: Recording, budget: Budget) -> dict[str, Any]:
    """Return what a page has of a game with a hinge budget; H is the sum of the losses of all rounds so far."""
    setting, rounds, target = hinge_setting(recording.header), read_played(recording), read_given_target(recording)
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
        "no_weights": unknown,
    }
    if target is None:
        return found
    if (scale := rational_root(target.scale_squared)) is None:
        raise InputError("the target's scale is no rational number any more")  # as it was when the file was judged
    u = Vector(tuple([(index, scale * value) for index, value in target.direction.entries]))
    products = [Fraction(u.dot(entry.x)) for entry in rounds]
    losses = [max(Fraction(0), 1 - entry.label * product) for entry, product in zip(rounds, products, strict=True)]
    spent = list(accumulate(losses, initial=Fraction(0)))
    norm = Fraction(u.norm_squared())
    found["target"] = {
        "u": coordinates(u, kept),
        "more": more_than(u, kept),
        "dimension": setting.dimension,
        "norm": _part(norm, setting.norm_squared),
        "spent": [_part(total, setting.hinge) for total in spent],
    }
    for entry, product, loss in zip(found["rounds"], products, losses, strict=True):
        entry |= {"product": number_text(product), "loss": number_text(loss)}
    counts = list(accumulate((entry.said != entry.label for entry in rounds), initial=0))
    found["allowed"] = [_allowed(count, total, norm) for count, total in zip(counts, spent, strict=True)]

    def squares(w: Moving, number: int) -> list[Rational]:
        """Return the squares of M − H and ⟨w,u⟩ (with their signs), ‖w‖·‖u‖ and ‖u‖√M."""
        return [signed_square(w.steps - spent[number]), w.agreement(), w.norm * norm, norm * w.steps]

    return found if unknown else found | squeezed(changes, rounds, target, squares, kept, budget)


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
