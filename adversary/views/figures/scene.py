"""Drawings made of lines, boxes and texts: laid out once, and written as SVG without a library, or as PDF and PNG.

The SVG has no style sheet, no script, no reference to anything, and no ``style`` attribute, so that it can stand in a
page whose content security policy allows none of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from adversary.views.figures.figure import MAX_INCHES, PIXELS, figure_bytes
from adversary.views.template import fill_in

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, SOFT, RULE, PAPER = "#1a1a1a", "#555555", "#d0d0d0", "#ffffff"

WIDE, PROSE = 0.62, 0.56
"""Of a text's size: about what a character takes, in names and in long texts; of bold ones it is more."""

SMALL, LEADING = 11.0, 16.0
"""The size of small print, and the distance of its lines."""

Shape = Literal["circle", "square", "triangle", "diamond", "cross", "plus"]
SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "diamond", "cross", "plus")


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; ``dash`` as in SVG, empty for one that is not broken."""

    kind: ClassVar = "line"
    points: tuple[tuple[float, float], ...]
    color: str = INK
    width: float = 1.0
    dash: tuple[float, ...] = ()
    tip: str = ""

    @property
    def path(self) -> str:
        """As SVG writes it."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at a point, so many pixels from its middle to its ends."""

    kind: ClassVar = "mark"
    x: float
    y: float
    shape: Shape
    color: str
    size: float = 4.0
    tip: str = ""

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """The corners of its shape; of a cross and a plus the ends of their two strokes; of a circle none."""
        s, t = self.size, 0.9 * self.size
        corners = {
            "square": ((-t, -t), (t, -t), (t, t), (-t, t)),
            "triangle": ((0, -s), (s, t), (-s, t)),
            "diamond": ((0, -1.2 * s), (1.2 * s, 0), (0, 1.2 * s), (-1.2 * s, 0)),
            "cross": ((-s, -s), (s, s), (-s, s), (s, -s)),
            "plus": ((-s, 0), (s, 0), (0, -s), (0, s)),
            "circle": (),
        }[self.shape]
        return tuple((self.x + dx, self.y + dy) for dx, dy in corners)

    @property
    def path(self) -> str:
        """As SVG writes it, but for a circle."""
        places = [f"{x:.1f} {y:.1f}" for x, y in self.outline]
        if self.shape in {"cross", "plus"}:
            return f"M{places[0]}L{places[1]}M{places[2]}L{places[3]}"
        return f"M{'L'.join(places)}Z"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; ``hatched`` with oblique lines, so that it is told apart without colors."""

    kind: ClassVar = "box"
    x: float
    y: float
    width: float
    height: float
    fill: str = PAPER
    edge: str = RULE
    thick: float = 1.0
    hatched: bool = False
    tip: str = ""

    @property
    def hatch(self) -> list[Line]:
        """The oblique lines in it."""
        step, found = 7.0, []
        for number in range(1, int((self.width + self.height) / step) + 1):
            along = number * step
            begin = (self.x + min(along, self.width), self.y + max(0.0, along - self.width))
            end = (self.x + max(0.0, along - self.height), self.y + min(along, self.height))
            found.append(Line((begin, end), "#bdbdbd"))
        return found


@dataclass(frozen=True, slots=True)
class Words:
    """A text in one line; ``turned`` by so many degrees against the clock; ``y`` is where its letters stand."""

    kind: ClassVar = "words"
    x: float
    y: float
    text: str
    size: float = 12.0
    anchor: Literal["start", "middle", "end"] = "start"
    color: str = INK
    bold: bool = False
    turned: float = 0.0
    tip: str = ""


Item = Line | Mark | Box | Words


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing, in pixels from the upper left corner; what comes later lies above.

    ``title`` and ``says`` are for whoever does not see it.
    """

    width: float
    height: float
    title: str
    says: str
    items: tuple[Item, ...]


def small_print(notes: Sequence[str], top: float, width: float) -> tuple[list[Words], float]:
    """Return notes as lines below a drawing so wide, and where what is below them begins."""
    most = max(60, int((width - 24) / (PROSE * SMALL)))
    lines = [line for note in notes for line in wrap(" ".join(note.split()), most)]
    words = [Words(12, top + LEADING * number, line, SMALL, color=SOFT) for number, line in enumerate(lines)]
    return words, top + LEADING * len(lines)


def svg_of(scene: Scene) -> str:
    """Return a drawing as SVG; it can be a file, or a part of a page."""
    return fill_in("scene.svg", scene=scene, paper=PAPER)


def figure_of(scene: Scene, ending: str) -> bytes:
    """Return the same drawing as ``pdf`` or ``png``, without tooltips; smaller where it would be too large for one.

    Raises:
        InputError: matplotlib is missing.

    """
    scale = min(1.0, MAX_INCHES * PIXELS / max(scene.width, scene.height))

    def draw(figure: "Figure") -> None:
        figure.set_layout_engine("none")
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
        axes.axis("off")
        for above, item in enumerate(scene.items, 1):
            _draw(axes, item, 72 / PIXELS * scale, above)

    return figure_bytes(ending, draw, scale * scene.width / PIXELS, scale * scene.height / PIXELS)


_MARKERS = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "cross": "x", "plus": "+"}


def _draw(axes: Any, item: Item, points: float, above: int) -> None:
    from matplotlib.patches import Rectangle

    if isinstance(item, Line):
        dash: Any = (0, [max(length, 0.1) / item.width for length in item.dash]) if item.dash else "-"
        xs, ys = zip(*item.points, strict=True)
        axes.plot(xs, ys, color=item.color, linewidth=item.width * points, linestyle=dash, zorder=above)
    elif isinstance(item, Mark):
        shape, size = _MARKERS[item.shape], 2 * item.size * points
        axes.plot([item.x], [item.y], shape, color=item.color, markersize=size, zorder=above)
    elif isinstance(item, Box):
        corner, edge = (item.x, item.y), item.thick * points
        look: Any = {"facecolor": item.fill, "edgecolor": item.edge, "linewidth": edge, "zorder": above}
        axes.add_patch(Rectangle(corner, item.width, item.height, **look))
        for line in item.hatch if item.hatched else ():
            _draw(axes, line, points, above)
    else:
        place: Any = {"start": "left", "middle": "center", "end": "right"}[item.anchor]
        turned: Any = {"rotation": item.turned, "rotation_mode": "anchor", "ha": place, "va": "baseline"}
        weight = "bold" if item.bold else "normal"
        size = item.size * points
        axes.text(item.x, item.y, item.text, size=size, color=item.color, weight=weight, zorder=above, **turned)
