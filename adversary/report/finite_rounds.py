"""What a page shows of a game on a finite class: the table of concepts, the votes, |V| and L, round after round."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adversary.report.page_numbers import number_text
from learners.protocol import Label, Prediction, loss
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import one_line
from proofs.exact.rationals import Rational
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone

MOST_CELLS = 250_000
"""Labels of a class that a page has; of larger ones it says how large they are."""

LONGEST_NAME = 120
"""Characters of the name of a point or a concept."""

MOST_LABELS_IN_NAME = 24
"""Of a concept without a name, which is called by its labels."""

FiniteRound = tuple[int, Prediction, Label]
"""The number of a point, what was predicted, and the label."""


@dataclass(slots=True)
class _Ranks:
    """The Littlestone dimensions of version spaces, until the budget is spent."""

    solver: Littlestone
    ran_out: str = ""

    def of(self, space: int) -> int | None:
        if self.ran_out or not space:
            return None
        try:
            return self.solver.dimension(space)
        except OutOfBudget as error:
            self.ran_out = str(error)
            return None


def finite_rounds(
    table: ConceptClass, rounds: Iterable[FiniteRound], target: int | None, budget: Budget
) -> dict[str, Any]:
    """Return what a page has of a game: its rounds, and the class with the round in which each concept was excluded."""
    ranks = _Ranks(Littlestone(table, budget))
    space, sum_of_losses = table.everything, Fraction(0)
    shown, excluded = [], [0] * table.size
    for number, (x, said, label) in enumerate(rounds, 1):
        sides = {y: table.restrict(space, x, y) for y in (-1, 1)}
        sum_of_losses += loss(said, label)
        shown.append(
            {
                "point": x,
                "said": said if isinstance(said, int) else number_text(said),
                "likely": None if isinstance(said, int) else float(said),
                "label": label,
                "wrong": number_text(loss(said, label)),
                "mistakes": number_text(sum_of_losses),
                "minus": _space(ranks, sides[-1]),
                "plus": _space(ranks, sides[1]),
            }
        )
        _exclude(excluded, sides[-label], number)
        space = sides[label]
    return {
        "table": _table(table, excluded),
        "start": _space(ranks, table.everything),
        "rounds": shown,
        "target": target,
        "ran_out": ranks.ran_out or None,
    }


def _space(ranks: _Ranks, space: int) -> dict[str, Any]:
    return {"size": space.bit_count(), "rank": ranks.of(space)}


def _exclude(excluded: list[int], space: int, number: int) -> None:
    for concept, bit in enumerate(f"{space:b}"[::-1]):
        if bit == "1":
            excluded[concept] = number


def _table(table: ConceptClass, excluded: list[int]) -> dict[str, Any]:
    """Return the class: names of points always, the concepts where they are not too many."""
    whole = table.size * table.points <= MOST_CELLS
    return {
        "name": one_line(table.name, LONGEST_NAME),
        "size": table.size,
        "points": [one_line(name, LONGEST_NAME) for name in table.point_names],
        "concepts": [table.row_text(concept) for concept in range(table.size)] if whole else None,
        "names": [one_line(name, LONGEST_NAME) for name in table.concept_names]
        if whole and table.concept_names
        else None,
        "excluded": excluded if whole else None,
    }


def concept_text(table: ConceptClass, concept: int) -> str:
    """Return what a page calls a concept: its name, or its labels if they are few, or its number."""
    if table.concept_names:
        return one_line(table.concept_names[concept], LONGEST_NAME)
    return table.row_text(concept).replace("-", "−") if table.points <= MOST_LABELS_IN_NAME else f"concept {concept}"


def as_said(predicted: Rational | str) -> Prediction:
    """Return what a trace says was predicted: a label, or a probability of +1."""
    return Fraction(predicted) if isinstance(predicted, str) else (1 if predicted == 1 else -1)
