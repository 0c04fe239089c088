"""Drawings of lines, marks, boxes and texts, in pixels: written as SVG without a library, by matplotlib as PDF and PNG.

The SVG has no style sheet, no script, no reference to anything, and no ``style`` attribute, so that it can stand in a
page whose content security policy allows none of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from adversary.views.figures.figure import MAX_INCHES, PIXELS, figure_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, RULE, PAPER = "#1a1a1a", "#555555", "#d0d0d0", "#ffffff"

WIDE, PROSE = 0.62, 0.56
"""Of a text's size: about what a character takes, in names and in long texts; of bold ones it is more."""

SMALL, LEADING = 11.0, 16.0
"""The size of small print, and the distance of its lines."""

HATCH, HATCH_STEP = "#bdbdbd", 7.0
"""The color of oblique lines, and their distance in pixels."""

Path = Sequence[tuple[float, float]]
"""The points of a line, in pixels."""

Shape = Literal["circle", "square", "triangle", "diamond", "cross", "plus"]
SHAPES: dict[Shape, str] = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "cross": "x", "plus": "+"}
"""What a mark can be, and what matplotlib calls it."""

STROKES: dict[Shape, tuple[Path, ...]] = {
    "square": (((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), (-0.9, -0.9)),),
    "triangle": (((0, -1), (1, 0.9), (-1, 0.9), (0, -1)),),
    "diamond": (((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0), (0, -1.2)),),
    "cross": (((-1, -1), (1, 1)), ((-1, 1), (1, -1))),
    "plus": (((-1, 0), (1, 0)), ((0, -1), (0, 1))),
}
"""The strokes of each mark of size 1 that consists of lines; a circle does not."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; ``dash`` as in SVG, empty for one that is not broken."""

    points: tuple[tuple[float, float], ...]
    color: str = INK
    width: float = 1.0
    dash: tuple[float, ...] = ()
    tip: str = ""

    def svg(self) -> Element:
        """Return it as an element of SVG."""
        drawn = Element("path", d=_path(self.points), fill="none", stroke=self.color)
        drawn.set("stroke-width", f"{self.width:g}")
        if self.dash:
            drawn.set("stroke-dasharray", " ".join(f"{length:g}" for length in self.dash))
        return drawn

    def draw(self, axes: "Axes", points: float, above: int) -> None:
        """Draw it with matplotlib, where a pixel has so many points, above what was drawn before."""
        dash: Any = (0, [max(length, 0.1) / self.width for length in self.dash]) if self.dash else "-"
        xs, ys = zip(*self.points, strict=True)
        axes.plot(xs, ys, color=self.color, linewidth=self.width * points, linestyle=dash, zorder=above)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at a point, so many pixels from its middle to its ends."""

    x: float
    y: float
    shape: Shape
    color: str
    size: float = 4.0
    tip: str = ""

    def svg(self) -> Element:
        """Return it as an element of SVG."""
        if self.shape == "circle":
            return Element("circle", cx=f"{self.x:.1f}", cy=f"{self.y:.1f}", r=f"{self.size:g}", fill=self.color)
        strokes = STROKES[self.shape]
        places = [[(self.x + self.size * dx, self.y + self.size * dy) for dx, dy in stroke] for stroke in strokes]
        look = {"stroke": self.color, "stroke-width": "1.5", "fill": self.color if len(strokes) == 1 else "none"}
        return Element("path", {"d": "".join(map(_path, places)), **look})

    def draw(self, axes: "Axes", points: float, above: int) -> None:
        """Draw it with matplotlib, where a pixel has so many points, above what was drawn before."""
        size = 2 * self.size * points
        axes.plot([self.x], [self.y], SHAPES[self.shape], color=self.color, markersize=size, zorder=above)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners; ``hatched`` with oblique lines, so that it is told apart without colors."""

    x: float
    y: float
    width: float
    height: float
    fill: str = PAPER
    edge: str = RULE
    thick: float = 1.0
    hatched: bool = False
    tip: str = ""
    radius: float = 0.0
    opacity: float = 1.0

    def svg(self) -> Element:
        """Return it as an element of SVG."""
        place = {"x": self.x, "y": self.y, "width": self.width, "height": self.height, "rx": self.radius}
        box = Element("rect", {key: f"{value:.1f}" for key, value in place.items()})
        box.attrib |= {"fill": self.fill, "stroke": self.edge, "stroke-width": f"{self.thick:g}"}
        _set_opacity(box, self.opacity)
        if not self.hatched:
            return box
        both = Element("g")
        both.append(box)
        SubElement(both, "path", d="".join(_path(ends) for ends in self._hatch()), fill="none", stroke=HATCH)
        return both

    def draw(self, axes: "Axes", points: float, above: int) -> None:
        """Draw it with matplotlib, where a pixel has so many points, above what was drawn before."""
        from matplotlib.patches import FancyBboxPatch

        corners = f"round,pad=0,rounding_size={self.radius}"
        look: Any = {"facecolor": self.fill, "edgecolor": self.edge, "linewidth": self.thick * points}
        look |= {"boxstyle": corners, "zorder": above, "alpha": self.opacity}
        axes.add_patch(FancyBboxPatch((self.x, self.y), self.width, self.height, **look))
        for ends in self._hatch() if self.hatched else ():
            Line(ends, HATCH).draw(axes, points, above)

    def _hatch(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return the ends of the oblique lines in it."""
        found = []
        for number in range(1, int((self.width + self.height) / HATCH_STEP) + 1):
            along = number * HATCH_STEP
            begin = (self.x + min(along, self.width), self.y + max(0.0, along - self.width))
            end = (self.x + max(0.0, along - self.height), self.y + min(along, self.height))
            found.append((begin, end))
        return found


@dataclass(frozen=True, slots=True)
class Words:
    """A text in one line; ``turned`` by so many degrees against the clock; ``y`` is where its letters stand.

    With a ``halo`` the text stays readable on a line.
    """

    x: float
    y: float
    text: str
    size: float = 12.0
    anchor: Literal["start", "middle", "end"] = "start"
    color: str = INK
    bold: bool = False
    turned: float = 0.0
    tip: str = ""
    halo: bool = False
    opacity: float = 1.0

    def svg(self) -> Element:
        """Return it as an element of SVG."""
        x, y = f"{self.x:.1f}", f"{self.y:.1f}"
        drawn = Element("text", {"x": x, "y": y, "font-size": f"{self.size:g}", "fill": self.color})
        drawn.text = self.text
        if self.anchor != "start":
            drawn.set("text-anchor", self.anchor)
        if self.bold:
            drawn.set("font-weight", "bold")
        if self.turned:
            drawn.set("transform", f"rotate({-self.turned:g} {x} {y})")
        if self.halo:
            drawn.attrib |= {"stroke": PAPER, "stroke-width": "4", "paint-order": "stroke"}
        _set_opacity(drawn, self.opacity)
        return drawn

    def draw(self, axes: "Axes", points: float, above: int) -> None:
        """Draw it with matplotlib, where a pixel has so many points, above what was drawn before."""
        look: Any = {
            "ha": {"start": "left", "middle": "center", "end": "right"}[self.anchor],
            "va": "baseline",
            "size": self.size * points,
            "color": self.color,
            "weight": "bold" if self.bold else "normal",
            "alpha": self.opacity,
            "zorder": above,
        }
        if self.halo:
            look["bbox"] = {"boxstyle": "round,pad=0.1", "facecolor": PAPER, "edgecolor": "none"}
        axes.text(self.x, self.y, self.text, rotation=self.turned, rotation_mode="anchor", **look)


Item = Line | Mark | Box | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, in pixels from the upper left corner; what comes later lies above.

    ``title`` and ``says`` are for readers who do not see it.
    """

    width: float
    height: float
    title: str
    says: str
    items: tuple[Item, ...]

    def svg(self) -> str:
        """Return it as SVG, which can be a file, or a part of a page."""
        width, height = f"{self.width:.0f}", f"{self.height:.0f}"
        root = Element("svg", xmlns="http://www.w3.org/2000/svg", width=width, height=height)
        root.attrib |= {"viewBox": f"0 0 {width} {height}", "role": "img", "class": "drawing"}
        root.set("font-family", "system-ui, sans-serif")
        SubElement(root, "title").text = self.title
        if self.says:
            SubElement(root, "desc").text = self.says
        SubElement(root, "path", d=f"M0 0H{width}V{height}H0Z", fill=PAPER)
        for item in self.items:
            drawn = item.svg()
            if item.tip:
                SubElement(drawn, "title").text = item.tip
            root.append(drawn)
        return tostring(root, encoding="unicode") + "\n"

    def figure(self, ending: str) -> bytes:
        """Return it as ``svg``, or without tooltips as ``pdf`` or ``png``, smaller where it would be too large for one.

        Raises:
            InputError: matplotlib is missing.

        """
        if ending == "svg":
            return self.svg().encode()
        scale = min(1.0, MAX_INCHES * PIXELS / max(self.width, self.height))

        def draw(figure: "Figure") -> None:
            figure.set_layout_engine("none")
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set(xlim=(0, self.width), ylim=(self.height, 0))
            axes.axis("off")
            for above, item in enumerate(self.items, 1):
                item.draw(axes, 72 / PIXELS * scale, above)

        return figure_bytes(ending, draw, scale * self.width / PIXELS, scale * self.height / PIXELS)


def small_print(notes: Sequence[str], top: float, width: float) -> tuple[list[Words], float]:
    """Return notes as lines below a drawing so wide, and where what is below them begins."""
    most = max(60, int((width - 24) / (PROSE * SMALL)))
    lines = [line for note in notes for line in wrap(" ".join(note.split()), most)]
    words = [Words(12, top + LEADING * number, line, SMALL, color=SOFT) for number, line in enumerate(lines)]
    return words, top + LEADING * len(lines)


def _path(points: Path) -> str:
    """Return a line through points as SVG writes it."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _set_opacity(drawn: Element, opacity: float) -> None:
    if opacity != 1:
        drawn.set("opacity", f"{opacity:g}")
