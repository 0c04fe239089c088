"""How results show themselves: one mixin, which looks up the view of a result's class.

Views import results, never the reverse; so ``adversary/__init__.py``, which runs before any other module there, says
in which module they are. A program that imports only the packages below has no views, only plain text.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame  # type: ignore[import-untyped]

_homes: list[str] = []


def register(home: str) -> None:
    """Name the module that has ``view_of(result)``; it is imported only when a result is shown."""
    _homes[:] = [home]


class Viewable:
    """A result: it prints itself as its command does, and a notebook shows its table and its page."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self._view("text")) if _homes else f"{type(self).__name__}({self.to_json()})"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """Return the table as HTML, and below it the page. Raises NotImplementedError without views: text is shown."""
        return str(self._view("html"))

    def show(self) -> Any:
        """Return the result's page, an ``adversary.Page``, which a notebook shows and which has a method ``save``.

        Raises:
            InputError: there is nothing that a page could show, or too much.

        """
        return self._view("page")

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draw the result's chart into the axes, by default into new ones, and return them.

        Raises:
            InputError: there is nothing to draw.

        """
        drawn: Axes = self._view("plot", axes)
        return drawn

    def save(self, path: str | Path) -> None:
        """Write the result to a file, as the command does with -o: the file's ending decides what is written.

        Raises:
            InputError: this result has no file with such an ending, or nothing can be written there.

        """
        self._view("save", path)

    def to_json(self) -> Any:
        """Return it as plain JSON values; rationals are strings."""
        raise NotImplementedError

    def to_dict(self) -> Any:
        """Return what the command prints with --json."""
        return self._view("json")

    def to_frame(self) -> "DataFrame":
        """Return its rows as a pandas DataFrame. Raises InputError if pandas is not installed."""
        frame: DataFrame = self._view("frame")
        return frame

    def _view(self, what: str, *arguments: Any) -> Any:
        if not _homes:
            raise NotImplementedError
        return getattr(import_module(_homes[0]), what)(self, *arguments)
