"""All quantities of a finite class, each computed within its share of a budget."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import msgspec

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted, joined_names, lies_suffix, unknown
from proofs.exact.rationals import Interval, Rational, exact_text
from proofs.formats.answers import Between, FileStatement, Known, answer
from proofs.settings.finite import Index, check_lies
from proofs.solvers.budget import Bounds, Budget, given_budget
from proofs.solvers.certificates import Certified, certify, leaving_out, littlestone_certificate, models_certificate
from proofs.solvers.littlestone import Littlestone, cost_of_lies, with_lies
from proofs.solvers.other_models.apple_tasting import apple_tasting_bounds
from proofs.solvers.other_models.dont_know import DontKnow
from proofs.solvers.other_models.orders import best_bounds, self_directed_bounds, worst_bounds
from proofs.solvers.star import star_number
from proofs.solvers.values import TIE_RULES, TieRule, halving_worst_case, randomized_bounds, randomized_halving
from proofs.solvers.vc import vc_dimension
from proofs.statements import BOUNDS
from proofs.views import Viewable

_MAX_NAMED = 16
"""Points of an order that a table has; JSON has all."""


class Quantity(NamedTuple):
    """A quantity: its title and meaning in tables, its statement in certificates, its short name, and its column."""

    title: str
    meaning: str = ""
    statement: str = ""
    short: str = ""
    column: str = ""


_LEARNER = "expected mistakes of the best randomized learner"
_TOLD = "mistakes forced in an order told beforehand"
_DONT_KNOW = "don't know"
_COLUMNS = {"negative": "H −", "positive": "H +", "adversarial": "H worst", "optimal": "H best"}
QUANTITY = {
    "size": Quantity("number of concepts"),
    "points": Quantity("number of points"),
    "littlestone": Quantity(
        "Littlestone dimension",
        "mistakes forced on any deterministic learner{lies}; the best makes no more",
        short="L",
    ),
    "vc": Quantity("VC dimension", "{shattered}", short="VC"),
    "randomized_littlestone": Quantity("randomized Littlestone", f"{_LEARNER}{{lies}}", "randomized dimension", "RL"),
    **{
        f"halving_{ties}": Quantity(
            f"Halving, {ties} ties", "its worst case", f"Halving with {ties} ties", column=_COLUMNS[ties]
        )
        for ties in TIE_RULES
    },
    "randomized_halving": Quantity("Randomized Halving", "expected mistakes on its worst sequence", column="H random"),
    "announced_order": Quantity(
        "worst announced order", f"most {_TOLD}: {{worst}}", "worst order", "announced", "order"
    ),
    "best_order": Quantity("best announced order", f"fewest {_TOLD}: {{best}}", "best order", column="best"),
    "self_directed": Quantity(
        "self-directed", "mistakes forced if the learner picks each point itself", "self-directed", column="self"
    ),
    "dont_know": Quantity(_DONT_KNOW, 'minimum number of "don\'t know" answers if 0, 1, … mistakes are allowed'),
    "apple_tasting": Quantity(
        "apple tasting", "mistakes forced if a label is seen only after predicting +1", "apple tasting", column="apples"
    ),
    "lies_1": Quantity("one lie", "mistakes forced if one label may differ from the target's", column="lie"),
    "randomized_lies_1": Quantity(
        "one lie, randomized", f"{_LEARNER} with one lie", "randomized dimension", column="RL lie"
    ),
    "star": Quantity("star number", "{star}"),
}
"""Every quantity by its key in JSON. How large a class is needs no search."""

SHORT = {quantity.short or key: key for key, quantity in QUANTITY.items()}
"""The keys of quantities by their names in expressions, in the atlas and in columns of tables."""

COUNTED = ("size", "points")
CERTIFIABLE = {name for name, key in SHORT.items() if QUANTITY[key].statement or key in {"littlestone", "lies_1"}}
"""The short names of the quantities that a certificate can have."""

_HALVING = [f"halving_{ties}" for ties in TIE_RULES]
_MODELS = [key for key in list(QUANTITY)[list(QUANTITY).index("announced_order") :] if key != "star"]

QUANTITIES = ("littlestone", "vc", "randomized-littlestone", "halving", "randomized-halving")
"""What is computed if nothing is said."""

WITH_LIES = QUANTITIES[:3]
"""The quantities that are also defined with lies. Halving and Randomized Halving may have no concept left after one."""

ALL_MODELS = "models"
"""The other models, which are computed only where they are asked for."""

EVERYTHING = "all"

GROUPS = {"halving": _HALVING, ALL_MODELS: _MODELS, EVERYTHING: [key for key in QUANTITY if key not in COUNTED]}
"""Several quantities by one name."""

_OF_TOTAL_CLASSES = ("announced_order", "best_order", "self_directed", "lies_1", "randomized_lies_1", "star")
"""What no partial class has: it is open what is said of a point at which the target turns out to be undefined."""


@dataclass(repr=False)
class Dimensions(Viewable):
    """The dimensions of a class. Each is an attribute, ``littlestone`` for example, and ``known`` has bounds on each.

    The worst cases of Halving have keys such as "halving_negative". ``dont_know`` has bounds on the "don't know"
    answers if 0, 1, … mistakes are allowed, up to the Littlestone dimension. ``shattered`` has as many points as the
    lower bound of the VC dimension. ``orders`` has orders of points that reach a bound: ``at_least`` of the worst
    order, ``at_most`` of the best order. With ``lies``, both Littlestone dimensions are about games in which up to this
    many labels may differ from the target's.
    """

    concept_class: ConceptClass
    lies: int = 0
    known: dict[str, Bounds] = field(default_factory=dict)
    dont_know: tuple[Bounds, ...] = ()
    shattered: tuple[int, ...] = ()
    star_witness: str = ""
    orders: dict[str, tuple[int, ...]] = field(default_factory=dict)
    solver: Littlestone | None = None
    one_lie: Littlestone | None = None
    left_out: str = ""
    certified: Certified | None = None

    def __getattr__(self, name: str) -> Rational | None:
        """Return a quantity by its key in JSON or short name; ``None`` if it is not known exactly, or not asked."""
        key = SHORT.get(name, "randomized_littlestone" if name == "randomized" else name)
        if key not in QUANTITY:
            raise AttributeError(f"a class has no quantity {name}")
        bounds = (self.counts | self.known).get(key)
        return None if bounds is None else bounds.value

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.known]

    def bounds(self, name: str) -> Bounds:
        """Return bounds on a quantity, equal if it is known exactly. Raises InputError if it was not asked for."""
        (key,) = keys_of([name])
        if key not in self.known:
            raise InputError(f"{name} was not asked for: name it in only")
        return self.known[key]

    @property
    def certificate(self) -> Certified:
        """The certificate of what is known exactly, which is made at the first use."""
        return self.certified or self.certify()

    @property
    def notes(self) -> list[str]:
        """Return notes on the class, and on quantities that are left out."""
        return [*self.concept_class.notes, *([self.left_out] if self.left_out else [])]

    def force(self, mistakes: Rational) -> None:
        """Raise the lower bound of the Littlestone dimension to a number of mistakes that can be forced."""
        if "littlestone" in self.known:
            self.known["littlestone"] = self.known["littlestone"].within(mistakes)

    @property
    def counts(self) -> dict[str, Bounds]:
        """How large the class is, by the keys in ``COUNTED``."""
        return {key: Bounds(getattr(self.concept_class, key), getattr(self.concept_class, key)) for key in COUNTED}

    @property
    def values(self) -> dict[str, list[Bounds]]:
        """Every requested quantity by its key: most have one value, "dont_know" one for each number of mistakes."""
        values = {key: [bounds] for key, bounds in self.known.items()}
        return values | ({"dont_know": [*self.dont_know]} if self.dont_know else {})

    @property
    def named(self) -> dict[str, Bounds]:
        """Return every requested quantity by its title; "don't know" has a title for each number of mistakes."""
        fewest = {f'"don\'t know", {counted(k, "mistake")}': bounds for k, bounds in enumerate(self.dont_know)}
        return {QUANTITY[key].title: self.known[key] for key in QUANTITY if key in self.known} | fewest

    def short_values(self, names: Collection[str]) -> dict[str, Rational | Interval]:
        """Return quantities by their short names: each a number, or its two bounds if a budget ran out."""
        bounds = {name: (self.counts | self.known).get(SHORT[name]) for name in names}
        return {name: b.at_least if b.value is not None else b.interval for name, b in bounds.items() if b is not None}

    @property
    def ran_out(self) -> list[str]:
        """Return the quantities with only bounds, and the budget that was too small for each."""
        return [f"{name}: {b.ran_out} did not suffice" for name, b in self.named.items() if b.value is None]

    def rows(self) -> list[tuple[str, str, str]]:
        """Return a row for each quantity, for people to read: its name, its value, and what the value is."""
        table, vc = self.concept_class, self.known.get("vc")
        points = ", ".join(table.point_names[point] for point in self.shattered)
        none = "no point is shattered" if vc and vc.value is not None else "none found yet that is shattered"
        about = {
            "lies": f", with at most {counted(self.lies, 'lie')}" if self.lies else "",
            "shattered": f"shattered: {points}" if points else none,
            "worst": self._reached("announced_order"),
            "best": self._reached("best_order"),
            "star": self.star_witness,
        }
        rows = [("class", f"{table.name}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}", "")]
        values = self.values
        for key in [key for key in QUANTITY if key in values]:
            text = ", ".join([bounds.text(exact_text) for bounds in values[key]])
            rows.append((QUANTITY[key].title, text, QUANTITY[key].meaning.format(**about)))
        return rows

    def _reached(self, key: str) -> str:
        """Return an order, with the mistakes that it is worth where better ones may be there."""
        if key not in self.orders:
            return ""
        names = [self.concept_class.point_names[point] for point in self.orders[key]]
        text = joined_names(names, _MAX_NAMED, ": --json")
        bounds = self.known[key]
        worth = bounds.at_least if key == "announced_order" else bounds.at_most
        return text if bounds.value is not None else f"{worth} in {text}"

    def _entries(self) -> dict[str, dict[str, Any]]:
        """Return what is known exactly by its key, as ``models_certificate`` takes it."""
        lies = {"randomized_lies_1": 1, "randomized_littlestone": self.lies}
        entries: dict[str, dict[str, Any]] = {
            key: {"statement": quantity.statement, "mistakes": self.known[key].value}
            | ({"order": self.orders[key]} if key in self.orders else {})
            | ({"lies": lies[key]} if lies.get(key) else {})
            for key, quantity in QUANTITY.items()
            if quantity.statement and key in self.known and self.known[key].value is not None
        }
        fewest = [bounds.value for bounds in self.dont_know]
        if fewest and None not in fewest:
            entries["dont_know"] = {"statement": _DONT_KNOW, "fewest": fewest}
        return entries

    def exact_values(self) -> list[dict[str, Any]]:
        """Return what is known exactly, as ``proofs.solvers.certificates.models_certificate`` takes it.

        Littlestone dimensions are left out.
        """
        return list(self._entries().values())

    @property
    def proved(self) -> list[str]:
        """The short names of the quantities whose exact values the certificate proves."""
        statements = self.certified.statements if self.certified else []
        expected = {key: [{**entry}] for key, entry in self._entries().items()}
        for key, (entry,) in expected.items():
            entry.pop("order", None)  # a statement is about the value alone
            if key.startswith("randomized"):
                entry["mistakes"] = str(entry["mistakes"])
        for key, lies in (("littlestone", self.lies), ("lies_1", 1)):
            if key in self.known and (mistakes := self.known[key].value) is not None:
                value = {"mistakes": mistakes} | ({"lies": lies} if lies else {})
                expected[key] = [{"statement": bound, **value} for bound in BOUNDS]
        return [
            name
            for name, key in SHORT.items()
            if key in expected and all(statement in statements for statement in expected[key])
        ]

    def certify(self, budget: Budget | None = None, *, every: bool = False) -> Certified:
        """Return a certificate of what is known exactly, as the trusted checker judges it.

        The certificate is about the Littlestone dimension alone, unless other models or ``every`` value were asked for.
        Making it takes a ``budget`` of its own.
        """
        missing: dict[str, str] = {}
        certified = certify(self._certificate(budget or Budget(), missing, every=every), missing)
        if not certified.statements and not certified.notes:
            certified = replace(certified, notes=["there is nothing to certify: no value is known exactly"])
        self.certified = certified
        return certified

    def _certificate(self, budget: Budget, missing: dict[str, str], *, every: bool) -> dict[str, Any]:
        """Return the certificate; an empty one where nothing is known exactly, or the budget does not suffice."""
        plain = [self.solver] if self.solver and self.littlestone is not None else []
        if every or "littlestone" not in self.known or self.known.keys() & _MODELS or self.dont_know:
            one_lie = [self.one_lie] if self.one_lie and self.lies_1 is not None else []
            return models_certificate(self.concept_class, self.exact_values(), [*plain, *one_lie], budget, missing)
        for solver in plain:
            solver.budget = budget
            with leaving_out(f"Littlestone dimension{lies_suffix(self.lies)}", missing):
                return littlestone_certificate(solver)
        return {}

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values: rationals as strings, what is not known exactly as two bounds."""
        bounds, table = self.known, self.concept_class
        models = {"models": self._models()} if self.dont_know or bounds.keys() & _MODELS else {}
        return answer(
            DimensionAnswer,
            self,
            **{"class": table.name},
            concepts=table.size,
            points=table.points,
            **{
                key: bounds.get(key)
                for key in ("littlestone", "vc", "randomized_littlestone", "randomized_halving", "star")
            },
            halving={ties: bounds.get(f"halving_{ties}") for ties in TIE_RULES},
            shattered=[table.point_names[point] for point in self.shattered] if "vc" in bounds else None,
            **models,
            **({"statements": self.certified.statements} if self.certified else {}),
        )

    def _models(self) -> dict[str, Any]:
        names = self.concept_class.point_names
        orders = {f"{key}_points": [names[point] for point in order] for key, order in self.orders.items()}
        nothing = dict.fromkeys(ModelsAnswer.__struct_fields__)
        return answer(ModelsAnswer, self, **nothing | {"dont_know": self.dont_know} | self.known | orders)


