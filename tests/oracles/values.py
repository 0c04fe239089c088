"""A second judge of the entries of a certificate of values: from the rules of the games, with no look at its tables."""

from collections.abc import Callable
from functools import cache
from typing import Any

from oracles import lies, other_models, partial
from oracles.classes import halving
from oracles.finite import bound_holds

SIGNS = {"+": 1, "-": -1, "*": 0}


@cache
def apples(state: lies.State, most: int, rounds: int = -1) -> float:
    """Return the mistakes in games of apple tasting; ``most`` and more are as good as infinitely many.

    They have so many rounds, or below 0 any number.
    """
    worst: float = max(mistakes for _, mistakes in state)
    if worst >= most or rounds == 0:
        return worst
    for point in range(len(min(state)[0])):
        seen = [frozenset([(row, mistakes + (y == "-")) for row, mistakes in state if row[point] == y]) for y in "-+"]
        if all(seen):
            unseen = frozenset([(row, mistakes + (row[point] == "+")) for row, mistakes in state])
            accepts = max(apples(left, most, rounds - 1) for left in seen)
            worst = max(worst, accepts if accepts <= worst else min(accepts, apples(unseen, most, rounds - 1)))
    return worst


def true(rows: tuple[str, ...], entry: dict[str, Any]) -> bool:
    """Tell whether what an entry says is so, whatever it gives for evidence, but for the bounds with a witness."""
    statement, number, space = entry["statement"], entry.get("mistakes"), frozenset(rows)
    if any("*" in row for row in rows):
        return _true_of_partial(frozenset([tuple([SIGNS[sign] for sign in row]) for row in rows]), entry)
    told = entry.get("lies", 0)
    orders = ("worst order", "best order")
    if statement in orders:
        extreme = other_models.of_all_orders(space)[orders.index(statement)]
        return other_models.in_order(space, entry["order"]) == extreme == number
    if statement == "don't know":
        return all(other_models.dont_know(space, k) == fewest for k, fewest in enumerate(entry["fewest"]))
    if statement.startswith("Halving"):
        signs = frozenset([tuple([1 if sign == "+" else -1 for sign in row]) for row in rows])
        return halving(signs, statement.split()[2]) == number
    if statement in ("universal bound", "upper bound"):
        return bound_holds(rows, statement, entry["mistakes"], entry, told)
    tasting = frozenset([(row, 0) for row in rows])
    values: dict[str, Callable[[], Any]] = {
        "randomized dimension": lambda: str(lies.randomized(rows, told)),
        "self-directed": lambda: other_models.self_directed(space),
        "apple tasting": lambda: apples(tasting, len(rows)),
    }
    return bool(values[statement]() == number)


def _true_of_partial(space: partial.Space, entry: dict[str, Any]) -> bool:
    """Tell the same of a partial class."""
    statement, number = entry["statement"], entry.get("mistakes")
    if statement == "don't know":
        return all(partial.fewest_dont_know(space, k) == fewest for k, fewest in enumerate(entry["fewest"]))
    if statement.startswith("Halving"):
        return bool(partial.halving(space, statement.split()[2]) == number)
    depth = partial.littlestone(space)
    values: dict[str, Callable[[], Any]] = {
        "universal bound": lambda: min(entry["mistakes"], depth),
        "upper bound": lambda: max(entry["mistakes"], depth),
        "randomized dimension": lambda: str(partial.randomized(space)),
        "apple tasting": lambda: partial.apple_tasting(space),
    }
    return bool(values[statement]() == number)
