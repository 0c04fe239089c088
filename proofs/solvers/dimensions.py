"""All quantities of a finite class, each computed within its share of a budget."""

import html
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted, lies_suffix, one_line, unknown
from proofs.exact.rationals import Rational, exact_text
from proofs.formats.answers import Between, FileStatement, Known, answer
from proofs.settings.finite import Index, check_lies
from proofs.solvers.budget import Bounds, Budget, given_budget
from proofs.solvers.certificates import Certified, certify, leaving_out, littlestone_certificate, models_certificate
from proofs.solvers.littlestone import Littlestone, cost_of_lies, littlestone_bounds
from proofs.solvers.other_models.apple_tasting import apple_tasting_bounds
from proofs.solvers.other_models.dont_know import DontKnow
from proofs.solvers.other_models.orders import best_bounds, self_directed_bounds, worst_bounds
from proofs.solvers.values import TIE_RULES, halving_worst_case, randomized_bounds, randomized_halving
from proofs.solvers.vc import vc_dimension
from proofs.views import Paged

QUANTITIES = ("littlestone", "vc", "randomized-littlestone", "halving", "randomized-halving")
WITH_LIES = QUANTITIES[:3]
"""The quantities that are also defined with lies. Halving and Randomized Halving may have no concept left after one."""

ALL_MODELS = "models"
"""The other models, which are computed only where they are asked for."""

SEARCHES = 7
"""Budgets that the other models take; one more if the Littlestone dimension is not known."""

_MAX_NAMED = 16
"""Points of an order that a table has; JSON has all."""


class Quantity(NamedTuple):
    """A quantity: its title in tables, its description, its statement in certificates, and its name in notes."""

    title: str
    meaning: str
    statement: str = ""
    name: str = ""


_LEARNER = "expected mistakes of the best randomized learner"
_TOLD = "mistakes forced in an order told beforehand"
_DONT_KNOW = "don't know"
_KEYS = {
    "littlestone": Quantity(
        "Littlestone dimension", "mistakes forced on any deterministic learner{lies}; the best makes no more"
    ),
    "vc": Quantity("VC dimension", "{shattered}"),
    "randomized_littlestone": Quantity(
        "randomized Littlestone",
        f"{_LEARNER}{{lies}}",
        "randomized dimension",
        name="randomized Littlestone dimension",
    ),
    **{
        f"halving_{ties}": Quantity(f"Halving, {ties} ties", "its worst case", f"Halving with {ties} ties")
        for ties in TIE_RULES
    },
    "randomized_halving": Quantity("Randomized Halving", "expected mistakes on its worst sequence"),
    "announced_order": Quantity("worst announced order", f"most {_TOLD}: {{worst}}", "worst order"),
    "best_order": Quantity("best announced order", f"fewest {_TOLD}: {{best}}", "best order"),
    "self_directed": Quantity(
        "self-directed",
        "mistakes forced if the learner picks each point itself",
        "self-directed",
        name="self-directed learning",
    ),
    "dont_know": Quantity(_DONT_KNOW, 'minimum number of "don\'t know" answers if 0, 1, … mistakes are allowed'),
    "apple_tasting": Quantity(
        "apple tasting", "mistakes forced if a label is seen only after predicting +1", "apple tasting"
    ),
    "lies_1": Quantity("one lie", "mistakes forced if one label may differ from the target's"),
    "randomized_lies_1": Quantity("one lie, randomized", f"{_LEARNER} with one lie", "randomized dimension"),
}
"""Every quantity by its key in JSON."""


