"""Over which numbers a theorem is, read from what Rocq prints of its type and of the definitions in it."""

import re
from functools import cache
from typing import Literal

from proofs.formal.definitions import DEFINITIONS, read_meanings
from proofs.formal.theorems import theorems

Field = Literal["real", "rational", "finite"]
"""``real``: the real numbers, or every ordered field in which each element lies between two integers. ``finite``: no
numbers but integers."""

EVERY_FIELD = "OrderedField.field"
"""The type of ordered fields. A theorem whose type names it, and no field in particular, is about each of them."""

_ONE_FIELD = {"RealField.real", "RationalField.rational"}
_REAL = re.compile(r"(?<![\w.'])(?:R|INR|IZR|ln|sqrt)(?![\w'])")
_RATIONAL = re.compile(r"(?<![\w.'])(?:Q|Qeq|inject_Z)(?![\w'])")


@cache
def field_of(name: str) -> Field:
    """Return the field of a theorem that Rocq has checked."""
    meanings = _meanings()
    reached, waiting = set[str](), [name]
    while waiting:
        if (one := waiting.pop()) not in reached and one in meanings:
            reached.add(one)
            waiting += meanings[one].rests
    if EVERY_FIELD in reached and not reached & _ONE_FIELD:
        return "real"
    texts = [theorems()[name].statement, *(meanings[one].shown for one in reached)]
    if any(_REAL.search(text) for text in texts):
        return "real"
    return "rational" if any(_RATIONAL.search(text) for text in texts) else "finite"


_meanings = cache(lambda: read_meanings(DEFINITIONS.read_text(encoding="utf-8")))
