"""Find a kind by its name, or in an instructor's file."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from adversary.grading.kinds.registry import named_kind
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.grading.kinds.kind import Kind


def find_kind(text: str, adapter: str = "") -> "Kind":
    """Return a kind by its name, with parameters if it has any, or from a .toml file; with an adapter, if one is given.

    Raises:
        InputError: there is no such kind.

    """
    if adapter:
        kind = find_kind(text)
        return replace(kind, reading=msgspec.structs.replace(kind.reading, adapter=adapter))
    if not isinstance(text, str):
        raise InputError(f"a kind is a name such as 'perceptron', a .toml file or a Kind, not {type(text).__name__}")
    if text.endswith(".toml"):
        from adversary.grading.kinds.custom import read_kind

        return read_kind(Path(text))
    return named_kind(text)
