"""Families of classes, the ones of them that the table of families has, and what is known of one of these.

The quantities are those of the atlas, by the same names. Budgets are in states, never in seconds: what is in the table
does not depend on the machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proofs.atlas.quantities import MEANINGS
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import unknown
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.lies import littlestone_bounds, randomized_bounds
from proofs.solvers.other_models.orders import best_bounds, worst_bounds
from proofs.solvers.other_models.self_directed import SelfDirected
from proofs.solvers.star import Star, star_number
from proofs.solvers.values import TieRule, halving_worst_case
from proofs.solvers.vc import vc_dimension

MEMBERS = {
    "halfspaces": [f"halfspaces:{n}" for n in (1, 2, 3)],
    "monotone": [f"monotone:{n}" for n in (1, 2, 3, 4)],
    "juntas": [f"juntas:{n}?k={k}" for k, ns in ((1, (2, 3, 4, 5)), (2, (2, 3, 4))) for n in ns],
    "dnf": [*[f"dnf:{n}?k=1" for n in (1, 2, 3, 4)], "dnf:3?k=2", "dnf:3?k=3"],
    "decision-trees": ["decision-trees:2?d=2", "decision-trees:3?d=2", "decision-trees:4?d=2"],
    "affine-parities": [f"affine-parities:{n}" for n in (1, 2, 3, 4)],
    "polynomials": ["polynomials:2?d=2", "polynomials:3?d=2", "polynomials:3?d=3"],
    "symmetric": [f"symmetric:{n}" for n in (1, 2, 3, 4, 5)],
}
"""The classes of the table, by the family in the catalog. All that is known of them takes less than a minute of
processor time."""

FAMILY_STATES = 50_000
"""What each quantity may take, by default, of a class of the table."""


@dataclass(frozen=True)
class FamilyValues:
    """What is known of a class: each quantity by its name, and what shows some of them.

    ``worst_points`` and ``best_points`` are orders that reach the side of the bounds that was found,
    ``shattered`` are as many points as VC is at least, and ``star`` has as many as the star number is. The solvers are
    of the Littlestone dimension, with the lies that each has.
    """

    concept_class: ConceptClass
    bounds: dict[str, Bounds]
    worst_points: tuple[int, ...]
    best_points: tuple[int, ...]
    shattered: tuple[int, ...]
    star: Star
    solvers: tuple[Littlestone, Littlestone]


def members(families: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return (family, class) for each class of the table, of these families or of all. Raises InputError."""
    for name in families:
        if name not in MEMBERS:
            raise unknown("family", name, MEMBERS)
    return [(name, spec) for name, specs in MEMBERS.items() if not families or name in families for spec in specs]


def family_values(table: ConceptClass, budget: Callable[[], Budget]) -> FamilyValues:
    """Compute every quantity of a class, each within a fresh budget, or between what bounds."""
    solvers = Littlestone(table, budget()), Littlestone(table, budget(), lies=1)
    littlestone = solvers[0].bounds()
    shattered = vc_dimension(table, budget())
    vc = shattered.dimension.within(most=littlestone.at_most)
    alone = SelfDirected(table, budget()).bounds(int(littlestone.at_most))
    best, best_found = best_bounds(table, int(alone.at_least), budget())
    worst, worst_found = worst_bounds(table, int(littlestone.at_most), budget())
    star = star_number(table, budget())

    def halving(ties: TieRule) -> Bounds:
        return halving_worst_case(table, ties, budget()).bounds().within(littlestone.at_least)

    found = {
        "size": Bounds(table.size, table.size),
        "points": Bounds(table.points, table.points),
        "L": littlestone,
        "VC": vc,
        "RL": randomized_bounds(table, budget(), 0, littlestone),
        "halving_adversarial": halving("adversarial"),
        "halving_optimal": halving("optimal"),
        "announced": worst.within(best.at_least),
        "best_order": best,
        "self_directed": alone.within(most=best.at_most),
        "lies_1": littlestone_bounds(solvers[1], lambda: littlestone),
        "star": star.number,
    }
    in_order = {name: found[name] for name in MEANINGS}
    return FamilyValues(table, in_order, worst_found.order, best_found.order, shattered.points, star, solvers)
