"""Tournaments for tests of their views, made by hand."""

import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.game.play import play
from adversary.tournaments.cell import Cell, Place, Tournament, Unfit

HOSTILE = "</title></text><script>alert(1)</script>'\"><img src=x onerror=alert(2)>]]>{{7*7}}\u202e&lt;"


def lists(**texts: str) -> dict[str, list[Any]]:
    """Return lists of a specification, each from a text with commas."""
    numbers = "dimensions", "lies", "seeds"
    return {key: [int(x) if key in numbers else x for x in text.split(",")] for key, text in texts.items()}


def halfspaces(learner: str, delta: int, mistakes: Any, **more: Any) -> Cell:
    """Return a certified game with the margin 1/delta, in the dimension of its bound, δ⁻²."""
    random = isinstance(mistakes, Fraction)
    count = str(mistakes) if random else mistakes
    counted: dict[str, Any] = {"statement": "expected mistakes" if random else "run bound", "mistakes": count}
    usual: dict[str, Any] = {
        "adversary": "standard-basis",
        "margin_squared": Fraction(1, delta**2),
        "dimension": delta**2,
        "unit_norm": True,
        "rounds": delta**2,
        "lower": delta**2,
        "bound": delta**2,
        "statements": ({"statement": "realizable"}, counted),
        "realizable": True,
        "replayed": True,
        "command": f"adversary play {learner.split(maxsplit=1)[0]} --margin 1/{delta}",
    }
    return Cell(number=0, learner=learner, setting="halfspaces", mistakes=mistakes, **usual | more)


def finite(learner: str, concept_class: str, mistakes: int, bound: int | None, **more: Any) -> Cell:
    """Return a certified game on a class."""
    counted: dict[str, Any] = {"statement": "run bound", "mistakes": mistakes}
    usual: dict[str, Any] = {"adversary": "littlestone", "concepts": 8, "points": 7, "lies": 0, "rounds": 3}
    usual |= {"bound": bound, "statements": (counted,), "realizable": True}
    return Cell(0, learner, setting="finite", concept_class=concept_class, mistakes=mistakes, **usual | more)


def forfeited(cell: Cell, fault: str = "it raised ZeroDivisionError") -> Cell:
    return replace(cell, termination="forfeit", fault=fault, reason=fault, statements=())


def tournament(*cells: Cell, unfit: tuple[Unfit, ...] = (), title: str = "A tournament") -> Tournament:
    return Tournament(title, tuple(replace(cell, number=n) for n, cell in enumerate(cells, 1)), unfit)


def searched(learner: str, delta: int, mistakes: int | None, **more: Any) -> Cell:
    """Return the worst game found with the margin 1/delta."""
    return halfspaces(learner, delta, mistakes, **{"search": "complete", "adversary": "search: passes"} | more)


def read_tournament(folder: str | Path) -> Tournament:
    """Read what a tournament has left in its folder."""
    unfit = [
        Unfit(line["learner"], line["adversary"], line["reason"], _place(line), line["by_adversary"])
        for line in _lines(folder, "unfit")
    ]
    return Tournament("", tuple(map(Cell.from_json, _lines(folder, "results"))), tuple(unfit))


def _place(line: dict[str, Any]) -> Place:
    squared = None if line["margin_squared"] is None else Fraction(line["margin_squared"])
    return Place(line["setting"], squared, line["dimension"], line["class"], line["lies"], line["seed"])


def _lines(folder: str | Path, name: str) -> list[dict[str, Any]]:
    path = Path(folder, f"{name}.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def many(learners: int, adversaries: int, deltas: range) -> Tournament:
    """Return a tournament of learners whose long names begin alike."""
    return tournament(*(
        halfspaces(f"a learner with a very long name, the one with number {i} of many", delta, (i * 7 + k) % (delta**2 + 2), adversary=f"adversary {k}")
        for delta in deltas for k in range(adversaries) for i in range(learners)
    ))  # fmt: skip


def played(folder: Path, *deltas: int) -> Tournament:
    """Play the Perceptron, with traces in a tournament's folder."""
    (folder / "traces").mkdir(parents=True, exist_ok=True)
    games = []
    for number, delta in enumerate(deltas, 1):
        trace = f"traces/{number:05}.jsonl"
        play("perceptron", margin=f"1/{delta}", output=folder / trace, second_opinion=False)
        digest = hashlib.sha256((folder / trace).read_bytes()).hexdigest()
        games.append(halfspaces("perceptron", delta, delta**2, trace=trace, trace_sha256=digest))
    return tournament(*games)
