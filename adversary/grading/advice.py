"""Advice in one line on common faults, recognized by the message, the printed text and the excerpt."""

import re
from collections.abc import Iterator

from adversary.grading.result import Grade
from learners.protocol import PRINTED

MUCH = 2_000
"""Characters of output from which on a slow learner is told that printing takes time."""

_CALLED = {"predict": "predict(self, x)", "update": "update(self, x, y)"}
_ARGUMENTS = re.compile(
    r"\b(predict|update)\(\) (?:takes \d+ positional argument|missing \d+ required positional argument)"
)
_UNKNOWN_NAME = re.compile(r"NameError: name '(\w+)' is not defined")
_WITHOUT_SELF = re.compile(r"\| +def (__init__|predict|update)\((?! *self\b)")
_MEMORY = re.compile(r".* of memory")
_SLOW = "gave no answer within", "the time did not suffice", PRINTED


def advice(grade: Grade, told: str) -> Iterator[str]:
    """Return advice on a fault, or on the reason why a learner could not be graded."""
    yield from _on_self(grade, told)
    if "EOFError" in told:
        yield "Remove input(): no one can type an answer. predict is given the point; update is given it and its label."
    if "array is read-only" in told or "destination is read-only" in told:
        yield "The point x cannot be changed: make a new array, as in x = y * x."
    if "Cannot cast ufunc" in told:
        floats = "begin with floats, as np.zeros and np.ones make them without dtype=int."
        yield f"Weights of whole numbers cannot take a fraction: {floats}"
    yield from _on_memory(grade, told)
    if any(slow in told for slow in _SLOW) and len(grade.output) >= MUCH:
        yield "It prints much, and printing takes time: remove the print, above all from loops."


def _on_self(grade: Grade, told: str) -> Iterator[str]:
    if found := _ARGUMENTS.search(told):
        yield f"Python passes the learner itself as the first argument: write def {_CALLED[found[1]]}."
    elif forgotten := next(filter(None, map(_WITHOUT_SELF.search, grade.excerpt)), None):
        yield f"{forgotten[1]} has no self: write self as the first parameter of each method."
    elif found := _UNKNOWN_NAME.search(told):
        name = found[1]
        own = "Write self as the first parameter of each method." if name == "self" else ""
        yield own or f"If {name} belongs to the learner, write self.{name}, also where it gets its first value."


def _on_memory(grade: Grade, told: str) -> Iterator[str]:
    """Return a sentence on the memory limit if memory ran out, or may have made a call slow."""
    limit = next((layer for layer in grade.isolation if _MEMORY.fullmatch(layer)), "")
    if not limit:
        return
    if "MemoryError" in told:
        yield f"A submission may use {limit}: keep fewer or smaller objects."
    elif "too little memory" in told:
        yield f"A submission may use {limit}, and this machine may have had less to give."
    elif "gave no answer within" in told:
        yield f"A call that does not end may be a loop without an end, or one that fills the {limit}."
