"""The theorems that Rocq has checked, as audit.expected lists them."""

import re
from dataclasses import dataclass
from functools import cache

from proofs.formal.sources import FOLDER, sources

EXPECTED = FOLDER / "audit.expected"
"""What Rocq prints of Audit.v."""

_BLOCK = re.compile(r"^@?(?P<name>[\w'.]+)\n {5}: (?P<rest>.*?)(?=^@?[\w'.]+\n {5}: |\Z)", re.MULTILINE | re.DOTALL)
_CLOSED = "Closed under the global context"
_AXIOMS = "Axioms:"


@dataclass(frozen=True)
class Audited:
    """What Rocq prints of a theorem: its statement, and the names of the axioms that it rests on."""

    name: str
    statement: str
    assumptions: tuple[str, ...]


@dataclass(frozen=True)
class Theorem:
    """A theorem: ``says`` is its statement in words, and ``idea`` that of its proof, from the comment in ``file``."""

    name: str
    file: str
    statement: str
    says: str
    assumptions: tuple[str, ...]
    idea: str


@cache
def theorems() -> dict[str, Theorem]:
    """Return every theorem by its name, in the order of the sources; Rocq is not asked."""
    audited = {found.name: found for found in read_audit(EXPECTED.read_text(encoding="utf-8"))}
    return {
        declared.name: Theorem(
            declared.name, file.name, found.statement, declared.says, found.assumptions, declared.idea
        )
        for file in sources()
        for declared in file.theorems
        if (found := audited.get(declared.name))
    }


def read_audit(printed: str) -> list[Audited]:
    """Return what Rocq has printed of each theorem; what it assumes stands after it, or after others that follow it."""
    found: list[Audited] = []
    waiting: list[tuple[str, str]] = []
    for block in _BLOCK.finditer(printed):
        statement, closed, _ = block["rest"].partition(f"\n{_CLOSED}")
        axioms = ""
        if not closed:
            statement, _, axioms = block["rest"].partition(f"\n{_AXIOMS}\n")
        names = tuple(re.findall(r"^(\S+)", axioms, re.MULTILINE))
        waiting.append((block["name"], " ".join(statement.split())))
        if closed or names:
            found += [Audited(name, says, names) for name, says in waiting]
            waiting = []
    if waiting:
        raise ValueError(f"Rocq does not say what {waiting[0][0]} rests on")
    return found
