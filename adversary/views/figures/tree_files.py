"""The trees of a class or a recorded game, and their files: drawings, and formats for other programs."""

import difflib
import json
import re
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from adversary.files import write_new
from adversary.game.judge import MalformedError, judge_file
from adversary.views.cells import NOT_XML
from adversary.views.figures.figure import MAX_INCHES, PIXELS
from adversary.views.figures.tree import LOOKS, detail_text, drawing_of, everything, headline, sign_text
from adversary.views.game.view import read_recording
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, one_line, require_known
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
    require_known("kind of tree", KINDS, kind)
    require_known("rule for ties", TIE_RULES, ties)
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


def export(graph: "nx.DiGraph", path: str | Path) -> None:
    """Write a graph to a file in the format of the name's ending. The file appears complete or not at all.

    ``.graphml`` and ``.json`` (networkx's node-link data, with "edges") have every attribute, ``.dot`` (Graphviz) and
    ``.svg`` what a drawing shows, with the rest in tooltips, ``.pdf`` and ``.png`` the same drawing without them.
    Characters that XML or a line cannot hold are written as Python escapes.

    Raises:
        InputError: the ending is another one, the file cannot be written, or, of a drawing, the graph has a cycle or is
            too large, or matplotlib is missing (for ``.pdf`` and ``.png``).

    """
    ending = Path(path).suffix
    if ending.lower() not in WRITERS:
        close = difflib.get_close_matches(ending.lower(), WRITERS, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise InputError(f"cannot write {path}: unknown ending {ending!r}; {hint}known: {', '.join(sorted(WRITERS))}")
    write_new(path, WRITERS[ending.lower()](graph))


def _figure(graph: "nx.DiGraph", ending: str) -> bytes:
    drawing = drawing_of(graph)
    inches = max(drawing.width, drawing.height) / PIXELS
    if inches > MAX_INCHES:
        raise InputError(
            f"the drawing is {inches:,.0f} inches long, and a .{ending} has at most {MAX_INCHES}; "
            "take an .svg, or fewer levels by --depth"
        )
    return drawing.figure(ending)


def _dot(graph: "nx.DiGraph") -> str:
    numbers = {node: number for number, node in enumerate(graph)}
    lines = ["digraph {", f"  label={_quoted(str(graph.name))}; labelloc=t;", "  node [shape=box];"]
    for node, facts in graph.nodes(data=True):
        label = _quoted(headline(facts), detail_text(graph, node))
        style = ",".join(
            (["rounded"] if "point" in facts else []) + (["dashed"] if facts.get("taken") is False else [])
        )
        lines.append(f'  {numbers[node]} [label={label}, style="{style}", tooltip={_quoted(everything(facts))}];')
    for parent, node, edge in graph.edges(data=True):
        wrong = edge.get("mistake")
        style = "dashed" if wrong else "solid"
        looks = f'color="{LOOKS[wrong][0]}", style={style}, penwidth={3 if edge.get("played") else 1}'
        label = _quoted(sign_text(edge))
        lines.append(
            f"  {numbers[parent]} -> {numbers[node]} [label={label}, {looks}, tooltip={_quoted(everything(edge))}];"
        )
    return "\n".join([*lines, "}", ""])


def _quoted(*lines: str) -> str:
    """Return lines as one string of the DOT language, in which a label gets back what is escaped here."""
    escaped = [one_line(line, 2_000).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    return '"' + "\\n".join(escaped) + '"'


def node_link(graph: "nx.DiGraph") -> dict[str, Any]:
    """Return a graph as networkx's node-link data, plain JSON values with every attribute."""
    import networkx as nx

    found: dict[str, Any] = nx.node_link_data(graph, edges="edges")
    return found


def _graphml(graph: "nx.DiGraph") -> str:
    import networkx as nx

    clean = nx.DiGraph(**_for_xml(graph.graph))
    clean.add_nodes_from((node, _for_xml(facts)) for node, facts in graph.nodes(data=True))
    clean.add_edges_from((parent, node, _for_xml(edge)) for parent, node, edge in graph.edges(data=True))
    file = BytesIO()
    nx.write_graphml_xml(clean, file, encoding="utf-8")
    return file.getvalue().decode()


def _for_xml(attributes: dict[str, Any]) -> dict[str, Any]:
    """Escape what XML has no way to write, and the carriage return, which a reader takes for a newline."""

    def escaped(found: re.Match[str]) -> str:
        return ascii(found[0])[1:-1]

    forbidden = f"\r|{NOT_XML.pattern}"
    return {key: re.sub(forbidden, escaped, v) if isinstance(v, str) else v for key, v in attributes.items()}


WRITERS: dict[str, Callable[["nx.DiGraph"], str | bytes]] = {
    ".dot": _dot,
    ".graphml": _graphml,
    ".json": lambda graph: json.dumps(node_link(graph), indent=1) + "\n",
    ".pdf": partial(_figure, ending="pdf"),
    ".png": partial(_figure, ending="png"),
    ".svg": lambda graph: drawing_of(graph).svg(),
}
"""What becomes of a graph, by the ending of the file's name."""
