"""A drawing of a graph as a PDF or a PNG."""

from typing import TYPE_CHECKING, Any

from adversary.views.figures.figure import MAX_INCHES, PIXELS, figure_bytes
from adversary.views.trees.tree_drawing import BOX, HEAD, MARGIN, TreeDrawing
from adversary.views.trees.tree_words import LOOKS
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def tree_figure(drawing: TreeDrawing, ending: str) -> bytes:
    """Draw a tree in its own size, with its title. Raises InputError if it is too large, or matplotlib is missing."""
    width, height = drawing.width / PIXELS, drawing.height / PIXELS
    if max(width, height) > MAX_INCHES:
        raise InputError(
            f"the drawing is {max(width, height):,.0f} inches long, and a .{ending} has at most {MAX_INCHES}; "
            "take an .svg, or fewer levels by --depth"
        )

    def draw(figure: "Figure") -> None:
        figure.set_layout_engine("none")  # the drawing has its own
        axes = figure.add_axes((0, 0, 1, 1))
        draw_tree(axes, drawing, 1)
        axes.set_ylim(drawing.height, 0)
        points = 72 / PIXELS
        axes.text(MARGIN, 22, drawing.title, size=15 * points, weight="bold", va="center")
        axes.text(MARGIN, HEAD - 10, drawing.legend, size=12 * points, color="#555555", va="center")

    return figure_bytes(ending, draw, width, height)


def draw_tree(axes: "Axes", drawing: TreeDrawing, scale: float) -> None:
    """Fill axes with a drawing, ``scale`` times its size, but not with its title."""
    from matplotlib.patches import FancyBboxPatch

    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, HEAD))
    axes.axis("off")
    points = 72 / PIXELS * scale
    middle: Any = {"ha": "center", "va": "center"}
    for edge in drawing.edges:
        (x1, y1), (x2, y2) = edge.begin, edge.end
        style = "--" if edge.wrong else "-"
        wide = (4 if edge.played else 1.5) * points
        axes.plot([x1, x2], [y1, y2], style, color=LOOKS[edge.wrong][1], linewidth=wide, zorder=1)
        if edge.sign:
            ground = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"}
            axes.text((x1 + x2) / 2, (y1 + y2) / 2, edge.sign, size=13 * points, weight="bold", bbox=ground, **middle)
    for node in drawing.nodes:
        colors = (
            {"facecolor": "#f4f4f0", "edgecolor": "#777777"}
            if node.leaf
            else {"facecolor": "#eef3fb", "edgecolor": "#35507a"}
        )
        alpha = 0.55 if node.untaken else 1
        look: Any = {**colors, "alpha": alpha, "linewidth": points, "zorder": 2}
        corners = f"round,pad=0,rounding_size={node.round}"
        axes.add_patch(FancyBboxPatch((node.x - node.width / 2, node.top), node.width, BOX, boxstyle=corners, **look))
        axes.text(
            node.x,
            node.top + (12 if node.words[1] else BOX / 2),
            node.words[0],
            size=12 * points,
            alpha=alpha,
            zorder=3,
            **middle,
        )
        axes.text(
            node.x, node.top + 27, node.words[1], size=10 * points, color="#555555", alpha=alpha, zorder=3, **middle
        )
