"""Certificates: what a solver has found, with what shows it, as docs/finite-format.md says and the checker reads."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofs.classes.concepts import ConceptClass
from proofs.classes.names import names_to_write
from proofs.solvers.budget import Budget
from proofs.solvers.canonical_form import CanonicalForm
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Spaces, Universe

Value = Mapping[str, Any]
"""An entry of a certificate of many values, without what shows it: {"statement": …, "mistakes": …, …}."""

ORDERED = ("Halving with negative ties", "Halving with positive ties")
"""Statements in whose games the labels are not alike."""


def littlestone_certificate(solver: Littlestone) -> dict[str, Any]:
    """Return the certificate, from both sides, of the Littlestone dimension, with the solver's number of lies.

    Raises:
        OutOfBudget: the solver's budget does not suffice.

    """
    lies = {"lies": solver.lies} if solver.lies else {}
    return {"format": "forced-mistakes/littlestone/1", **_class(solver.concept_class), **lies, **_both_sides(solver)}


def models_certificate(
    concept_class: ConceptClass,
    values: Sequence[Value],
    littlestone: Sequence[Littlestone] = (),
    budget: Budget | None = None,
) -> dict[str, Any]:
    """Return one certificate of many values of a class: format forced-mistakes/values/1.

    It certifies exactly what it is given, and so leave out what is not known exactly. ``littlestone`` are solvers, each
    with a number of lies of its own, whose dimensions are to be in it, from both sides. The ``values`` are exact:

    * ``{"statement": "randomized dimension", "mistakes": int or Fraction}``, perhaps with ``"lies": K``;
    * ``{"statement": "Halving with … ties", "mistakes": k}``: negative, positive, adversarial, optimal;
    * ``{"statement": "self-directed", "mistakes": k}`` and ``{"statement": "apple tasting", "mistakes": k}``;
    * ``{"statement": "worst order", "mistakes": k, "order": points}``, and ``"best order"``;
    * ``{"statement": "don't know", "fewest": [k0, k1, …]}``: the fewest where 0, 1, … mistakes are allowed.

    Raises:
        OutOfBudget: the budget does not suffice to follow all games, or one of a solver does not.

    """
    budget = budget or Budget()
    found: dict[str, Any] = {"format": "forced-mistakes/values/1", **_class(concept_class)}
    entries: list[dict[str, Any]] = []
    for solver in littlestone:
        lies = {"lies": solver.lies} if solver.lies else {}
        sides = _both_sides(solver)
        lower = {"mistakes": sides["at_least"], **lies, "tree": sides["tree"]}
        upper = {"mistakes": sides["at_most"], **lies, "ranks": sides["ranks"]}
        entries += [{"statement": "universal bound", **lower}, {"statement": "upper bound", **upper}]
    tables: dict[int, dict[str, Any]] = {}
    ordered = any(value["statement"] in ORDERED for value in values)
    for value in sorted(values, key=lambda value: "order" in value):  # what shows these may be a value before them
        entry = dict(value)
        if value["statement"] == "randomized dimension":
            entry["mistakes"] = str(Fraction(value["mistakes"]))
        if "order" in value:
            entry["order"] = list(value["order"])
        elif value["statement"] != "apple tasting":
            lies = value.get("lies", 0)
            if lies not in tables:
                exchange = bool(lies) or not ordered
                tables[lies] = {"lies": lies, "spaces": reachable(concept_class, lies, budget, exchange=exchange)}
            entry["table"] = list(tables).index(lies)
        entries.append(entry)
    return found | ({"tables": list(tables.values())} if tables else {}) | {"values": entries}


def reachable(concept_class: ConceptClass, lies: int, budget: Budget, *, exchange: bool) -> list[dict[str, Any]]:
    """Return the version spaces that a game can reach, up to names, and the maps between those that are alike.

    ``exchange`` says whether a map may exchange labels. Raises OutOfBudget.
    """
    spaces = Spaces(concept_class, lies, flips=exchange, ratio=1, small=1)
    root = spaces.root
    nodes: list[dict[str, Any]] = [{"given": [], "moves": []}]
    known = {root.everything}  # version spaces that have a node, or are led to one
    by_form: dict[tuple[int, int, bytes], tuple[int, CanonicalForm]] = {}
    waiting = [root.everything]
    for number, space in enumerate(waiting):  # which grows
        node = nodes[number]
        for point in range(concept_class.points):
            if space & root.columns[point] in (0, space):
                continue
            for label, side in zip((-1, 1), root.sides(space, point), strict=True):
                if side in known or side.bit_count() == 1:
                    continue
                budget.spend()
                known.add(side)
                form = spaces.form(root, side)
                if form.key in by_form:
                    to, its_form = by_form[form.key]
                    node["moves"].append([point, label, to, _map(root, side, form, its_form, exchange=exchange)])
                else:
                    by_form[form.key] = len(nodes), form
                    nodes.append({"given": [*node["given"], [point, label]], "moves": []})
                    waiting.append(side)
    return nodes


def _map(root: Universe, side: int, form: CanonicalForm, its_form: CanonicalForm, *, exchange: bool) -> list[int]:
    """Return for each point 0 where the side agrees on it, or else ±(1 + the point that it is in the other)."""
    images: dict[int, int] = {}
    for place, point in enumerate(form.points.tolist()):
        image = int(its_form.points[place]) + 1
        sign = -1 if form.flipped[place] != its_form.flipped[place] else 1
        images[side & root.columns[point]] = sign * image
        if exchange:
            images[side & ~root.columns[point]] = -sign * image
    return [images.get(side & column, 0) for column in root.columns]


def _class(table: ConceptClass) -> dict[str, Any]:
    rows = [table.row_text(concept) for concept in range(table.size)]
    return {"class": table.name, "points": table.points, "concepts": rows, **names_to_write(table)}


def _both_sides(solver: Littlestone) -> dict[str, Any]:
    depth = solver.dimension()
    return {"at_least": depth, "tree": solver.tree(depth), "at_most": depth, "ranks": solver.ranks(depth)}
