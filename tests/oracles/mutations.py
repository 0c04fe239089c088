"""Small changes of a value as JSON has it, for files that a checker is to see through."""

import copy
import random
from typing import Any


def _places(value: Any) -> list[tuple[Any, Any]]:
    """List every place in a value: what it is in, and its key or number there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = []
    for key, inner in items:
        found += [(value, key), *_places(inner)]
    return found


def mutated(value: Any, rng: random.Random, least: int = -6, most: int = 6) -> Any:
    """Return a copy with one number changed, or an entry of a list dropped, repeated or exchanged with another."""
    value = copy.deepcopy(value)
    places = _places(value)
    numbers = [(where, key) for where, key in places if type(where[key]) is int]
    entries = [(where, key) for where, key in places if isinstance(where, list)]
    if numbers and (not entries or rng.random() < 0.6):
        where, key = rng.choice(numbers)
        changed = [where[key] + 1, where[key] - 1, -where[key], rng.randint(least, most)]
        where[key] = rng.choice(changed)
        return value
    where, key = rng.choice(entries)
    if (kind := rng.randrange(3)) == 0:
        del where[key]
    elif kind == 1:
        where.insert(rng.randint(0, len(where)), copy.deepcopy(where[key]))
    else:
        other = rng.randrange(len(where))
        where[key], where[other] = where[other], where[key]
    return value
