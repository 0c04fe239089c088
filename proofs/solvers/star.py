"""Star number, exactly, with a star: a concept, and points at each of which another concept differs from it alone.

The largest k such that some concept h, points x₁, …, x_k and concepts h₁, …, h_k have: among these points hᵢ differs
from h exactly at xᵢ. (Hanneke and Yang, Minimax analysis of active learning, 2015.)
"""

from dataclasses import dataclass

from proofs.classes.concepts import ConceptClass, first_concept
from proofs.solvers.budget import Bounds, Budget, OutOfBudget, given_budget
from proofs.solvers.spaces import deep_recursion

Cells = tuple[int, ...]
"""The version spaces that agree on the chosen points with a center, and then, for each of the points, those that differ
from it there and nowhere else among them. None of these is empty."""


@dataclass(frozen=True, slots=True)
class Star:
    """The star number, and a star with as many points as its lower bound says.

    ``concepts[i]`` differs from the concept ``center``, among ``points``, exactly at ``points[i]``.
    """

    number: Bounds
    center: int
    points: tuple[int, ...]
    concepts: tuple[int, ...]


def star_number(concept_class: ConceptClass, budget: Budget | None = None) -> Star:
    """Return the star number with a star, or bounds where the budget does not suffice.

    Part of a star is a star. So the search goes through sets of points in order, and keeps every center that the set
    has; concepts that agree on the set are one center. A star of k more points needs k concepts more that agree with
    the center now, and k points more at which it is still a center.
    """
    concept_class.check_total("the star number")
    spend = given_budget(budget).spend
    columns, everything = concept_class.columns, concept_class.everything
    best: list[tuple[tuple[int, ...], Cells]] = [((), (everything,))]

    def extend(chosen: tuple[int, ...], centers: list[Cells], candidates: list[int]) -> None:
        spend()
        if len(chosen) > len(best[0][0]):
            best[0] = chosen, centers[0]
        by_point = {point: [its for cells in centers for its in _with(cells, columns[point])] for point in candidates}
        useful = [point for point in candidates if by_point[point]]
        for place, point in enumerate(useful):
            missing = len(best[0][0]) + 1 - len(chosen)
            if len(useful) - place < missing or len(best[0][0]) == most:
                return
            wide = [cells for cells in by_point[point] if cells[0].bit_count() >= missing]
            if wide:
                extend((*chosen, point), wide, useful[place + 1 :])

    different = {min(column, everything ^ column): point for point, column in enumerate(columns)}
    splitting = sorted([point for column, point in different.items() if column])
    most = min(len(splitting), concept_class.size - 1)
    try:
        with deep_recursion(len(splitting)):
            extend((), [(everything,)], splitting)
        ran_out = ""
    except OutOfBudget as error:
        ran_out = str(error)
    points, cells = best[0]
    center, *concepts = map(first_concept, cells)
    number = Bounds(len(points), most if ran_out else len(points), ran_out)
    return Star(number, center, points, tuple(concepts))


def _with(cells: Cells, column: int) -> list[Cells]:
    """Return the centers that one center becomes when another point is chosen: one for each label that it may have."""
    center, *others = cells
    centers = []
    for side in (column, ~column):
        same, different = center & side, center & ~side
        if same and different and all(other & side for other in others):
            centers.append((same, *[other & side for other in others], different))
    return centers
