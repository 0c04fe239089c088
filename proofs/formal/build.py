"""``python -m proofs.formal.build [--json]``: compile the theorems again, and audit them; exit 1 if that fails."""

import json
import sys
import time

from proofs.formal.audit import audit, refused
from proofs.formal.coqc import BrokenError, build, find_coqc
from proofs.formal.theorems import sources, theorems
from proofs.formats.answers import JSON_VERSION

MAX_WRONG = 5
"""Of the differences from audit.expected that are shown: one cause makes many."""


def main(arguments: list[str]) -> int:
    """Print what was built and what is wrong, as words or as JSON; return the exit code."""
    if arguments not in ([], ["--json"]):
        sys.stderr.write("usage: python -m proofs.formal.build [--json]\n")
        return 2
    report = dict.fromkeys(("built", "version", "folder", "theorems", "seconds", "reason"))
    report |= {"theorems": len(theorems()), "json_version": JSON_VERSION}
    try:
        coqc = find_coqc()
        report["version"] = coqc.version
        if wrong := refused(sources()):  # before coqc does what they say
            raise BrokenError("; ".join(wrong[:MAX_WRONG]))
        began = time.monotonic()
        built = build(coqc, again=True)
        report |= {"built": True, "folder": str(built), "seconds": round(time.monotonic() - began, 3)}
        wrong = audit(coqc, built)
        more = [f"and {len(wrong) - MAX_WRONG} more"] if len(wrong) > MAX_WRONG else []
        report["reason"] = "; ".join([*wrong[:MAX_WRONG], *more]) or None
    except BrokenError as error:
        report["reason"] = str(error)
    if arguments:
        text = json.dumps(report)
    elif report["built"]:
        audited = report["reason"] or "every statement, definition and axiom is as written down"
        text = "{theorems} theorems, built by Rocq {version} in {seconds:.1f} s in {folder}".format_map(report)
        text += f"\n{audited}"
    else:
        text = f"not built: {report['reason']}"
    sys.stdout.write(f"{text}\n")
    return 1 if report["reason"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
