"""What a page shows of a game on a finite class: the table of concepts, the votes, |V| and L, round after round.

Where labels may be lies, V has the concepts that are unlike no more labels than that, each with the lies that it has
left, and D, the Littlestone dimension with these, takes the place of L; where an order was announced, A, what the rest
of that order can force.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from adversary.views.game.page_numbers import number_text
from learners.protocol import Label, Prediction, loss
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import one_line
from proofs.exact.rationals import Rational
from proofs.settings import Finite
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import Announced
from proofs.solvers.spaces import whole_class

MAX_CELLS = 250_000
"""Labels of a class that a page has; of larger ones it says how large they are."""

MAX_NAME = 120
"""Characters of the name of a point or a concept."""

MAX_LABELS_IN_NAME = 24
"""Of a concept without a name, which is called by its labels."""

FiniteRound = tuple[int, Prediction, Label]
"""The number of a point, what was predicted, and the label."""


@dataclass(slots=True)
class _Ranks:
    """What can be forced on every learner in a version space, after so many rounds, until the budget is spent."""

    setting: Finite
    budget: Budget
    value: Callable[[int], int] = field(init=False)
    ran_out: str = ""

    def __post_init__(self) -> None:
        table, order = self.setting.concept_class, self.setting.order
        try:
            self.value = (
                Littlestone(table, self.budget, self.setting.lies).dimension
                if order is None
                else Announced(table, order, self.budget).value
            )
        except OutOfBudget as error:
            self.ran_out = str(error)

    def of(self, space: int) -> int | None:
        if self.ran_out or not space:
            return None
        try:
            return self.value(space)
        except OutOfBudget as error:
            self.ran_out = str(error)
            return None


def finite_rounds(setting: Finite, rounds: Iterable[FiniteRound], target: int | None, budget: Budget) -> dict[str, Any]:
    """Return what a page has of a game: its rounds, and the class with the round in which each concept was excluded."""
    table, universe = setting.concept_class, whole_class(setting.concept_class, setting.lies)
    ranks = _Ranks(setting, budget)
    space, sum_of_losses = universe.everything, Fraction(0)
    followed = True  # the announced order, if there is one
    shown, unlike = [], list[list[int]]([[] for _ in range(table.size)])
    for number, (x, said, label) in enumerate(rounds, 1):
        votes = (space & universe.columns[x]).bit_count()
        sides = universe.sides(space, x)
        followed = followed and (setting.order is None or setting.order[number - 1 : number] == (x,))
        sum_of_losses += loss(said, label)
        shown.append(
            {
                "point": x,
                "said": said if isinstance(said, int) else number_text(said),
                "likely": None if isinstance(said, int) else float(said),
                "label": label,
                "wrong": number_text(loss(said, label)),
                "mistakes": number_text(sum_of_losses),
                "votes": [space.bit_count() - votes, votes],
                "lie": target is not None and setting.is_lie(target, x, label),
                "minus": _space(ranks, sides[0], followed=followed),
                "plus": _space(ranks, sides[1], followed=followed),
            }
        )
        _note(unlike, universe.unlike(space, x, label), number)
        space = sides[label == 1]
    return {
        "table": _table(table, unlike, setting.lies),
        "start": _space(ranks, universe.everything),
        "rounds": shown,
        "lies": setting.lies,
        "order": None if setting.order is None else list(setting.order),
        "target": target,
        "ran_out": ranks.ran_out or None,
    }


def _space(ranks: _Ranks, space: int, *, followed: bool = True) -> dict[str, Any]:
    """Return a version space; where the announced order was not ``followed``, nothing is known of it."""
    return {"size": space.bit_count(), "rank": ranks.of(space) if followed else None}


def _note(unlike: list[list[int]], concepts: int, number: int) -> None:
    for concept, bit in enumerate(f"{concepts:b}"[::-1]):
        if bit == "1":
            unlike[concept].append(number)


def _table(table: ConceptClass, unlike: list[list[int]], lies: int) -> dict[str, Any]:
    """Return the class: names of points always, the concepts where they are not too many.

    A concept is ``excluded`` by the first round whose label it has no lie left for; 0: by none. ``unlike`` are the
    rounds until then whose labels are not its own.
    """
    whole = table.size * table.points <= MAX_CELLS
    return {
        "name": one_line(table.name, MAX_NAME),
        "size": table.size,
        "points": [one_line(name, MAX_NAME) for name in table.point_names],
        "concepts": [table.row_text(concept) for concept in range(table.size)] if whole else None,
        "names": [one_line(name, MAX_NAME) for name in table.concept_names] if whole and table.concept_names else None,
        "excluded": [rounds[lies] if len(rounds) > lies else 0 for rounds in unlike] if whole else None,
        "unlike": unlike if whole and lies else None,
    }


def concept_text(table: ConceptClass, concept: int) -> str:
    """Return what a page calls a concept: its name, or its labels if they are few, or its number."""
    if table.concept_names:
        return one_line(table.concept_names[concept], MAX_NAME)
    return table.row_text(concept).replace("-", "−") if table.points <= MAX_LABELS_IN_NAME else f"concept {concept}"


def as_said(predicted: Rational | str) -> Prediction:
    """Return what a trace says was predicted: a label, or a probability of +1."""
    return Fraction(predicted) if isinstance(predicted, str) else (1 if predicted == 1 else -1)
