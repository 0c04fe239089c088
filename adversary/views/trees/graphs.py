"""The graphs that are drawn: of a class, and of a recorded game. ``proofs.solvers.graphs`` makes them."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from adversary.game.judge import MalformedError, judge_file
from adversary.views.game.recording import read_recording
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, unknown
from proofs.solvers.budget import Budget
from proofs.solvers.graphs import MAX_NODES, halving_tree, littlestone_tree, split_graph
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import TIE_RULES, TieRule, halving_worst_case

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

KINDS = ("littlestone", "halving")
"""What there is to draw of a class."""


def draw_class(
    concept_class: ConceptClass,
    kind: Literal["littlestone", "halving"] = "littlestone",
    ties: TieRule = "positive",
    budget: Budget | None = None,
) -> "nx.DiGraph":
    """Return a mistake tree of depth L, or Halving's tree under a rule for ties, as in ``proofs.solvers.graphs``.

    Raises:
        InputError: the tree has more than ``proofs.solvers.graphs.MAX_NODES`` nodes, or there is no such kind or rule.
        OutOfBudget: the budget does not suffice.

    """
    if kind not in KINDS:
        raise unknown("kind of tree", kind, KINDS)
    if ties not in TIE_RULES:
        raise unknown("rule for ties", ties, TIE_RULES)
    if kind == "halving":
        return halving_tree(concept_class, ties, solver=halving_worst_case(concept_class, ties, budget))
    solver = Littlestone(concept_class, budget)
    if (nodes := (2 << solver.dimension()) - 1) > MAX_NODES:  # before anybody makes the tree
        raise InputError(
            f"the mistake tree of {concept_class.name} has {nodes:,} nodes, above {MAX_NODES:,}; take a smaller class"
        )
    return littlestone_tree(concept_class, solver.tree(), solver=solver)


def draw_game(trace: str | Path, budget: Budget | None = None) -> "nx.DiGraph":
    """Return how the rounds of a recorded game on a finite class split the version space (``split_graph``).

    Raises:
        InputError: the trace cannot be read, or is about halfspaces.
        OutOfBudget: the ranks take more than the budget.

    """
    try:
        findings = judge_file(trace)
    except MalformedError as error:
        raise InputError(f"{trace} is not a trace: {error}") from None
    if not findings.about or findings.rounds is None:
        raise InputError(f"{trace} is not a game on a finite class, so it splits no version space")
    setting = findings.setting
    rounds = [
        (int(bytes(entry.x)), entry.predicted if isinstance(entry.predicted, int) else None, entry.label)
        for entry in read_recording(trace).rounds
    ]
    target = findings.target["concept"]
    table, lies = setting.concept_class, setting.lies
    ranks, solver = setting.order is None, Littlestone(table, budget, lies)  # L is of a game in any order
    graph = split_graph(table, rounds, ranks=ranks, solver=solver, lies=lies, target=target)
    if lies:
        graph.graph["lies"] = lies
    if setting.order is not None:
        graph.graph["name"] += f"; {setting.remarks()[-1]}"
    return graph
