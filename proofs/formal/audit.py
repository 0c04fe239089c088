"""The audit: Rocq prints the statement, the axioms and the definitions of every theorem, and files record the text.

``python -m proofs.formal.build`` compares the two, and names the differences. ``python -m proofs.formal.audit`` writes
Audit.v, audit.expected and definitions.expected again. A person should read them before they are committed.
"""

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from proofs.formal.coqc import BrokenError, Coqc, build, find_coqc
from proofs.formal.definitions import DEFINITIONS, differing_meanings, meanings, printed, read_meanings
from proofs.formal.theorems import EXPECTED, FOLDER, RocqFile, read_audit, sources

AUDIT = FOLDER / "Audit.v"
"""What asks Rocq for all of it."""

COMPARED_ON = "8.16."
"""Other versions print statements in other ways: there, names and axioms are compared."""

REAL_AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
"""What the real numbers of the standard library rest on; theorems about them may, and no others."""

REFUSES = f"refuses {AUDIT.name}"

_HEAD = """\
(** Every theorem: its statement as Rocq shows it, and what it assumes.

    Written by `python -m proofs.formal.audit`. What Rocq prints of this file is audit.expected. Each part imports
    what its file imports, so that statements are shown as they are written there. All theorems that are not about real
    numbers are asked together what they assume, as each answer takes a third of a second. *)

Set Printing Width 110.
"""


def audit_text(files: Sequence[RocqFile]) -> str:
    """Return Audit.v for these files: it asks for every theorem of each of them."""
    asked = [file for file in files if file.theorems]
    together = [file for file in asked if not file.uses_reals]
    names = [f"@{file.module}.{theorem.name}" for file in together for theorem in file.theorems]
    pairs = _lines(f"Definition together := ({', '.join(names)}).") if names else ""
    parts = [_HEAD, *(_part(file, alone=False) for file in together)]
    parts += [f"{pairs}\nPrint Assumptions together.\n"] if names else []
    return "\n".join([*parts, *(_part(file, alone=True) for file in asked if file.uses_reals)])


def _part(file: RocqFile, *, alone: bool) -> str:
    """Return what asks for the theorems of one file, and, if each stands alone, for its axioms."""
    asked = [
        f"Check @{theorem.name}." + (f" Print Assumptions {theorem.name}." if alone else "")
        for theorem in file.theorems
    ]
    name = f"Audit_{file.module}"
    return _lines(" ".join([f"Module {name}.", *file.context, *asked, f"End {name}."])) + "\n"


def _lines(text: str) -> str:
    """Return a text on lines as long as those of the sources."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def refused(files: tuple[RocqFile, ...]) -> list[str]:
    """Return what the sources say and may not say, a line each, and theorems that cannot be told apart."""
    refusals = [f"{file.name} says {word}" for file in files for word in file.forbidden]
    modules = [file.module for file in files]
    refusals += [f"two files are named {name}.v" for name in sorted(set(modules)) if modules.count(name) > 1]
    names = [theorem.name for file in files for theorem in file.theorems]
    refusals += [f"two theorems are named {name}" for name in sorted(set(names)) if names.count(name) > 1]
    silent = [theorem.name for file in files for theorem in file.theorems if not theorem.says]
    return refusals + [f"{name} has no comment above it that says it in words" for name in silent]


def differences(output: str, expected: str, files: tuple[RocqFile, ...], *, exact: bool) -> list[str]:
    """Return how what Rocq prints differs from what is expected, a line each."""
    now, then = ({theorem.name: theorem for theorem in read_audit(text)} for text in (output, expected))
    asked = [theorem.name for file in files for theorem in file.theorems]
    lines = [f"{name} is in audit.expected, and is not a theorem of the sources" for name in then if name not in asked]
    for name in asked:
        if name not in now:
            lines.append(f"Rocq does not show {name}")
        elif name not in then:
            lines.append(f"{name} is not in audit.expected")
        else:
            if exact and now[name].statement != then[name].statement:
                lines.append(f"{name} does not state what audit.expected says, but {now[name].statement}")
            if (rests := {*now[name].assumptions}) != {*then[name].assumptions}:
                lines.append(f"{name} does not rest on what audit.expected says, but on {sorted(rests)}")
            if strange := rests - REAL_AXIOMS:
                lines.append(f"{name} rests on {sorted(strange)}")
    if exact and not lines and output != expected:
        lines.append("audit.expected differs from what Rocq prints in blanks, or in the types of axioms")
    return lines


def audit(coqc: Coqc, built: Path, folder: Path = FOLDER) -> list[str]:
    """Return all that is wrong with the theorems, a line each. Raises BrokenError."""
    files = sources(folder)
    output = printed(coqc, built, audit_text(files), REFUSES)
    lines = refused(files)
    if (folder / AUDIT.name).read_text(encoding="utf-8") != audit_text(files):
        lines.append("Audit.v is not that of these sources: python -m proofs.formal.audit")
    exact = coqc.version.startswith(COMPARED_ON)
    lines += differences(output, (folder / EXPECTED.name).read_text(encoding="utf-8"), files, exact=exact)
    expected = read_meanings((folder / DEFINITIONS.name).read_text(encoding="utf-8"))
    return lines + differing_meanings(meanings(coqc, built, files), expected, exact=exact)


def write() -> None:
    """Write all three files about the sources as they are. Raises BrokenError."""
    files, coqc = sources(), find_coqc()
    if wrong := refused(files):  # before coqc does what they say
        raise BrokenError("; ".join(wrong))
    built = build(coqc)
    output = printed(coqc, built, audit_text(files), REFUSES)
    definitions = "".join(map(str, meanings(coqc, built, files).values()))
    EXPECTED.write_text(output, encoding="utf-8")
    DEFINITIONS.write_text(definitions, encoding="utf-8")
    AUDIT.write_text(audit_text(files), encoding="utf-8")
    sys.stdout.writelines(f"{line}\n" for line in differences(output, output, files, exact=True))


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stderr.write("usage: python -m proofs.formal.audit (it takes no arguments)\n")
        sys.exit(2)
    try:
        write()
    except BrokenError as error:
        sys.exit(str(error))
