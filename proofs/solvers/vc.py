"""VC dimension, exactly, with a set of points that is shattered."""

from dataclasses import dataclass

from proofs.classes.concepts import ConceptClass
from proofs.exact.roots import floor_log2
from proofs.solvers.budget import Bounds, Budget, OutOfBudget


@dataclass(frozen=True, slots=True)
class Shattered:
    """The VC dimension, and points on which the concepts give all 2^d labelings: as many as the lower bound says."""

    dimension: Bounds
    points: tuple[int, ...]


def vc_dimension(concept_class: ConceptClass, budget: Budget | None = None) -> Shattered:
    """Return the largest number of points that are shattered, or bounds where the budget does not suffice.

    The search goes through sets of points in order, and keeps the version space of each labeling of the set. A point
    that does not split all of them now will not do so later, and d more points need 2^d concepts in each.
    """
    spend = (budget or Budget()).spend
    best: list[tuple[int, ...]] = [()]

    def extend(chosen: tuple[int, ...], cells: list[int], candidates: list[int]) -> None:
        spend()
        if len(chosen) > len(best[0]):
            best[0] = chosen
        useful = [point for point in candidates if all(0 < (cell & columns[point]) < cell for cell in cells)]
        room = floor_log2(min(cell.bit_count() for cell in cells))
        for place, point in enumerate(useful):
            if len(chosen) + min(len(useful) - place, room) <= len(best[0]):
                return
            column = columns[point]
            extend((*chosen, point), [part for c in cells for part in (c & column, c & ~column)], useful[place + 1 :])

    columns = concept_class.columns
    try:
        extend((), [concept_class.everything], list(range(concept_class.points)))
    except OutOfBudget as error:
        most = min(floor_log2(concept_class.size), concept_class.points)
        return Shattered(Bounds(len(best[0]), most, str(error)), best[0])
    return Shattered(Bounds(len(best[0]), len(best[0])), best[0])
