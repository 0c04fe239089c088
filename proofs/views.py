"""The registry of views in notebooks: a result looks up the view of its class, and its page.

Views import results, never the reverse; so the registry is filled from above, by ``adversary/__init__.py``, which runs
before any other module of that package. A program that imports only the packages below has no views, only plain text.
"""

from importlib import import_module
from typing import Any

_views: dict[str, str] = {}
_pages: dict[str, str] = {}


def register(result: str, view: str, page: str = "") -> None:
    """Register two functions, ``module:name``, under the name of the class of the results that they take.

    ``view`` makes HTML for a notebook's cell, ``page``, if there is one, a page on its own. They are
    imported only when a result is shown.
    """
    _views[result] = view
    _pages[result] = page


class Viewable:
    """A result that has a view, and perhaps a page."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the view as HTML. Raises NotImplementedError, on which a notebook shows plain text, without one."""
        return str(_found(_views, self)(self))

    def show(self) -> Any:
        """Return the page about it, an ``adversary.views.notebook.Page``: a notebook shows it in a frame.

        Elsewhere, ``result.show().write("page.html")`` keeps it for a browser.

        Raises:
            InputError: there is nothing that a page could show, or too much.
            NotImplementedError: nobody has registered a page.

        """
        return _found(_pages, self)(self)


def _found(registered: dict[str, str], result: Viewable) -> Any:
    if not (place := registered.get(type(result).__name__)):
        raise NotImplementedError
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