@dataclass
class Dimensions(Paged):
    """The dimensions of a class: ``bounds`` has each requested quantity by its key in JSON.

    The worst cases of Halving have keys such as "halving_negative". ``dont_know`` has bounds for 0, 1, … mistakes, up
    to the Littlestone dimension. ``shattered`` has as many points as the lower bound of the VC dimension. ``orders``
    has orders of points that reach a bound: ``at_least`` of the worst order, ``at_most`` of the best one. With
    ``lies``, both Littlestone dimensions are about games in which up to this many labels may differ from the target's.
    """

    concept_class: ConceptClass
    lies: int = 0
    bounds: dict[str, Bounds] = field(default_factory=dict)
    dont_know: tuple[Bounds, ...] = ()
    shattered: tuple[int, ...] = ()
    orders: dict[str, tuple[int, ...]] = field(default_factory=dict)
    solver: Littlestone | None = None
    one_lie: Littlestone | None = None
    without_halving: bool = False

    @property
    def littlestone(self) -> Bounds | None:
        """Return the Littlestone dimension, if it was requested."""
        return self.bounds.get("littlestone")

    @property
    def notes(self) -> list[str]:
        """Return notes on the class, and on quantities that are left out."""
        halving = "Halving and Randomized Halving are left out: after a lie they may have no concept left"
        total = "announced orders, self-directed learning and lies are left out: some labels are undefined"
        partial = [total] if self.dont_know and self.concept_class.undefined else []
        return [*self.concept_class.notes, *partial, *([halving] if self.without_halving else [])]

    def force(self, mistakes: Rational) -> None:
        """Use a number of mistakes that can be forced as a lower bound of the Littlestone dimension."""
        if self.littlestone is not None:
            self.bounds["littlestone"] = self.littlestone.within(mistakes)

    @property
    def named(self) -> dict[str, Bounds]:
        """Return every requested quantity by its name; each number of mistakes with "don't know" counts as one."""
        found: dict[str, Bounds] = {}
        for key, quantity in _KEYS.items():
            if key == "dont_know":
                found |= {f'"don\'t know", {counted(k, "mistake")}': bounds for k, bounds in enumerate(self.dont_know)}
            elif key in self.bounds:
                found[quantity.name or quantity.title] = self.bounds[key]
        return found

    @property
    def ran_out(self) -> list[str]:
        """Return the quantities with only bounds, and the budget that was too small for each."""
        return [f"{name}: {b.ran_out} did not suffice" for name, b in self.named.items() if b.value is None]

    def rows(self) -> list[tuple[str, str, str]]:
        """Return what is known for people to read: name, value, and what the value is."""
        table, vc = self.concept_class, self.bounds.get("vc")
        points = ", ".join(table.point_names[point] for point in self.shattered)
        none = "no point is shattered" if vc and vc.value is not None else "none found yet that is shattered"
        about = {
            "lies": f", with at most {counted(self.lies, 'lie')}" if self.lies else "",
            "shattered": f"shattered: {points}" if points else none,
            "worst": self._reached("announced_order"),
            "best": self._reached("best_order"),
        }
        rows = [("class", f"{table.name}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}", "")]
        for key, quantity in _KEYS.items():
            known = self.dont_know if key == "dont_know" else [self.bounds[key]] if key in self.bounds else []
            if known:
                value = ", ".join([bounds.text(exact_text) for bounds in known])
                rows.append((quantity.title, value, quantity.meaning.format(**about)))
        return rows

    def _reached(self, key: str) -> str:
        """Return an order, with the mistakes that it is worth where better ones may be there."""
        if key not in self.orders:
            return ""
        names = [self.concept_class.point_names[point] for point in self.orders[key]]
        text = ", ".join([*names[:_MAX_NAMED], *(["…"] if len(names) > _MAX_NAMED else [])])
        bounds = self.bounds[key]
        worth = bounds.at_least if key == "announced_order" else bounds.at_most
        return text if bounds.value is not None else f"{worth} in {text}"

    def exact_values(self) -> list[dict[str, Any]]:
        """Return what is known exactly, as ``proofs.solvers.certificates.models_certificate`` takes it.

        Littlestone dimensions are not among these, for their solvers have them.
        """
        lies = {"randomized_lies_1": 1, "randomized_littlestone": self.lies}
        found = [
            {"statement": quantity.statement, "mistakes": self.bounds[key].value}
            | ({"order": self.orders[key]} if key in self.orders else {})
            | ({"lies": lies[key]} if lies.get(key) else {})
            for key, quantity in _KEYS.items()
            if quantity.statement and key in self.bounds and self.bounds[key].value is not None
        ]
        fewest = [bounds.value for bounds in self.dont_know]
        return found + ([{"statement": _DONT_KNOW, "fewest": fewest}] if fewest and None not in fewest else [])

    def certify(self, budget: Budget | None = None) -> Certified:
        """Return a certificate of what is known exactly, as the trusted checker judges it.

        It is about the Littlestone dimension, or with the other models about all values that can have one. To make it
        takes a budget of its own.
        """
        missing: dict[str, str] = {}
        certified = certify(self._certificate(budget or Budget(), missing), missing)
        nothing = ["there is nothing to certify: no value is known exactly"]
        return certified if certified.statements or certified.notes else replace(certified, notes=nothing)

    def _certificate(self, budget: Budget, missing: dict[str, str]) -> dict[str, Any]:
        """Return the certificate; an empty one where nothing is known exactly, or the budget does not suffice."""
        plain = [self.solver] if self.solver and self.littlestone and self.littlestone.value is not None else []
        if self.one_lie or self.dont_know:
            one_lie = [self.one_lie] if self.one_lie and self.bounds["lies_1"].value is not None else []
            return models_certificate(self.concept_class, self.exact_values(), [*plain, *one_lie], budget, missing)
        for solver in plain:
            solver.budget = budget
            with leaving_out(f"Littlestone dimension{lies_suffix(self.lies)}", missing):
                return littlestone_certificate(solver)
        return {}

    def _repr_html_(self) -> str:
        try:
            return super()._repr_html_()
        except NotImplementedError:  # the package of views has not been imported
            return self.table_html()

    def table_html(self) -> str:
        """Return what is known as an HTML table."""
        cells = [[html.escape(one_line(cell)) for cell in row] for row in self.rows()]
        left = ' style="text-align:left"'
        rows = ["".join([f"<td{left}>{cell}</td>" for cell in row]) for row in cells]
        return f"<table>{''.join([f'<tr>{row}</tr>' for row in rows])}</table>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values: rationals as strings, what is not known exactly as two bounds."""
        known, table = self.bounds, self.concept_class
        told: dict[str, Any] = {"models": self._models()} if self.dont_know else {}
        return answer(
            DimensionAnswer,
            self,
            **{"class": table.name},
            concepts=table.size,
            points=table.points,
            **{key: known.get(key) for key in ("littlestone", "vc", "randomized_littlestone", "randomized_halving")},
            halving={ties: known.get(f"halving_{ties}") for ties in TIE_RULES},
            shattered=[table.point_names[point] for point in self.shattered] if "vc" in known else None,
            **told,
        )

    def _models(self) -> dict[str, Any]:
        names = self.concept_class.point_names
        orders = {f"{key}_points": [names[point] for point in order] for key, order in self.orders.items()}
        nothing = dict.fromkeys([one.name for one in msgspec.structs.fields(ModelsAnswer)])
        return answer(ModelsAnswer, self, **nothing | {"dont_know": self.dont_know} | self.bounds | orders)


