"""Finite classes and claims: ``dimension``, ``atlas``, ``claims``, and ``list_of``."""

from collections.abc import Callable, Container, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.api.lists import Items, items_of, read_limits
from adversary.progress import Bar
from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from adversary.survey import AtlasAnswer
    from adversary.views.answer import Answer
    from proofs.classes.concepts import ConceptClass
    from proofs.exact.mistake_bounds import Expression
    from proofs.exact.rationals import Rational
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import Dimensions

FEW = 5
"""Classes of an atlas that are certified if nothing is said."""


def dimension(  # noqa: PLR0913 - each is an option of the command
    *classes: object,
    only: "Items" = None,
    lies: int = 0,
    where: str | None = None,
    largest: str | None = None,
    seconds: float = 30.0,
    limit: "Items" = None,
) -> "Dimensions | Answer":
    """Compute the exact dimensions of a finite class; for several, or with a condition, return a list.

    Args:
        classes: names (``"intervals:5"``, ranges ``"intervals:3..11"``), files, ``ConceptClass`` objects, arrays or
            DataFrames of labels, with a row for each concept.
        only: compute only these quantities, such as ``"littlestone,vc,announced"``; ``"all"`` is everything.
        lies: how many labels of a game may differ from the target's, for the Littlestone dimensions.
        where: return only the classes for which this holds, like ``"L - announced >= 1"``.
        largest: return the classes for which this is largest, like ``"L - RL"``.
        seconds: processor time for all quantities of a class together. What is not known by then has only ``bounds``.
        limit: ``"states=10000,memory=500MB"``, for each quantity.

    Raises:
        InputError: an argument is unusable.

    """
    from adversary.views.answer import Answer, View

    if not classes:
        raise InputError("name a class, like intervals:5")
    tables = tables_of(classes)
    solved, notes, undefined = solve(tables, items_of(only) or None, lies, budget_of(seconds, limit), where, largest)
    if len(solved) == len(tables) == 1:
        return solved[0]

    def shown(name: str, *more: Any) -> Any:
        from adversary.views.terminal import atlas_table

        return getattr(atlas_table, name)(solved, *more)

    def write(_: object, path: Path) -> None:
        from adversary.views.cells import write_csv

        write_csv(path, shown("classes_csv"))

    said = [*notes, *undefined]
    view = View(
        lambda _: shown("classes_table", said, {}),
        data=lambda _: _values(solved),
        files={".csv": write},
        json=lambda _: shown("classes_json", said, {}),
    )
    return Answer(solved, view, not notes and not any(result.ran_out for result in solved), said)


def _values(solved: "Sequence[Dimensions]") -> Any:
    """Return a row for each class: its size, and what is known exactly."""
    from adversary.views.cells import Column, Table
    from proofs.solvers.dimensions import SHORT

    short = {name: key for name, key in SHORT.items() if any(key in result.known for result in solved)}
    rows: list[list[Any]] = [
        [r.concept_class.name, *[getattr(r, name) for name in ("size", "points", *short)]] for r in solved
    ]
    return Table([Column(title) for title in ("class", "size", "points", *short)], rows)


def budget_of(seconds: float, limit: Items) -> "Callable[[], Budget]":
    """Return what makes the budget of a class. Raises InputError if something is wrong with it."""
    from proofs.solvers.budget import Budget

    limits = read_limits(limit, "states", "memory")
    states, memory = (int(limits[name]) if name in limits else None for name in ("states", "memory"))
    budget = partial(Budget, states, seconds, memory)
    budget()
    return budget


def tables_of(classes: Sequence[object]) -> "list[ConceptClass]":
    """Return classes, those of ranges one by one, of which each is named once. Raises InputError."""
    from proofs.classes.concepts import validate_class_names
    from proofs.classes.files import class_names, class_of

    names = [name for given in classes for name in (class_names(given) if isinstance(given, str) else [given])]
    once = {name if isinstance(name, str) else id(name): name for name in names}
    tables = list(map(class_of, once.values()))
    validate_class_names([table.name for table in tables])
    return tables


def solve(  # noqa: PLR0913, PLR0917 - as the command
    tables: "Sequence[ConceptClass]",
    names: list[str] | None,
    lies: int,
    budget: "Callable[[], Budget]",
    where: str | None,
    largest: str | None,
) -> "tuple[list[Dimensions], list[str], list[str]]":
    """Return the classes for which a relation holds, and of these those for which a number is largest.

    Return also notes on classes of which this is not known, and on those for which an expression is not defined.
    """
    from proofs.exact.mistake_bounds import Undecided, read_number, read_relation
    from proofs.solvers.dimensions import QUANTITIES, SHORT, WITH_LIES, dimensions

    relation: Expression | None = None if where is None else read_relation(where, SHORT)
    number: Expression | None = None if largest is None else read_number(largest, SHORT)
    in_expressions = {name for expression in (relation, number) if expression for name in expression.names}
    if in_expressions:
        names = [*(names or (WITH_LIES if lies else QUANTITIES)), *in_expressions]
    chosen: list[tuple[Dimensions, Rational | None]] = []
    undecided, undefined = [], []
    for table in tables:
        with Bar("solving", None) as bar:
            result = dimensions(table, names, budget(), bar.rename, lies)
        values = result.short_values(in_expressions)
        try:
            if relation is None or relation.holds(values):
                chosen.append((result, None if number is None else number.value(values)))
        except Undecided as error:
            undecided.append(f"{table.name}: {error}")
        except InputError as error:
            undefined.append(f"{table.name}: {error}")
    most = max([value for _, value in chosen if value is not None], default=None)
    return [result for result, value in chosen if value == most], undecided, undefined


