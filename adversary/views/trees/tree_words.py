"""The words of a drawing of a graph: at its nodes, at its edges, and below its title."""

from typing import TYPE_CHECKING, Any

from proofs.exact.errors import one_line

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

SIGNS = {1: "+", -1: "−"}

LOOKS = {True: ("#c62828", "red"), False: ("#2e7d32", "green"), None: ("#607d8b", "")}
"""The color of an edge, and that in the terminal: a mistake, none, or where nothing is predicted."""


def sign_text(edge: dict[str, Any]) -> str:
    """Return what stands at an edge: its label, and whether that is a lie."""
    return SIGNS.get(edge.get("label", 0), "") + (" a lie" if edge.get("lie") else "")


def headline(node: dict[str, Any]) -> str:
    """Say what a node is about: the point that is asked there, or else what concepts are left, or one of them."""
    if "concept" in node and node.get("size", 1) > 1:
        return one_line(f"e.g. {node['concept']}")
    return one_line(str(node.get("point", node.get("concept", node.get("concepts", "")))))


def detail_text(graph: "nx.DiGraph", node: Any) -> str:
    """Say what is known about the version space at a node: D is L with the lies left, in a graph with ``lies``."""
    titles, node = (
        (("size", "|V|"), ("rank", "D" if graph.graph.get("lies") else "L"), ("value", "worst")),
        graph.nodes[node],
    )
    facts = [f"{title} = {node[key]}" for key, title in titles if key in node]
    return ", ".join(facts + ([f"{node['below']:,} below"] if "below" in node else []))


def everything(attributes: dict[str, Any]) -> str:
    """Return all attributes of a node or an edge, as a tooltip has them."""
    return one_line(", ".join([f"{key}: {value}" for key, value in attributes.items()]), most=2_000)


def legend_text(graph: "nx.DiGraph") -> str:
    """Return what the looks of the edges mean."""
    attributes = {key for *_, edge in graph.edges(data=True) for key in edge}
    lines = [("mistake", "red and dashed: a mistake, green: none"), ("played", "bold: the play")]
    return "; ".join([*(text for key, text in lines if key in attributes), *rank_notes(graph)])


def rank_notes(graph: "nx.DiGraph") -> list[str]:
    """Return what D is, in a graph that has it."""
    return ["D: the Littlestone dimension with the lies left"] if graph.graph.get("lies") else []