class HalvingAnswer(msgspec.Struct):
    """The mistakes of Halving in JSON."""

    negative: Known | None
    positive: Known | None
    adversarial: Known | None
    optimal: Known | None


class ModelsAnswer(msgspec.Struct):
    """Other models as JSON has them: orders by the names of points. A partial class has neither orders nor lies."""

    announced_order: Index | Between | None
    announced_order_points: list[str] | None
    best_order: Index | Between | None
    best_order_points: list[str] | None
    self_directed: Index | Between | None
    dont_know: list[Index | Between]
    apple_tasting: Index | Between
    lies_1: Index | Between | None
    randomized_lies_1: Known | None


class DimensionAnswer(msgspec.Struct, rename={"class_name": "class"}):
    """Dimensions in JSON; ``statements`` are the statements that their certificate proves."""

    class_name: str
    concepts: Index
    points: Index
    littlestone: Known | None
    vc: Known | None
    randomized_littlestone: Known | None
    halving: HalvingAnswer
    randomized_halving: Known | None
    shattered: list[str] | None
    lies: Index
    notes: list[str]
    models: ModelsAnswer | msgspec.UnsetType = msgspec.UNSET
    statements: list[FileStatement] | msgspec.UnsetType = msgspec.UNSET


def dimensions(
    concept_class: ConceptClass,
    only: Collection[str] | None = None,
    budget: Budget | None = None,
    progress: Callable[[str], None] = lambda _: None,
    lies: int = 0,
) -> Dimensions:
    """Compute the dimensions of a class within a budget; ``progress`` receives the name of the next quantity.

    Each search may take almost twice an even share of the seconds that are left. Each may examine all
    states of the budget. By default ``only`` is ``QUANTITIES``, or with lies ``WITH_LIES``. ``ALL_MODELS`` has the
    other quantities.

    Raises:
        InputError: a quantity is unknown or not defined with lies, or the argument is not a class.

    """
    if not isinstance(concept_class, ConceptClass):
        raise InputError(
            f"{concept_class!r} is not a ConceptClass; proofs.classes.files.load_class makes one of a name"
        )
    asked, only = only is not None, _asked_for(only, check_lies(lies))
    found = Dimensions(concept_class, lies, without_halving=bool(lies) and not asked)
    budgets = given_budget(budget).parts(sum(_searches(quantity, only, lies) for quantity in set(only)))
    if "littlestone" in only:
        progress("Littlestone dimension")
        found.solver = Littlestone(concept_class, next(budgets), lies)
        found.bounds["littlestone"] = littlestone_bounds(
            found.solver, lambda: Littlestone(concept_class, next(budgets)).bounds()
        )
    if "vc" in only:
        progress("VC dimension")
        shattered = vc_dimension(concept_class, next(budgets))
        most = found.littlestone.at_most if found.littlestone else None
        found.shattered, found.bounds["vc"] = shattered.points, shattered.dimension.within(most=most)
        found.force(shattered.dimension.at_least + cost_of_lies(concept_class, lies))  # by the shattered points
    if "randomized-littlestone" in only:
        progress("randomized Littlestone dimension")
        found.bounds["randomized_littlestone"] = randomized_bounds(
            concept_class, next(budgets), lies, found.littlestone
        )
    if "halving" in only:
        for ties in TIE_RULES:
            progress(f"Halving, {ties} ties")
            bounds = halving_worst_case(concept_class, ties, next(budgets)).bounds()
            least = found.littlestone.at_least if found.littlestone else None
            found.bounds[f"halving_{ties}"] = bounds.within(least)
    if "randomized-halving" in only:
        progress("Randomized Halving")
        best = found.bounds.get("randomized_littlestone")
        bounds = randomized_halving(concept_class, next(budgets)).bounds()
        found.bounds["randomized_halving"] = bounds.within(best.at_least if best else None)
    if ALL_MODELS in only:
        _solve_models(found, budgets, progress)
        if "announced_order" in found.bounds:
            found.force(found.bounds["announced_order"].at_least)  # as well without an announcement
    return found