class HalvingAnswer(msgspec.Struct):
    """The mistakes of Halving in JSON."""

    negative: Known | None
    positive: Known | None
    adversarial: Known | None
    optimal: Known | None


class ModelsAnswer(msgspec.Struct):
    """Other models as JSON has them: orders by the names of points; ``null`` is what was not computed."""

    announced_order: Index | Between | None
    announced_order_points: list[str] | None
    best_order: Index | Between | None
    best_order_points: list[str] | None
    self_directed: Index | Between | None
    dont_know: list[Index | Between]
    apple_tasting: Index | Between | None
    lies_1: Index | Between | None
    randomized_lies_1: Known | None


class DimensionsAnswer(msgspec.Struct):
    """Dimensions of several classes in JSON: those that were asked for, what there is to note, and the files."""

    classes: "list[DimensionAnswer]"
    notes: list[str]
    files: list[str]


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
    star: Known | None
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
    states of the budget. By default ``only`` is ``QUANTITIES``, or with lies ``WITH_LIES``. ``GROUPS`` has names of
    several quantities: ``ALL_MODELS`` are the other models, and "all" is everything.

    Raises:
        InputError: a quantity is unknown or not defined with lies, or the argument is not a class.

    """
    if not isinstance(concept_class, ConceptClass):
        raise InputError(
            f"{concept_class!r} is not a ConceptClass; proofs.classes.files.load_class makes one of a name"
        )
    wanted = keys_of(only, check_lies(lies))
    solved = Dimensions(concept_class, lies)
    if lies and only is None:
        solved.left_out = "Halving and Randomized Halving are left out: after a lie they may have no concept left"
    if concept_class.undefined and (missing := [key for key in wanted if key in _OF_TOTAL_CLASSES]):
        titles = ", ".join([QUANTITY[key].title for key in missing])
        solved.left_out = f"left out, because some labels are undefined: {titles}"
        wanted = [key for key in wanted if key not in missing]
    steps = _steps({*wanted}, lies)
    for (key, solve), part in zip(steps, given_budget(budget).parts(len(steps)), strict=True):
        progress(QUANTITY[key].title)
        solve(solved, part)
    for key in solved.known.keys() - wanted:  # others needed these
        del solved.known[key]
    return solved


def keys_of(only: Collection[str] | None, lies: int = 0) -> list[str]:
    """Return the keys of the quantities that some names ask for, in the order of ``QUANTITY``. Raises InputError."""
    names = (only,) if isinstance(only, str) else only
    if names is None:
        names = WITH_LIES if lies else QUANTITIES
    keys: set[str] = set()
    for name in names:
        key = SHORT.get(name, name.replace("-", "_"))
        if key not in QUANTITY and key not in GROUPS:
            raise unknown("quantity", name, [*QUANTITIES, *SHORT, *GROUPS])
        if lies and key.replace("_", "-") not in WITH_LIES:
            raise InputError(f"{name} is not computed with lies; with lies there are {', '.join(WITH_LIES)}")
        keys |= {*GROUPS.get(key, [key])}
    return [key for key in QUANTITY if key in keys]


_Solve = Callable[[Dimensions, Budget], None]

_NEEDS = {
    "best_order": "self_directed",
    **dict.fromkeys(("dont_know", "apple_tasting", "self_directed", "announced_order", "lies_1"), "littlestone"),
}
"""What the search for a quantity begins with."""


def _steps(wanted: set[str], lies: int) -> list[tuple[str, _Solve]]:
    """Return the searches in their order, each with what it is about.

    It helps a player to settle more of the order: the learner that picks each point, then the one that picks the order,
    then the adversary that announces it, then the one that picks each point.
    """
    solvers: dict[str, _Solve] = {
        "littlestone": _littlestone,
        "vc": _vc,
        "randomized_littlestone": _randomized,
        **{f"halving_{ties}": partial(_halving, ties) for ties in TIE_RULES},
        "randomized_halving": _randomized_halving,
        "dont_know": _dont_know,
        "apple_tasting": _apple_tasting,
        "self_directed": _self_directed,
        "best_order": _best_order,
        "announced_order": _announced_order,
        "lies_1": _one_lie,
        "randomized_lies_1": _randomized_one_lie,
        "star": _star,
    }
    for key in reversed(solvers):
        wanted |= {_NEEDS[key]} if key in wanted and key in _NEEDS else set()
    steps = [(key, solve) for key, solve in solvers.items() if key in wanted]
    return steps[:1] + [("littlestone", _without_lies)] * (lies > 0 and "littlestone" in wanted) + steps[1:]


def _littlestone(solved: Dimensions, budget: Budget) -> None:
    solved.solver = Littlestone(solved.concept_class, budget, solved.lies)
    solved.known["littlestone"] = solved.solver.bounds()


def _without_lies(solved: Dimensions, budget: Budget) -> None:
    """Narrow the Littlestone dimension with lies by the one without."""
    if solved.known["littlestone"].value is None:
        plain = Littlestone(solved.concept_class, budget).bounds()
        solved.known["littlestone"] = with_lies(solved.known["littlestone"], plain, solved.concept_class, solved.lies)


def _vc(solved: Dimensions, budget: Budget) -> None:
    bounds, solved.shattered = vc_dimension(solved.concept_class, budget)
    most = solved.known["littlestone"].at_most if "littlestone" in solved.known else None
    solved.known["vc"] = bounds.within(most=most)
    least = bounds.at_least + cost_of_lies(solved.concept_class, solved.lies)  # by the shattered points
    solved.force(least)


def _randomized(solved: Dimensions, budget: Budget) -> None:
    bounds = randomized_bounds(solved.concept_class, budget, solved.lies, solved.known.get("littlestone"))
    solved.known["randomized_littlestone"] = bounds


def _halving(ties: TieRule, solved: Dimensions, budget: Budget) -> None:
    least = solved.known["littlestone"].at_least if "littlestone" in solved.known else None
    solved.known[f"halving_{ties}"] = halving_worst_case(solved.concept_class, ties, budget).bounds().within(least)


def _randomized_halving(solved: Dimensions, budget: Budget) -> None:
    best = solved.known.get("randomized_littlestone")
    bounds = randomized_halving(solved.concept_class, budget).bounds()
    solved.known["randomized_halving"] = bounds.within(best.at_least if best else None)


def _dont_know(solved: Dimensions, budget: Budget) -> None:
    solved.dont_know = tuple(DontKnow(solved.concept_class, budget).bounds(solved.known["littlestone"]))


def _apple_tasting(solved: Dimensions, budget: Budget) -> None:
    least = int(solved.known["littlestone"].at_least)
    solved.known["apple_tasting"] = apple_tasting_bounds(solved.concept_class, least, budget)


def _self_directed(solved: Dimensions, budget: Budget) -> None:
    most = int(solved.known["littlestone"].at_most)
    solved.known["self_directed"] = self_directed_bounds(solved.concept_class, most, budget)


def _best_order(solved: Dimensions, budget: Budget) -> None:
    alone = solved.known["self_directed"]
    best, order = best_bounds(solved.concept_class, int(alone.at_least), budget)
    solved.known |= {"best_order": best, "self_directed": alone.within(most=best.at_most)}
    solved.orders["best_order"] = order


def _announced_order(solved: Dimensions, budget: Budget) -> None:
    worst, order = worst_bounds(solved.concept_class, int(solved.known["littlestone"].at_most), budget)
    best = solved.known.get("best_order")
    solved.known["announced_order"] = worst.within(best.at_least if best else None)
    solved.orders["announced_order"] = order
    solved.force(worst.at_least)  # as well without an announcement


def _one_lie(solved: Dimensions, budget: Budget) -> None:
    solved.one_lie = Littlestone(solved.concept_class, budget, lies=1)
    plain = solved.known["littlestone"]
    solved.known["lies_1"] = with_lies(solved.one_lie.bounds(), plain, solved.concept_class, 1)


def _randomized_one_lie(solved: Dimensions, budget: Budget) -> None:
    coins = randomized_bounds(solved.concept_class, budget, 1, solved.known.get("lies_1"))
    solved.known["randomized_lies_1"] = coins


def _star(solved: Dimensions, budget: Budget) -> None:
    star, table = star_number(solved.concept_class, budget), solved.concept_class
    solved.known["star"] = star.number
    spikes = zip(star.points, star.concepts, strict=True)
    unlike = [f"{table.concept_name(concept)} at {table.point_names[point]}" for point, concept in spikes]
    alone = joined_names(unlike, _MAX_NAMED, comma="; ")
    solved.star_witness = (
        f"unlike {table.concept_name(star.center)} at one point alone: {alone}" if unlike else "no star"
    )
