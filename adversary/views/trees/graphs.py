"""The graphs that are drawn: of a class, and of a recorded game. ``proofs.solvers.graphs`` makes them."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from adversary.game.judge import MalformedError, judge_file
from adversary.views.game.recording import read_recording
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, unknown
from proofs.solvers.budget import Budget
from proofs.solvers.graphs import halving_tree, littlestone_tree, split_graph
from proofs.solvers.values import TIE_RULES, TieRule

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

Kind = Literal["littlestone", "halving"]
KINDS: tuple[Kind, ...] = ("littlestone", "halving")
"""What there is to draw of a class."""


def draw_class(
    concept_class: ConceptClass,
    kind: Kind = "littlestone",
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
    return halving_tree(concept_class, ties, budget) if kind == "halving" else littlestone_tree(concept_class, budget)


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
    rounds = [(x, said if isinstance(said, int) else None, label) for x, said, label in read_recording(trace).rounds]
    return split_graph(findings.setting, rounds, findings.target["concept"], budget)
