"""The games next to the usual one, all of them for one class, each within a budget of its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational, exact_text
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.apple_tasting import AppleTasting
from proofs.solvers.other_models.dont_know import DontKnow
from proofs.solvers.other_models.lies import littlestone_bounds, randomized_bounds
from proofs.solvers.other_models.orders import best_bounds, worst_bounds
from proofs.solvers.other_models.self_directed import SelfDirected

SEARCHES = 7
"""Budgets that ``models`` takes; one more if it is to solve the usual game first."""

_MAX_TOLD = 16
"""Points of an order that a table has; JSON has all."""


@dataclass(frozen=True)
class Models:
    """What is known of a class in other games. An order, as numbers of points, reaches the side of the bounds that
    somebody has found: the worst one is worth ``announced_order.at_least``, the best one ``best_order.at_most``.

    ``dont_know`` has a value for 0, 1, … mistakes, up to the Littlestone dimension.
    """  # noqa: D205 - one sentence

    concept_class: ConceptClass
    announced_order: Bounds
    worst_points: tuple[int, ...]
    best_order: Bounds
    best_points: tuple[int, ...]
    self_directed: Bounds
    dont_know: tuple[Bounds, ...]
    apple_tasting: Bounds
    lies_1: Bounds
    randomized_lies_1: Bounds
    one_lie: Littlestone

    @property
    def named(self) -> dict[str, Bounds]:
        """Every quantity by its name."""
        known = enumerate(self.dont_know)
        many = {f'"don\'t know", {counted(mistakes, "mistake")}': bounds for mistakes, bounds in known}
        return {
            "worst announced order": self.announced_order,
            "best announced order": self.best_order,
            "self-directed learning": self.self_directed,
            **many,
            "apple tasting": self.apple_tasting,
            "one lie": self.lies_1,
            "one lie, randomized": self.randomized_lies_1,
        }

    def rows(self) -> list[tuple[str, str, str]]:
        """Return what is known for people to read: name, value, and what the value is."""
        answers = ", ".join([str(bounds) for bounds in self.dont_know])
        worst = self._reached(self.announced_order, self.announced_order.at_least, self.worst_points)
        best = self._reached(self.best_order, self.best_order.at_most, self.best_points)
        return [
            (
                "worst announced order",
                str(self.announced_order),
                f"most mistakes forced in an order told beforehand: {worst}",
            ),
            (
                "best announced order",
                str(self.best_order),
                f"fewest mistakes forced in an order told beforehand: {best}",
            ),
            ("self-directed", str(self.self_directed), "mistakes forced if the learner picks each point itself"),
            ("don't know", answers, "fewest times a learner says so if it may make 0, 1, … mistakes"),
            ("apple tasting", str(self.apple_tasting), "mistakes forced if a label is seen only after predicting +1"),
            ("one lie", str(self.lies_1), "mistakes forced if one label may be unlike the target's"),
            (
                "one lie, randomized",
                self.randomized_lies_1.text(exact_text),
                "expected mistakes of the best randomized learner with one lie",
            ),
        ]

    def exact_values(self) -> list[dict[str, Any]]:
        """Return what is known exactly, as ``proofs.solvers.certificates.models_certificate`` takes it."""
        orders = {"order": self.worst_points}, {"order": self.best_points}
        entries: list[tuple[str, Bounds, dict[str, Any]]] = [
            ("worst order", self.announced_order, orders[0]),
            ("best order", self.best_order, orders[1]),
            ("self-directed", self.self_directed, {}),
            ("apple tasting", self.apple_tasting, {}),
            ("randomized dimension", self.randomized_lies_1, {"lies": 1}),
        ]
        found = [
            {"statement": statement, "mistakes": bounds.value, **more}
            for statement, bounds, more in entries
            if bounds.value is not None
        ]
        fewest = [bounds.value for bounds in self.dont_know]
        return found + ([{"statement": "don't know", "fewest": fewest}] if None not in fewest else [])

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values, orders by the names of points."""
        names = self.concept_class.point_names
        return {
            "announced_order": self.announced_order.to_json(),
            "announced_order_points": [names[point] for point in self.worst_points],
            "best_order": self.best_order.to_json(),
            "best_order_points": [names[point] for point in self.best_points],
            "self_directed": self.self_directed.to_json(),
            "dont_know": [bounds.to_json() for bounds in self.dont_know],
            "apple_tasting": self.apple_tasting.to_json(),
            "lies_1": self.lies_1.to_json(),
            "randomized_lies_1": self.randomized_lies_1.to_json(),
        }

    def _reached(self, bounds: Bounds, reached: Rational, order: tuple[int, ...]) -> str:
        names = ", ".join([self.concept_class.point_names[point] for point in order[:_MAX_TOLD]])
        names += ", …" if len(order) > _MAX_TOLD else ""
        return names if bounds.value is not None else f"{reached} in {names}"


def models(
    concept_class: ConceptClass,
    littlestone: Bounds | None,
    budgets: Iterator[Budget],
    progress: Callable[[str], None] = lambda _: None,
) -> Models:
    """Solve all games, each with the next budget; ``littlestone`` is what is known of the usual one, if it is solved.

    Whoever settles more of the order does better: the learner that picks each point, then the one that picks the order,
    then the adversary that announces it, then the one that picks each point.
    """
    if littlestone is None:
        progress("Littlestone dimension")
        littlestone = Littlestone(concept_class, next(budgets)).bounds()
    plain = littlestone
    progress("self-directed learning")
    alone = SelfDirected(concept_class, next(budgets)).bounds(int(littlestone.at_most))
    progress("best announced order")
    best, best_found = best_bounds(concept_class, int(alone.at_least), next(budgets))
    alone = alone.within(most=best.at_most)
    progress("worst announced order")
    worst, worst_found = worst_bounds(concept_class, int(littlestone.at_most), next(budgets))
    progress('"don\'t know"')
    answers = DontKnow(concept_class, next(budgets)).bounds(littlestone)
    progress("apple tasting")
    apples = AppleTasting(concept_class, next(budgets)).bounds(int(littlestone.at_least))
    progress("one lie")
    one_lie = Littlestone(concept_class, next(budgets), lies=1)
    lies_1 = littlestone_bounds(one_lie, lambda: plain)
    progress("one lie, randomized")
    coins = randomized_bounds(concept_class, next(budgets), 1, lies_1)
    return Models(
        concept_class,
        announced_order=worst,
        worst_points=worst_found.order,
        best_order=best,
        best_points=best_found.order,
        self_directed=alone,
        dont_know=tuple(answers),
        apple_tasting=apples,
        lies_1=lies_1,
        randomized_lies_1=coins,
        one_lie=one_lie,
    )
