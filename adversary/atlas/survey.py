"""Questions to the atlas, and the table of values that answers them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adversary.atlas.shards import check_shard, classes_of_text, codes_of_text, shard_tasks
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.where import Where
from proofs.atlas.bitsets import Classes
from proofs.atlas.enumeration import check_points, how_many
from proofs.atlas.expressions import Expression, read_condition, read_number
from proofs.atlas.quantities import MEANINGS, check_quantity, decoded
from proofs.exact.rationals import Rational

COUNTED_BY_DEFAULT = ("L", "VC")
"""Whose values are counted if nothing is said."""

_Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Question:
    """Classes on so many points: those that ``where`` holds of, or where ``extremal`` is largest, or all."""

    points: int
    where: Expression | None
    extremal: Expression | None
    quantities: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether it is asked only how the values are distributed."""
        return self.where is None and self.extremal is None


def ask(points: int, where: str | None, extremal: str | None, quantities: Sequence[str]) -> Question:
    """Read a question; its quantities are those in its expressions, and the others that are asked for.

    Raises:
        InputError: there are no such classes or quantities, or an expression is not one.

    """
    check_points(points)
    condition = None if where is None else read_condition(where, MEANINGS)
    number = None if extremal is None else read_number(extremal, MEANINGS)
    for name in quantities:
        check_quantity(name)
    named = [name for expression in (condition, number) if expression for name in expression.names]
    wanted = [*named, *quantities]
    if not wanted and condition is None and number is None:
        wanted = [*COUNTED_BY_DEFAULT]
    return Question(points, condition, number, tuple(dict.fromkeys(wanted)))


@dataclass
class ValueTable:
    """The classes on so many points, in the order of their numbers, and codes of their quantities.

    ``failures`` say which tasks have failed; ``total`` is how many classes there are, whether or not all are here, and
    ``stored`` says of which the quantities were found in a store, and not checked.
    """

    points: int
    total: int
    numbers: Classes
    codes: dict[str, NDArray[np.uint8]]
    failures: list[str] = field(default_factory=list)
    stored: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))

    def value(self, name: str, place: int) -> Rational:
        """Return a quantity of the class in this place."""
        return decoded(name, int(self.codes[name][place]), self.points)


def tabulate(question: Question, where: Where, store: Store, progress: _Progress) -> ValueTable:
    """Compute the quantities of a question for all classes. Raises InputError if the engine cannot be used."""
    done = run(shard_tasks(question.points, question.quantities), where, store, progress, check=check_shard)
    failures = [outcome.failure for outcome in done if outcome.failure is not None]
    parts = [outcome.value for outcome in done if outcome.failure is None]
    numbers = np.concatenate([np.zeros(0, dtype=np.uint32), *[classes_of_text(part["classes"]) for part in parts]])
    columns = {
        name: np.concatenate([np.zeros(0, dtype=np.uint8), *[codes_of_text(part["values"][name]) for part in parts]])
        for name in question.quantities
    }
    total = how_many(question.points)
    there = [np.full(len(classes_of_text(one.value["classes"])), one.stored) for one in done if one.failure is None]
    if not failures and len(numbers) != total:
        raise AssertionError(f"{len(numbers)} classes were enumerated, but there are {total}")
    return ValueTable(
        question.points, total, numbers, columns, failures, np.concatenate([np.zeros(0, dtype=bool), *there])
    )
