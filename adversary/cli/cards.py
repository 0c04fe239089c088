"""The command ``list``: the cards of what the program has by name, and the theorems."""

from collections.abc import Callable, Container
from dataclasses import asdict
from typing import Annotated, Any

import typer

from adversary.cli.terminal import Json, print_json, print_line, print_views
from proofs.exact.errors import InputError, unknown

LIST_EXAMPLES = "Example: adversary list learners"


def list_cards(
    *,
    kind: Annotated[
        str | None,
        typer.Argument(help="What to list: learners, adversaries, classes, kinds (of grades), claims or theorems."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Count the learners, adversaries, classes, kinds of grades, claims and theorems, or list those of one KIND.

    With --json and without a KIND, list all.
    """
    tables: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "learners": _learner_cards,
        "adversaries": _adversary_cards,
        "classes": _class_cards,
        "kinds": _kind_cards,
        "claims": _claim_cards,
        "theorems": _theorem_cards,
    }
    if kind is not None and kind not in tables:
        for name, cards in tables.items():
            if any(card["name"] == kind for card in cards()):
                raise InputError(f"{kind} is not a kind, but one of the {name}: type adversary list {name}")
        raise unknown("kind", kind, tables)
    listed = {name: cards() for name, cards in tables.items() if kind in (None, name)}
    for line in _unused_plugins(listed):
        print_line(f"note: {line}")
    if as_json:
        print_json(listed)
    elif kind is None:
        from adversary.views.cells import Column, Table

        rows = [(len(cards), name, f"adversary list {name}") for name, cards in listed.items()]
        print_views(Table((Column(right=True), Column(), Column()), rows))
    else:
        from adversary.views.terminal.show import cards_table, theorems_table

        print_views(theorems_table(listed[kind]) if kind == "theorems" else cards_table(kind, listed[kind]))


def _learner_cards() -> list[dict[str, Any]]:
    from learners.loading.sources import registered_cards

    cards = registered_cards().items()
    return [{"name": name, **{k: v for k, v in asdict(card).items() if k != "mistake_bound"}} for name, card in cards]


def _adversary_cards() -> list[dict[str, Any]]:
    from adversary.strategies import registry
    from adversary.strategies.protocol import AdversaryCard
    from learners.registry import package_of, plugins

    cards = {name: registry.adversary_class(name).card for name in registry.ADVERSARIES}
    for name, point in plugins(registry.ADVERSARY_ENTRY_POINTS).items():  # none of a package's code runs here
        cards.setdefault(name, AdversaryCard(point.value + package_of(point)))
    return [{"name": name, **asdict(card)} for name, card in cards.items()]


def _unused_plugins(listed: Container[str]) -> list[str]:
    """Return a line for each entry point of an installed package whose name is taken."""
    from adversary.strategies.registry import ADVERSARIES, ADVERSARY_ENTRY_POINTS
    from learners.registry import LEARNER_PLUGINS, LEARNERS, unused_plugins

    learners = unused_plugins(LEARNER_PLUGINS, LEARNERS) if "learners" in listed else []
    return learners + (unused_plugins(ADVERSARY_ENTRY_POINTS, ADVERSARIES) if "adversaries" in listed else [])


def _class_cards() -> list[dict[str, Any]]:
    from proofs.classes import catalog
    from proofs.classes.catalog import MARGIN_CLASSES

    margin = {
        "name": MARGIN_CLASSES,
        "summary": "labelings of given points that a target reaches with margin δ",
        "definition": "y⟨v,x⟩ ≥ δ and ‖v‖ ≤ 1, on the points of a CSV file of rationals, a point a row",
        "source": "Chan, CSCI4230 Notes 3, section 1",
        "example": f"{MARGIN_CLASSES}:points.csv?margin=1/3",
        "largest": "64 points",
    }
    return [*catalog.cards(), margin]


def _kind_cards() -> list[dict[str, Any]]:
    from adversary.grading.kinds.find import find_kind
    from adversary.grading.kinds.registry import GRADE_KINDS

    kinds = [(name, find_kind(name)) for name in GRADE_KINDS]
    return [{"name": name, "summary": kind.summary, "source": kind.source} for name, kind in kinds]


def _claim_cards() -> list[dict[str, Any]]:
    from proofs.claims.sources import book

    return [
        {
            "name": claim.id,
            "summary": claim.statement,
            "source": f"{claim.source}, {claim.where}",
            "readings": [reading.statement for reading in claim.readings],
        }
        for claim in book().values()
    ]


def _theorem_cards() -> list[dict[str, Any]]:
    from proofs.formal.theorems import theorems

    return [asdict(theorem) for theorem in theorems().values()]
