"""What a command answers that has no class of its own, and how the results of a class show themselves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.formats.answers import plain_json
from proofs.views import Viewable

if TYPE_CHECKING:
    from adversary.views.cells import Renderable, Table
    from adversary.views.game.view import GameView


class View(NamedTuple):
    """How the results of a class show themselves.

    Attributes:
        table: the table that the command prints.
        game: the view of the game of which there is a page and a chart; it raises InputError if there is none.
        framed: whether a notebook's cell shows the page unasked; a text says why not.
        data: the rows for pandas, and for a .csv file.
        files: what writes other files, by their endings.
        json: what ``--json`` prints.

    """

    table: Callable[..., "Renderable"]
    game: "Callable[[Any], GameView] | None" = None
    framed: Callable[[Any], bool | str] = lambda _: True
    data: "Callable[[Any], Table] | None" = None
    files: Mapping[str, Callable[[Any, Path], None]] = {}
    json: Callable[[Any], Any] = lambda result: result.to_json()


@dataclass(repr=False)
class Answer(Viewable):
    """What a command answers: its values by the keys of its JSON, which are also attributes; or a list of answers.

    ``ok`` is whether the command exits with 0, and ``notes`` are the notes that it prints.
    """

    values: Any
    view: View
    ok: bool = True
    notes: Sequence[str] = ()

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values")
        if not isinstance(values, dict) or name not in values:
            raise AttributeError(f"the answer has no {name}")
        return values[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(self.values if isinstance(self.values, dict) else ())]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __getitem__(self, key: Any) -> Any:
        return self.values[key]

    def to_json(self) -> Any:
        """Return the values as plain JSON values; rationals are strings."""
        return plain_json(self.values)