def _solve_models(found: Dimensions, budgets: Iterator[Budget], progress: Callable[[str], None]) -> None:
    """Solve the games of the other models, each with the next budget.

    It helps a player to settle more of the order: the learner that picks each point, then the one that picks the order,
    then the adversary that announces it, then the one that picks each point. In a partial class there are no orders and
    no lies: it is open what is said of a point at which the target turns out to be undefined.
    """
    table, littlestone = found.concept_class, found.littlestone
    if littlestone is None:
        progress("Littlestone dimension")
        littlestone = Littlestone(table, next(budgets)).bounds()
    usual = littlestone
    progress('"don\'t know"')
    found.dont_know = tuple(DontKnow(table, next(budgets)).bounds(usual))
    progress("apple tasting")
    found.bounds["apple_tasting"] = apple_tasting_bounds(table, int(usual.at_least), next(budgets))
    if table.undefined:
        return
    progress("self-directed learning")
    alone = self_directed_bounds(table, int(usual.at_most), next(budgets))
    progress("best announced order")
    best, best_found = best_bounds(table, int(alone.at_least), next(budgets))
    progress("worst announced order")
    worst, worst_found = worst_bounds(table, int(usual.at_most), next(budgets))
    progress("one lie")
    found.one_lie = Littlestone(table, next(budgets), lies=1)
    lies_1 = littlestone_bounds(found.one_lie, lambda: usual)
    progress("one lie, randomized")
    coins = randomized_bounds(table, next(budgets), 1, lies_1)
    found.orders = {"announced_order": worst_found.order, "best_order": best_found.order}
    found.bounds |= {
        "announced_order": worst,
        "best_order": best,
        "self_directed": alone.within(most=best.at_most),
        "lies_1": lies_1,
        "randomized_lies_1": coins,
    }


def _searches(quantity: str, only: Collection[str], lies: int) -> int:
    """Return how many searches a quantity takes, each with a share of the seconds."""
    if quantity == ALL_MODELS:
        return SEARCHES + ("littlestone" not in only)
    return {"littlestone": 2 if lies else 1, "halving": len(TIE_RULES)}.get(quantity, 1)


def _asked_for(only: Collection[str] | None, lies: int) -> Collection[str]:
    """Return the quantities to compute. Raises InputError."""
    only = (only,) if isinstance(only, str) else only
    for quantity in only or ():
        if quantity not in (*QUANTITIES, ALL_MODELS):
            raise unknown("quantity", quantity, (*QUANTITIES, ALL_MODELS))
        if lies and quantity not in WITH_LIES:
            raise InputError(f"{quantity} is not computed with lies; with lies there are {', '.join(WITH_LIES)}")
    if only is None:
        return WITH_LIES if lies else QUANTITIES
    return only
