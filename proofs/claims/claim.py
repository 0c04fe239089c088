"""The names that older files of claims import, so that these files stay readable."""

from typing import Any

from proofs.claims.model import Claim
from proofs.claims.model import Reading as _Reading

__all__ = ["Claim", "Reading"]


def Reading(says: str, *, instead: str = "", assumes: str = "", **more: Any) -> _Reading:  # noqa: N802 - it was a class
    """Return a reading; ``instead`` is its correction, ``assumes`` what it is conditional on."""
    return _Reading(says, **{"correction": instead, "conditional": assumes} | more)
