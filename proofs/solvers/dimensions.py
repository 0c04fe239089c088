"""All that is computed of a finite class in one go, each quantity within a budget of its own."""

import html
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted, one_line, unknown
from proofs.exact.rationals import Rational, exact_text, simplest
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import TIE_RULES, halving_worst_case, randomized_halving, randomized_littlestone
from proofs.solvers.vc import vc_dimension
from proofs.views import Paged

QUANTITIES = ("littlestone", "vc", "randomized-littlestone", "halving", "randomized-halving")


@dataclass
class Dimensions(Paged):
    """What is known of a class; ``None`` stands for what was not asked for.

    ``halving`` has the worst case under each rule for ties; ``shattered`` as many points as ``vc`` says at least.
    """

    concept_class: ConceptClass
    littlestone: Bounds | None = None
    vc: Bounds | None = None
    shattered: tuple[int, ...] = ()
    randomized_littlestone: Bounds | None = None
    halving: dict[str, Bounds | None] = field(default_factory=lambda: dict.fromkeys(TIE_RULES))
    randomized_halving: Bounds | None = None
    solver: Littlestone | None = None

    @property
    def ran_out(self) -> list[str]:
        """What is only known to lie between bounds, and which budget was too small for it."""
        named = {
            "Littlestone dimension": self.littlestone,
            "VC dimension": self.vc,
            "randomized Littlestone dimension": self.randomized_littlestone,
            **{f"Halving, {ties} ties": bounds for ties, bounds in self.halving.items()},
            "Randomized Halving": self.randomized_halving,
        }
        return [f"{name}: {b.ran_out} did not suffice" for name, b in named.items() if b and b.value is None]

    def rows(self) -> list[tuple[str, str, str]]:
        """Return what is known for people to read: name, value, and what the value is."""
        table = self.concept_class
        points = ", ".join(table.point_names[point] for point in self.shattered)
        none = "no point is shattered" if self.vc and self.vc.value is not None else "none found yet that is shattered"
        meanings = {
            "Littlestone dimension": (
                self.littlestone,
                "mistakes forced on any deterministic learner; the best makes no more",
            ),
            "VC dimension": (self.vc, f"shattered: {points}" if points else none),
            "randomized Littlestone": (self.randomized_littlestone, "expected mistakes of the best randomized learner"),
            **{f"Halving, {ties} ties": (bounds, "its worst case") for ties, bounds in self.halving.items()},
            "Randomized Halving": (self.randomized_halving, "expected mistakes on its worst sequence"),
        }
        rows = [("class", f"{table.name}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}", "")]
        return rows + [
            (name, bounds.text(exact_text), meaning) for name, (bounds, meaning) in meanings.items() if bounds
        ]

    def _repr_html_(self) -> str:
        try:
            return super()._repr_html_()
        except NotImplementedError:  # where the floors above have not been imported
            return self.table_html()

    def table_html(self) -> str:
        """Return what is known as an HTML table."""
        cells = [[html.escape(one_line(cell)) for cell in row] for row in self.rows()]
        left = ' style="text-align:left"'
        rows = ["".join([f"<td{left}>{cell}</td>" for cell in row]) for row in cells]
        return f"<table>{''.join([f'<tr>{row}</tr>' for row in rows])}</table>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values: rationals as strings, what is not known exactly as two bounds."""
        return {
            "class": self.concept_class.name,
            "concepts": self.concept_class.size,
            "points": self.concept_class.points,
            "littlestone": self.littlestone and self.littlestone.to_json(),
            "vc": self.vc and self.vc.to_json(),
            "randomized_littlestone": self.randomized_littlestone and self.randomized_littlestone.to_json(),
            "halving": {ties: bounds and bounds.to_json() for ties, bounds in self.halving.items()},
            "randomized_halving": self.randomized_halving and self.randomized_halving.to_json(),
            "shattered": [self.concept_class.point_names[point] for point in self.shattered] if self.vc else None,
            "notes": list(self.concept_class.notes),
        }


def dimensions(
    concept_class: ConceptClass,
    only: Collection[str] = QUANTITIES,
    budget: Callable[[], Budget] = Budget,
    progress: Callable[[str], None] = lambda _: None,
) -> Dimensions:
    """Compute what is asked for, each with a fresh budget; ``progress`` is told what comes next.

    Raises:
        InputError: something is asked for that is not among ``QUANTITIES``, or of something that is not a class.

    """
    for quantity in only:
        if quantity not in QUANTITIES:
            raise unknown("quantity", quantity, QUANTITIES)
    if not isinstance(concept_class, ConceptClass):
        raise InputError(
            f"{concept_class!r} is not a ConceptClass; proofs.classes.files.load_class makes one of a name"
        )
    found = Dimensions(concept_class)
    if "littlestone" in only:
        progress("Littlestone dimension")
        found.solver = Littlestone(concept_class, budget())
        found.littlestone = found.solver.bounds()
    if "vc" in only:
        progress("VC dimension")
        shattered = vc_dimension(concept_class, budget())
        found.shattered, found.vc = shattered.points, _within(shattered.dimension, None, found.littlestone)
    if "randomized-littlestone" in only:
        progress("randomized Littlestone dimension")
        bounds = randomized_littlestone(concept_class, budget()).bounds()
        half = Fraction(found.littlestone.at_least, 2) if found.littlestone else None
        found.randomized_littlestone = _within(bounds, half, found.littlestone)
    if "halving" in only:
        for ties in TIE_RULES:
            progress(f"Halving, {ties} ties")
            bounds = halving_worst_case(concept_class, ties, budget()).bounds()
            found.halving[ties] = _within(bounds, found.littlestone.at_least if found.littlestone else None, None)
    if "randomized-halving" in only:
        progress("Randomized Halving")
        bounds = randomized_halving(concept_class, budget()).bounds()
        best = found.randomized_littlestone
        found.randomized_halving = _within(bounds, best.at_least if best else None, None)
    return found


def _within(bounds: Bounds, least: Rational | None, littlestone: Bounds | None) -> Bounds:
    """Use what the Littlestone dimension says: it is at least VC and RL, at most twice RL and what Halving may err."""
    low = bounds.at_least if least is None else max(bounds.at_least, simplest(least))
    high = bounds.at_most if littlestone is None else min(bounds.at_most, littlestone.at_most)
    return Bounds(low, high, bounds.ran_out)
