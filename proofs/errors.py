"""What to say when the input is unusable: one clear line."""

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Unusable input; the message is one line: what was wrong, where, and what would be right."""


def unknown(kind: str, name: str, known: Iterable[str]) -> InputError:
    """Return the error for a name nobody knows, with the nearest known one (or all of them)."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(names) or 'none'}"
    return InputError(f"unknown {kind} {name!r}; {hint}")
