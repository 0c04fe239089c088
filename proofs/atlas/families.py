"""Families of classes: the members in the table of families, and the values of a member.

The quantities are those of the atlas, by the same names. Budgets are in states, never in seconds: what is in the table
does not depend on the machine.
"""

from collections.abc import Callable, Sequence

from proofs.atlas.quantities import MEANINGS
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import require_known
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.dimensions import Dimensions
from proofs.solvers.littlestone import Littlestone, littlestone_bounds
from proofs.solvers.other_models.orders import best_bounds, self_directed_bounds, worst_bounds
from proofs.solvers.star import Star, star_number
from proofs.solvers.values import TieRule, halving_worst_case, randomized_bounds
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


KEYS = {"L": "littlestone", "VC": "vc", "RL": "randomized_littlestone", "announced": "announced_order"}
"""What ``Dimensions`` calls quantities that have another name in the atlas."""


def members(families: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return (family, class) for each class of the table, of these families or of all. Raises InputError."""
    require_known("family", MEMBERS, *families)
    return [(name, spec) for name, specs in MEMBERS.items() if not families or name in families for spec in specs]


def family_values(table: ConceptClass, budget: Callable[[], Budget]) -> tuple[Dimensions, Star]:
    """Compute every quantity of a class, or bounds on it, each within a fresh budget."""
    solver, one_lie = Littlestone(table, budget()), Littlestone(table, budget(), lies=1)
    littlestone = solver.bounds()
    shattered = vc_dimension(table, budget())
    alone = self_directed_bounds(table, int(littlestone.at_most), budget())
    best, best_found = best_bounds(table, int(alone.at_least), budget())
    worst, worst_found = worst_bounds(table, int(littlestone.at_most), budget())
    star = star_number(table, budget())

    def halving(ties: TieRule) -> Bounds:
        return halving_worst_case(table, ties, budget()).bounds().within(littlestone.at_least)

    bounds = {
        "littlestone": littlestone,
        "vc": shattered.dimension.within(most=littlestone.at_most),
        "randomized_littlestone": randomized_bounds(table, budget(), 0, littlestone),
        "halving_adversarial": halving("adversarial"),
        "halving_optimal": halving("optimal"),
        "announced_order": worst.within(best.at_least),
        "best_order": best,
        "self_directed": alone.within(most=best.at_most),
        "lies_1": littlestone_bounds(one_lie, lambda: littlestone),
    }
    orders = {"announced_order": worst_found.order, "best_order": best_found.order}
    points = shattered.points
    found = Dimensions(table, bounds=bounds, shattered=points, orders=orders, solver=solver, one_lie=one_lie)
    return found, star


def family_bounds(found: Dimensions, star: Star) -> dict[str, Bounds]:
    """Return every quantity of a class by its name in the atlas."""
    table = found.concept_class
    counted = {"size": Bounds(table.size, table.size), "points": Bounds(table.points, table.points)}
    known = found.bounds | counted | {"star": star.number}
    return {name: known[KEYS.get(name, name)] for name in MEANINGS}
