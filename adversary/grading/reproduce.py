"""A counterexample as a few lines of Python that a student pastes beside the file, without this program."""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np

from adversary.search.counterexample import Counterexample
from learners.protocol import Label
from learners.shapes.batch import enough_passes
from learners.shapes.reading import Reading
from learners.shapes.recipe import Recipe
from proofs.exact.vectors import Vector
from proofs.settings import Point

WIDTH = 79
"""Of a line, if it can be broken."""

MOST_LETTERS = 12
"""Points that have a letter each; of more, P is the table."""

MAX_CODE = 4_000
"""Characters of all lines: of longer games there is a test alone."""


def point_names(game: Counterexample) -> dict[Point, str]:
    """Return short names of the points that are shown as vectors, in the order in which they are first shown."""
    points = list(dict.fromkeys([*[x for x, _ in game.before], *[entry.x for entry in game.rounds]]))
    if not all(shown_as_vectors(game, x) for x in points):
        return {}
    few = len(points) <= MOST_LETTERS
    return {x: ascii_uppercase[n] if few else f"P[{n}]" for n, x in enumerate(points)}


def shown_as_vectors(game: Counterexample, x: Point) -> bool:
    """Tell whether a learner is shown a point as an array, and not as its number."""
    return isinstance(x, Vector) or game.sees == "dense" or game.setting.vectors is None


def reproduction(game: Counterexample, recipe: Recipe, reading: Reading, path: Path) -> tuple[str, ...]:
    """Return lines that play the game to the program of a file; none where it is not one game, or a long one."""
    if game.again or not game.rounds or (game.before and not recipe.update):
        return ()
    whole = recipe.whole and path.suffix == ".py" and path.stem.isidentifier()
    imports = "import numpy as np" + (f"; from {path.stem} import {recipe.name}" if whole else "")
    body = _trained(game, recipe, reading, path) if not recipe.update else _played(game, recipe)
    place = [] if whole else [f"# below {recipe.name} in {path.name}:"]
    zero = ["", "# here the answer 0 counts as 1", "# here the answer 0 or False counts as -1"][reading.zero]
    zeros = ["# here 0 is the label -1"] if recipe.zero_one else [zero] * bool(zero)
    lines = [part for line in [*place, *zeros, imports, *body] for part in _broken(line)]
    return tuple(lines) if sum(map(len, lines)) <= MAX_CODE else ()


def _played(game: Counterexample, recipe: Recipe) -> list[str]:
    """Return the rounds of an online learner, after those of another one, if there are any."""
    setting: Any = game.setting
    names = point_names(game)
    offers = {
        "dimension": str(setting.dimension),
        "lies": str(setting.lies),
        "concepts": "concepts",
        "margin_squared": repr(getattr(setting, "margin_squared", None)),
    }
    left_out = offers.keys() - setting.offer().keys()
    given = {own: offers.get(offer, offer) for own, offer in recipe.arguments.items() if offer not in left_out}
    functions = [own for own in given if recipe.arguments[own] == "concepts" != own]
    given |= dict.fromkeys(functions, "[row.__getitem__ for row in concepts.tolist()]")
    made = f"{recipe.name}({', '.join(f'{own}={value}' for own, value in given.items())})"
    lines = ["from fractions import Fraction"] if "Fraction" in made else []
    if "concepts" in made:
        rows = ", ".join(f'"{row}"' for row in setting.record(names=False).concepts)
        sign = '(c == "+") * 1' if recipe.zero_one and functions else '(c == "+") - (c == "-")'
        lines.append(f"concepts = np.array([[{sign} for c in row] for row in [{rows}]])")
    lines += _points(game, names)
    games = [
        _rounds(rounds, names, recipe) for rounds in (game.before, [(e.x, e.label) for e in game.rounds]) if rounds
    ]
    plays = [
        f"for x, y in {games[-1] if len(games) == 1 else 'rounds'}:",
        f"    print({recipe.predict}, y); {recipe.update}",
    ]
    if len(games) == 1:
        return [*lines, f"learner = {made}", *plays]
    return [*lines, f"for rounds in ({', '.join(games)}):", *[f"    {line}" for line in (f"learner = {made}", *plays)]]


def _trained(game: Counterexample, recipe: Recipe, reading: Reading, path: Path) -> list[str]:
    """Return the data of a program that is trained in one call, the training and its answers."""
    labels = {entry.x: entry.label for entry in reversed(game.rounds)}
    data = {entry.x: labels[entry.x] for entry in game.rounds}
    setting: Any = game.setting
    rows = [_coordinates(game, x) for x in data]
    points = np.array([[float(value) for value in row] for row in rows])
    passes = enough_passes(points, setting.margin_squared, reading)
    y = [_label(label, recipe) for label in data.values()]
    listed = ", ".join(_row(row) for row in rows)
    chance = ["import random; random.seed(0); np.random.seed(0)"] if b"random" in path.read_bytes() else []
    first = f"X, y, T = np.array([{listed}], float), np.array([{', '.join(map(str, y))}]), {passes}"
    return [*chance, first, *recipe.train.split("\n"), f"print({recipe.predict}, y)"]


def _points(game: Counterexample, names: dict[Point, str]) -> list[str]:
    vectors = [_coordinates(game, x) for x in names]
    if not names:
        return []
    inside = ", ".join(map(_row, vectors))
    array = f"np.array({inside if len(vectors) == 1 else f'[{inside}]'}, float)"
    if len(vectors) > 1 and all(row == [n == i for i in range(len(row))] for n, row in enumerate(map(list, vectors))):
        array = f"np.eye({len(vectors)}, {len(vectors[0])})"
    return [f"{', '.join(names.values()) if len(names) <= MOST_LETTERS else 'P'} = {array}"]


def _coordinates(game: Counterexample, x: Point) -> Sequence[Any]:
    setting = game.setting
    if isinstance(x, int) and setting.vectors is not None:
        x = setting.vectors[x]
    assert isinstance(x, Vector)  # noqa: S101 - it is shown as one
    return x.coordinates(setting.dimension)


def _row(row: Iterable[Any]) -> str:
    return f"[{', '.join(map(str, row))}]"


def _rounds(rounds: Iterable[tuple[Point, Label]], names: dict[Point, str], recipe: Recipe) -> str:
    """Return rounds as a list, or the part of it that comes again and again, which many have."""
    parts = [f"({names.get(x, x)}, {_label(label, recipe)})" for x, label in rounds]
    for size in range(1, len(parts) // 3 + 1):
        times = -(-len(parts) // size)
        if (parts[:size] * times)[: len(parts)] == parts:
            again = f"[{', '.join(parts[:size])}] * {times}"
            return again if size * times == len(parts) else f"({again})[:{len(parts)}]"
    runs = [(part, len([*same])) for part, same in groupby(parts)]
    if 2 * len(runs) < len(parts):
        return " + ".join([f"[{part}] * {times}" for part, times in runs])
    return f"[{', '.join(parts)}]"


def _label(label: Label, recipe: Recipe) -> int:
    return 0 if label < 0 and recipe.zero_one else label


def _broken(line: str) -> list[str]:
    """Return a line in parts that are not too long: what is long is in brackets."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
