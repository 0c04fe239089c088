"""Objects by name: those that are registered here, and those that installed packages add by entry points."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def plugins(group: str) -> "dict[str, EntryPoint]":
    """Return what installed packages add to a group of entry points, by name; nothing is imported."""
    from importlib.metadata import entry_points  # a worker rarely needs it, and starts often

    return {point.name: point for point in entry_points(group=group)}


def load_named(kind: str, name: str, registry: Mapping[str, str], group: str) -> object:
    """Return the object of that name, from our registry (``module:attribute`` by name) or an installed package.

    Raises:
        InputError: nobody knows the name, or the package that adds it cannot be imported.

    """
    if name in registry:
        module, _, attribute = registry[name].partition(":")
        return getattr(import_module(module), attribute)
    added = plugins(group)
    if name not in added:
        raise unknown(kind, name, {*registry, *added})
    try:
        return added[name].load()
    except Exception as error:  # noqa: BLE001 - it is somebody else's package
        raise InputError(f"the {kind} {name!r}, {added[name].value}, cannot be imported: {error}") from None
