"""Find a kind by its name, or in an instructor's file."""

from pathlib import Path
from typing import TYPE_CHECKING

from adversary.grading.kinds.registry import named_kind
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.grading.kinds.kind import Kind


def find_kind(text: str) -> "Kind":
    """Return a kind by its name, with parameters if it has any, or from a .toml file. Raises InputError."""
    if not isinstance(text, str):
        raise InputError(f"a kind is a name such as 'perceptron', a .toml file or a Kind, not {type(text).__name__}")
    if text.endswith(".toml"):
        from adversary.grading.kinds.custom import read_kind

        return read_kind(Path(text))
    return named_kind(text)
