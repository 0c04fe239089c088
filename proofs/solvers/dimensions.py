"""All that is computed of a finite class in one go, each quantity within its share of a budget."""

import html
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted, lies_suffix, one_line, unknown
from proofs.exact.rationals import Rational, exact_text
from proofs.settings.finite import check_lies
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.certificates import Certified, certify, littlestone_certificate, models_certificate
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.lies import cost_of_lies, littlestone_bounds, randomized_bounds
from proofs.solvers.other_models.summary import SEARCHES, Models, models
from proofs.solvers.values import TIE_RULES, halving_worst_case, randomized_halving
from proofs.solvers.vc import vc_dimension
from proofs.views import Paged

QUANTITIES = ("littlestone", "vc", "randomized-littlestone", "halving", "randomized-halving")
WITH_LIES = QUANTITIES[:3]
"""What is defined with lies, too; Halving and Randomized Halving have no concept left after one. VC has no labels."""

ALL_MODELS = "models"
"""The games next door, which are a quantity that nobody gets unasked."""


@dataclass
class Dimensions(Paged):
    """What is known of a class; ``None`` stands for what was not asked for.

    ``halving`` has the worst case under each rule for ties; ``shattered`` as many points as ``vc`` says at least. With
    ``lies``, the labels of a game may be unlike the target's so many times, in both Littlestone dimensions.
    """

    concept_class: ConceptClass
    lies: int = 0
    littlestone: Bounds | None = None
    vc: Bounds | None = None
    shattered: tuple[int, ...] = ()
    randomized_littlestone: Bounds | None = None
    halving: dict[str, Bounds | None] = field(default_factory=lambda: dict.fromkeys(TIE_RULES))
    randomized_halving: Bounds | None = None
    models: Models | None = None
    solver: Littlestone | None = None
    without_halving: bool = False

    @property
    def notes(self) -> list[str]:
        """What is worth knowing of the class, and of what is left out."""
        halving = "Halving and Randomized Halving are left out: after a lie they may have no concept left"
        return [*self.concept_class.notes, *([halving] if self.without_halving else [])]

    def force(self, mistakes: Rational) -> None:
        """Take into account that so many mistakes can be forced on every deterministic learner."""
        if self.littlestone is not None:
            self.littlestone = self.littlestone.within(mistakes)

    @property
    def ran_out(self) -> list[str]:
        """What is only known to lie between bounds, and which budget was too small for it."""
        named = {
            "Littlestone dimension": self.littlestone,
            "VC dimension": self.vc,
            "randomized Littlestone dimension": self.randomized_littlestone,
            **{f"Halving, {ties} ties": bounds for ties, bounds in self.halving.items()},
            "Randomized Halving": self.randomized_halving,
            **(self.models.named if self.models else {}),
        }
        return [f"{name}: {b.ran_out} did not suffice" for name, b in named.items() if b and b.value is None]

    def rows(self) -> list[tuple[str, str, str]]:
        """Return what is known for people to read: name, value, and what the value is."""
        table = self.concept_class
        points = ", ".join(table.point_names[point] for point in self.shattered)
        none = "no point is shattered" if self.vc and self.vc.value is not None else "none found yet that is shattered"
        lies = f", with at most {counted(self.lies, 'lie')}" if self.lies else ""
        meanings = {
            "Littlestone dimension": (
                self.littlestone,
                f"mistakes forced on any deterministic learner{lies}; the best makes no more",
            ),
            "VC dimension": (self.vc, f"shattered: {points}" if points else none),
            "randomized Littlestone": (
                self.randomized_littlestone,
                f"expected mistakes of the best randomized learner{lies}",
            ),
            **{f"Halving, {ties} ties": (bounds, "its worst case") for ties, bounds in self.halving.items()},
            "Randomized Halving": (self.randomized_halving, "expected mistakes on its worst sequence"),
        }
        rows = [("class", f"{table.name}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}", "")]
        rows += [(name, bounds.text(exact_text), meaning) for name, (bounds, meaning) in meanings.items() if bounds]
        return rows + (self.models.rows() if self.models else [])

    def exact_values(self) -> list[dict[str, Any]]:
        """Return what is known exactly, as ``proofs.solvers.certificates.models_certificate`` takes it.

        The Littlestone dimension is not among these, for its solver has it.
        """
        halving = {f"Halving with {ties} ties": bounds for ties, bounds in self.halving.items()}
        named = {"randomized dimension": self.randomized_littlestone, **halving}
        found = [
            {"statement": statement, "mistakes": bounds.value, **({"lies": self.lies} if self.lies else {})}
            for statement, bounds in named.items()
            if bounds and bounds.value is not None
        ]
        return found + (self.models.exact_values() if self.models else [])

    def certify(self, budget: Budget | None = None) -> Certified:
        """Return a certificate of what is known exactly, as the trusted checker judges it.

        It is about the Littlestone dimension, or with the other models about all values that can have one. To make it
        takes a budget of its own.
        """
        missing: dict[str, str] = {}

        def left_out(what: str, error: OutOfBudget) -> None:
            missing[what] = f"{error} did not suffice; give a larger budget"

        certified = certify(self._certificate(budget or Budget(), left_out), missing)
        nothing = ["there is nothing to certify: no value is known exactly"]
        return certified if certified.statements or certified.notes else replace(certified, notes=nothing)

    def _certificate(self, budget: Budget, left_out: Callable[[str, OutOfBudget], None]) -> dict[str, Any]:
        """Return the certificate; an empty one where nothing is known exactly, or the budget does not suffice."""
        plain = [self.solver] if self.solver and self.littlestone and self.littlestone.value is not None else []
        if self.models is not None:
            one_lie = [self.models.one_lie] if self.models.lies_1.value is not None else []
            return models_certificate(self.concept_class, self.exact_values(), [*plain, *one_lie], budget, left_out)
        for solver in plain:
            solver.renew(budget)
            try:
                return littlestone_certificate(solver)
            except OutOfBudget as error:
                left_out(f"Littlestone dimension{lies_suffix(self.lies)}", error)
        return {}

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
            "lies": self.lies,
            "notes": self.notes,
            **({"models": self.models.to_json()} if self.models else {}),
        }


