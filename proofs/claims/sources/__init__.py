"""The claims of each source, in the order in which it prints them."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.claims.model import Claim

SOURCES = ("notes3", "hsu", "lecture13", "uml", "livni", "tightness")
"""The modules with a table CLAIMS."""


def book() -> "dict[str, Claim]":
    """Return every claim of this program by its id, in order."""
    return {claim.id: claim for source in SOURCES for claim in import_module(f"{__name__}.{source}").CLAIMS}
