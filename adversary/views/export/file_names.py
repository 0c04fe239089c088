"""Names of files for submissions, whose own names come from anybody."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from proofs.exact.errors import InputError

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_MARKED = re.compile(r".*-[0-9a-f]{12}")
_OTHERS = re.compile(r"[^A-Za-z0-9_-]+")
_TAKEN = frozenset(
    {"index", "grades", "con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in range(10))}
)
"""Names that our own files have in the same folder, and those that Windows does not take."""

_SUFFIXES = (".py", ".ipynb", ".toml")


def file_names(names: Sequence[str]) -> dict[str, str]:
    """Return for each name a part of a file's name: ASCII letters, digits, ``-`` and ``_``, different in any case.

    ``alice.py`` becomes ``alice``. A name in which something had to be changed, or that would be another's, is marked
    with twelve digits of its digest, so that it depends on nothing but the names.

    Raises:
        InputError: two digests agree, which somebody has then wanted.

    """
    short = {name: next((name.removesuffix(end) for end in _SUFFIXES if name.endswith(end)), name) for name in names}
    times = Counter(text.casefold() for text in short.values())
    found = {
        name: text if _stays(text) and times[text.casefold()] == 1 else _marked(name) for name, text in short.items()
    }
    if len({text.casefold() for text in found.values()}) < len(found):
        raise InputError("two submissions have names with one digest; rename one of them")
    return found


def _stays(text: str) -> bool:
    """Tell whether a text is a file's name as it is, and could not be taken for one that was marked."""
    return bool(_PLAIN.fullmatch(text)) and not _MARKED.fullmatch(text.casefold()) and text.casefold() not in _TAKEN


def _marked(name: str) -> str:
    readable = _OTHERS.sub("_", name).strip("_-")[:40] or "submission"
    return f"{readable}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:12]}"