def dimensions(
    concept_class: ConceptClass,
    only: Collection[str] | None = None,
    budget: Budget | None = None,
    progress: Callable[[str], None] = lambda _: None,
    lies: int = 0,
) -> Dimensions:
    """Compute what is asked for within a budget; ``progress`` is told what comes next.

    The quantities share the seconds evenly, and what one leaves of its share, the later ones share; each has all the
    states. By default ``only`` is ``QUANTITIES``, or with lies ``WITH_LIES``. Besides these there are ``ALL_MODELS``.

    Raises:
        InputError: something is asked for that there is not, or not with lies, or of something that is not a class.

    """
    if not isinstance(concept_class, ConceptClass):
        raise InputError(
            f"{concept_class!r} is not a ConceptClass; proofs.classes.files.load_class makes one of a name"
        )
    asked, only = only is not None, _asked_for(only, check_lies(lies))
    found = Dimensions(concept_class, lies, without_halving=bool(lies) and not asked)
    budgets = (budget or Budget()).parts(sum(_searches(quantity, only, lies) for quantity in set(only)))
    if "littlestone" in only:
        progress("Littlestone dimension")
        found.solver = Littlestone(concept_class, next(budgets), lies)
        found.littlestone = littlestone_bounds(found.solver, lambda: Littlestone(concept_class, next(budgets)).bounds())
    if "vc" in only:
        progress("VC dimension")
        shattered = vc_dimension(concept_class, next(budgets))
        most = found.littlestone.at_most if found.littlestone else None
        found.shattered, found.vc = shattered.points, shattered.dimension.within(most=most)
        found.force(shattered.dimension.at_least + cost_of_lies(concept_class, lies))  # by the shattered points
    if "randomized-littlestone" in only:
        progress("randomized Littlestone dimension")
        found.randomized_littlestone = randomized_bounds(concept_class, next(budgets), lies, found.littlestone)
    if "halving" in only:
        for ties in TIE_RULES:
            progress(f"Halving, {ties} ties")
            bounds = halving_worst_case(concept_class, ties, next(budgets)).bounds()
            found.halving[ties] = bounds.within(found.littlestone.at_least if found.littlestone else None)
    if "randomized-halving" in only:
        progress("Randomized Halving")
        bounds = randomized_halving(concept_class, next(budgets)).bounds()
        best = found.randomized_littlestone
        found.randomized_halving = bounds.within(best.at_least if best else None)
    if ALL_MODELS in only:
        found.models = models(concept_class, found.littlestone, budgets, progress)
        found.force(found.models.announced_order.at_least)  # as well without an announcement
    return found


def _searches(quantity: str, only: Collection[str], lies: int) -> int:
    """Return how many searches a quantity takes, each with a share of the seconds."""
    if quantity == ALL_MODELS:
        return SEARCHES + ("littlestone" not in only)
    return {"littlestone": 2 if lies else 1, "halving": len(TIE_RULES)}.get(quantity, 1)


def _asked_for(only: Collection[str] | None, lies: int) -> Collection[str]:
    """Return what is to be computed. Raises InputError."""
    for quantity in only or ():
        if quantity not in (*QUANTITIES, ALL_MODELS):
            raise unknown("quantity", quantity, (*QUANTITIES, ALL_MODELS))
        if lies and quantity not in WITH_LIES:
            raise InputError(f"{quantity} is not computed with lies; with lies there are {', '.join(WITH_LIES)}")
    if only is None:
        return WITH_LIES if lies else QUANTITIES
    return only
