"""The errors for unusable input, each with a message of one line."""

import difflib
import errno
from collections.abc import Collection, Iterable, Sequence

_MAX_LISTED, _MAX_ALONE = 12, 40
"""Known names that a message lists: of those that a command lists, and of others."""

_LISTS = {
    kind: f"`adversary list {names}`"
    for kind, names in (("learner", "learners"), ("adversary", "adversaries"), ("class", "classes"))
}
"""What lists all names of a kind."""


class InputError(ValueError):
    """Unusable input; the message is one line: what was wrong, where, and what would be right.

    ``pointer``, if there is one, has two lines: a text that could not be read, and a caret below the place.
    """

    def __init__(self, message: str, pointer: str = "") -> None:
        super().__init__(one_line(message))
        self.pointer = pointer


class BudgetError(InputError):
    """A budget did not suffice, so that the answer is unknown; the input may be as good as any."""


class NotLoadedError(InputError):
    """A user's code cannot be loaded, in any setting."""


class ResourceError(InputError):
    """The machine lacks a resource, such as open files, memory or disk space. This says nothing about the input."""


_LACKING = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC, errno.EDQUOT, errno.EIO)


def refusal_of(what: str, error: OSError) -> InputError:
    """Return the error for an OSError: a ``ResourceError`` if only the machine is at fault."""
    kind = ResourceError if error.errno in _LACKING else InputError
    return kind(f"{what}: {error.strerror}")


def one_line(text: str, most: int = 400) -> str:
    """Return foreign text as one printable line with a maximum length."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def counted(number: int, noun: str, plural: str = "s") -> str:
    """Return a number of things as people write it: 1 round, 2,000 rounds, 3 classes."""
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def joined_names(names: Sequence[str], most: int, rest: str = "", comma: str = ", ") -> str:
    """Return names one behind the other; of more than ``most`` the first, and how many there are, and ``rest``."""
    more = f"{comma}… ({len(names):,} in all{rest})" if len(names) > most else ""
    return comma.join(names[:most]) + more


def lies_suffix(lies: int) -> str:
    """Return the words behind a number of mistakes in a game with lies; nothing without lies."""
    return f" with at most {counted(lies, 'lie')}" if lies else ""


def lies_allowed(lies: int) -> str:
    """Return the words for a game in which labels may differ from the target's."""
    return f"at most {counted(lies, 'label')} may be {'a lie' if lies == 1 else 'lies'}"


def unknown(kind: str, name: str, known: Iterable[str]) -> InputError:
    """Return the error for an unknown name, with the nearest known name (or all of them)."""
    names = sorted({*known})
    close = difflib.get_close_matches(name, names, n=1) or [known for known in names if known.lower() == name.lower()]
    most, rest = (_MAX_LISTED, f": {_LISTS[kind]}") if kind in _LISTS else (_MAX_ALONE, "")
    listed = joined_names(names, most, rest)
    hint = f"did you mean {close[0]!r}?" if close else f"known: {listed or 'none'}"
    return InputError(f"unknown {kind} {name!r}; {hint}")


def require_known(kind: str, known: Collection[str], *names: str) -> None:
    """Raise InputError for the first of some names that is unknown."""
    for name in names:
        if name not in known:
            raise unknown(kind, name, known)
