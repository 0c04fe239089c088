"""The witnesses of Livni, Lecture 8, judged again from their plain numbers."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from plain_numbers import dot, numbers


def play(game: Any, of_zero: int) -> tuple[list[int], list[list[Fraction]]]:
    """Run the printed algorithm: the numbers of the mistakes, from 1, and all w."""
    w = [[Fraction(0)] * len(game["target"])]
    wrong = []
    for number, (x, y) in enumerate(game["examples"], 1):
        product_ = dot(w[-1], x)
        said = 1 if product_ > 0 else -1 if product_ < 0 else of_zero
        wrong += [number] * (said != y)
        w.append([p + Fraction(y - said, 2) * q for p, q in zip(w[-1], numbers(x), strict=True)])
    return wrong, w


def margin(game: Any) -> Fraction:
    products: list[Fraction] = [y * dot(game["target"], x) for x, y in game["examples"]]
    return min(products)


def ratio(game: Any) -> Fraction:
    """R²/γ², if all points have the length R."""
    (square,) = {dot(x, x) for x, _ in game["examples"]}
    assert margin(game) > 0
    return square * dot(game["target"], game["target"]) / margin(game) ** 2


def bound_at(game: Any, gamma: Fraction) -> Fraction:
    """R²/γ², if w⋆ is a unit vector, all points have the length R, and all margins are above γ."""
    (square,) = {dot(x, x) for x, _ in game["examples"]}
    assert dot(game["target"], game["target"]) == 1
    assert margin(game) > gamma
    return square / gamma**2


def negative_gamma(game: Any) -> bool:
    return len(play(game, 1)[0]) > bound_at(game, Fraction(-10))


def other_distribution(case: Any) -> bool:
    played = {**case["sample"], "target": case["support"]["target"]}
    same = {dot(x, x) for part in ("sample", "support") for x, _ in case[part]["examples"]}
    return len(same) == 1 and len(play(played, 1)[0]) > bound_at(case["support"], Fraction(3, 4))


def late(game: Any) -> bool:
    """The last mistake is on an example with others before it, more than 2R²/γ² of them."""
    return max(play(game, 1)[0], default=0) > 2 * bound_at(game, Fraction(3, 4)) + 1


def wrong_in_the_end(game: Any) -> bool:
    last = play(game, 1)[1][-1]
    return margin(game) > Fraction(1, 2) and any(y * dot(last, x) < 0 for x, y in game["examples"])


def half_a_step(case: Any) -> bool:
    """On the line, at x = 1 and with w = ŷ, the printed step is neither y·x on a mistake nor 0 elsewhere."""
    w, y = case["said"], case["label"]
    return w in (1, 0, -1) and y in (1, -1) and Fraction(y - w, 2) != (y if w != y else 0)


def off_by_one(game: Any) -> bool:
    wrong, w = play(game, 1)
    return margin(game) > Fraction(1, 2) and 1 in wrong and w[2][0] < w[1][0] + Fraction(1, 2)  # w⋆ = 1, on the line


def behind(game: Any) -> bool:
    wrong, w = play(game, 0)
    return margin(game) > Fraction(3, 4) and dot(w[-1], game["target"]) < len(wrong) * Fraction(3, 4)


def three(game: Any) -> bool:
    return len(play(game, 0)[0]) > bound_at(game, Fraction(59, 20))


def value(weights: list[int], bias: int, x: tuple[int, ...]) -> bool:
    return sum(p * q for p, q in zip(weights, x, strict=True)) - bias - Fraction(1, 2) > 0


def one_bias(case: Any) -> bool:
    used = case["biases"][0]
    both = list(zip(case["weights"], case["biases"], strict=True))
    return all(value(w, used, (1,)) for w, _ in both) and not all(value(w, b, (1,)) for w, b in both)


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("livni-8.1", 2): negative_gamma,
    ("livni-8.1", 3): other_distribution,
    ("livni-8.1", 4): late,
    ("livni-8.1", 5): wrong_in_the_end,
    ("livni-8.1-step", 1): half_a_step,
    ("livni-8.1-display", 0): off_by_one,
    ("livni-8.1-progress", 2): behind,
    ("livni-8.1-bound", 1): three,
    ("livni-8.3-network", 1): one_bias,
}
