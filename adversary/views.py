"""How a result shows itself in a notebook: it asks here for the view of its class.

Views import results, never the reverse; so the registry is filled from above, by ``adversary/__init__.py``, which runs
before any module of the package does.
"""

from importlib import import_module

_views: dict[str, str] = {}


def register(result: str, view: str) -> None:
    """Register a function, ``module:name``, that makes HTML of a result, under the name of the result's class.

    It is imported when a result is shown, so that nobody pays for views who looks at none.
    """
    _views[result] = view


class Viewable:
    """A result that has a view."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the view as HTML. Raises NotImplementedError, on which a notebook shows plain text, without one."""
        if (view := _views.get(type(self).__name__)) is None:
            raise NotImplementedError
        module, _, name = view.partition(":")
        return str(getattr(import_module(module), name)(self))