# ------------------------------------------------------------------------------------------------ atlas


def atlas(  # noqa: PLR0913 - each is an option of the command
    points: int,
    *,
    where: str | None = None,
    largest: str | None = None,
    only: "Items" = None,
    limit: "Items" = None,
    jobs: int | str | None = None,
) -> "Answer":
    """Compute quantities of all concept classes on a few points, up to symmetry.

    Args:
        points: how many points the classes have, from 1 to 5.
        where: choose the classes for which this holds, like ``"L - announced >= 1"``.
        largest: choose the classes for which this is largest, like ``"L - RL"``.
        only: compute only these quantities.
        limit: how many of the chosen classes are certified: ``"classes=5"``.
        jobs: how many processes to use, by default one for each core; or the address of a dask scheduler.

    Raises:
        InputError: an argument is unusable.

    """
    from adversary.survey import answer_question, ask, tabulate
    from adversary.tasks.store import Store
    from adversary.tasks.task import Where

    many = classes_to_certify(limit, where, largest)
    question = ask(points, where, largest, items_of(only))
    with Bar("computing", None) as bar, Store(None) as store:
        answer = answer_question(question, tabulate(question, Where(jobs), store, bar.follow))
    certify_classes(answer, many, None)
    return atlas_answer(answer)


def atlas_answer(answer: "AtlasAnswer") -> "Answer":
    """Return what the command says about the classes."""
    from adversary.views.answer import Answer, View
    from adversary.views.terminal.atlas_table import atlas_json, atlas_table

    def write(_: object, folder: Path) -> None:
        certify_classes(answer, len(answer.certified), folder)

    view = View(lambda _: atlas_table(answer), files={"/": write})
    return Answer(atlas_json(answer), view, not (answer.unknown or answer.failures))


def classes_to_certify(limit: Items, where: str | None, largest: str | None) -> int:
    """Return how many classes are shown and certified. Raises InputError."""
    many = int(read_limits(limit, "classes").get("classes", FEW))
    if limit is not None and where is None and largest is None:
        raise InputError("--limit is how many classes to show, and without --where or --largest none are; leave it out")
    return many


def certify_classes(answer: "AtlasAnswer", limit: int, folder: Path | None) -> None:
    """Certify the first classes of an answer, and write what there is to be written."""
    from adversary.files import made_folder
    from adversary.survey import ClassAnswer, certify, write_classes
    from proofs.atlas.bitsets import class_name, rows
    from proofs.formats.answers import plain_json
    from proofs.solvers.certificates import RefusedError

    places, points = [] if answer.question.counts else answer.chosen[:limit].tolist(), answer.question.points
    home = None if folder is None else made_folder(made_folder(folder) / "certificates")
    answer.certified.clear()
    with Bar("certifying", len(places)) as bar:
        for place in places:
            number = int(answer.numbers[place])
            name, values = class_name(number, points), answer.values(place)
            try:
                certified = certify(number, points, values, None if home is None else home / f"{name}.json")
            except RefusedError as error:
                certified = ClassAnswer(name, rows(number, points), plain_json(values), [], [], None)
                answer.failures.append(f"{name}: {error}")
            answer.certified.append(certified)
            bar.done += 1
    if folder is not None:
        with Bar("writing", len(answer.chosen)) as bar:
            table = write_classes(folder, answer, bar.advance_to)
        answer.files = [
            str(table),
            *[entry.certificate for entry in answer.certified if entry.certificate is not None],
        ]


# ------------------------------------------------------------------------------------------------ claims, and lists


def claims(*names: str, seconds: float = 30.0) -> "Answer":
    """Judge the statements of four lecture notes and a section of a textbook, and return a list of their readings.

    Args:
        names: ids of claims (``"notes3-1.4"``), sources (``"hsu"``), or files with claims; by default all.
        seconds: processor time to try candidates on each reading in a file of your own.

    Raises:
        InputError: there is no such claim, or one from a file raises something.

    """
    from adversary import book
    from adversary.views.answer import Answer, View
    from adversary.views.terminal import claims_table as tables
    from proofs.claims.sources import book as printed

    with Bar("judging", None):
        judged = book.judge_claims(book.chosen(names), seconds)
    wrong = bool(names) and any(tables.is_wrong(rows) for _, rows in judged)  # the whole book always has errata
    refuted = any(row.verdict == "refuted" for claim, rows in judged if claim.id not in printed() for row in rows)
    table = tables.claims_table if names else tables.printed_table
    view = View(lambda _, verbose=False: table(judged, verbose=verbose))
    return Answer([asdict(row) for _, rows in judged for row in rows], view, not (wrong or refuted))


def list_of(kind: str | None = None) -> "Answer":
    """Return the cards of one kind: of learners, adversaries, classes, kinds, claims or theorems.

    A card is a dict with ``name`` and ``summary``. Without a ``kind``, the answer has the lists of all kinds.

    Raises:
        InputError: there is no such kind.

    """
    from adversary.views.answer import Answer, View

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

    def table(_: object) -> Any:
        from adversary.views.cells import Column, Table
        from adversary.views.terminal.show import cards_table, theorems_table

        if kind is None:
            rows = [(len(cards), name, f"adversary list {name}") for name, cards in listed.items()]
            return Table((Column(right=True), Column(), Column()), rows)
        return theorems_table(listed[kind]) if kind == "theorems" else cards_table(kind, listed[kind])

    view = View(table, json=lambda _: listed)
    return Answer(listed if kind is None else listed[kind], view, notes=_unused_plugins(listed))


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
