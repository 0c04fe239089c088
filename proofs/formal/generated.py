"""A Rocq file about one trace or certificate: its bytes, and the theorem that says what they prove.

The Rocq file takes from the trace or certificate only its bytes, inside string literals, and numbers that were read and
written again. So its content cannot act as code: in a literal only a quotation mark has a meaning, and each one is
written twice.
"""

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from proofs import finite_checker, margin_checker, values_checker
from proofs.exact.errors import one_line
from proofs.formal.coqc import BrokenError, Coqc, Ran
from proofs.formal.theorems import read_audit
from proofs.settings import SETTINGS
from proofs.statements import Statement

THEOREM = "this_file"
"""What the theorem of every generated file is called."""

CHUNK = 4_000
"""Bytes of one literal: Rocq takes long over longer ones."""

SECONDS = 600.0
"""How long coqc may take for a file."""

_HEAD = b"""\
(** What a file proves. Written by `adversary check --rocq`: the texts below are the file, byte for byte.

    To check it again: coqc -R FOLDER ForcedMistakes NAME.v; `python -m proofs.formal.build` shows FOLDER. *)

From ForcedMistakes Require Import Judge.

"""

_VERDICT = re.compile(r"^\s*=\s*(Malformed|NotValid|Valid)\s*:\s*outcome\s*$", re.MULTILINE)

_NUMBER = re.compile(r"\(-?[0-9]+ # [0-9]+\)|-?0x(?P<whole>[0-9a-f]+)\.?(?P<part>[0-9a-f]*)%xQ|-?[0-9]+(?:\.[0-9]+)?")


class FormalAnswer(msgspec.Struct):
    """The theorem about a file, and what Rocq and the checker in Python have made of it, in JSON.

    ``checked`` is ``None`` if Rocq did not decide, and ``reason`` says why. ``file`` is the Rocq file.
    """

    checked: bool | None
    theorem: str
    statement: str
    assumptions: tuple[str, ...] | None = None
    left_out: list[str] = []
    file: str | None = None
    seconds: float | None = None
    reason: str | None = None


def rocq_file(data: bytes, statement: str) -> bytes:
    """Return the text of the Rocq file about a file of these bytes: it states, and proves."""
    theorem = f"Theorem {THEOREM} : {statement}.\n".encode()
    ask = f"Check {THEOREM}.\nPrint Assumptions {THEOREM}.\n".encode()
    computed = f"eq_refl (Some {statement.removeprefix('proves file ')})"
    proof = f"Proof. apply certified; vm_cast_no_check ({computed}). Qed.\n"
    return file_definition(data) + theorem + proof.encode() + b"\n" + ask


def not_formalized(data: bytes) -> str | None:
    """Return why no theorem can be stated of a file, as in "it has …"; nothing where it is not JSON, either."""
    try:
        header = json.loads(data.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return None
    header = header if type(header) is dict else {}
    setting = SETTINGS.get(str(header.get("setting")))
    if setting and setting.kind not in _GAMES:
        return f"is about {setting.title}, which the judge in Rocq does not know"
    if setting and setting.has_norms and _LIKELY.search(data):
        return (
            "is about a learner that tosses coins in a game on vectors, and the judge in Rocq knows labels alone there"
        )
    if header.get("format") == margin_checker.FORMAT and not _universal(header.get("claims")):
        return f"claims no universal bound, and {why_left_out(Statement.UPPER_BOUND)}"
    entries, others = _values(header) if header.get("format") == values_checker.VALUES else ([], [])
    whys = "; ".join(dict.fromkeys(map(why_left_out, others)))
    return f"has no entry that a theorem is about: {whys}" if others and not entries else None


def left_out(data: bytes) -> list[str]:
    """Return the statements of a certificate, well-formed, that its theorem does not have."""
    header = json.loads(data.partition(b"\n")[0])
    if header["format"] == margin_checker.FORMAT:
        return [claim["statement"] for claim in header["claims"] if not _universal([claim])]
    return _values(header)[1] if header["format"] == values_checker.VALUES else []


def why_left_out(statement: str) -> str:
    """Return why the judge in Rocq leaves a statement out."""
    if statement == Statement.UPPER_BOUND:
        return "the judge in Rocq reads no upper bound of the margin game"
    return _WHY.get(statement, "no theorem here is about a table of all that can happen to Halving")


def covered(data: bytes) -> bytes:
    """Return a certificate of several statements without those that its theorem does not have, for another judge."""
    header = json.loads(data.partition(b"\n")[0])
    if header["format"] == margin_checker.FORMAT:
        header["claims"] = _universal(header.get("claims"))
        header.pop("upper", None)
    else:
        header["values"] = [entry for entry in header["values"] if entry["statement"] in _ENTRY]
    return json.dumps(header).encode()


def _universal(claims: Any) -> list[dict[str, Any]]:
    """Return the universal bounds among the claims of a file, which need not be well-formed."""
    records = [claim for claim in claims if type(claim) is dict] if type(claims) is list else []
    return [claim for claim in records if claim.get("statement") == Statement.UNIVERSAL_BOUND]


def _values(header: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return what Rocq calls the entries of a certificate of values, and the statements that no theorem is about."""
    known = [entry for entry in header["values"] if entry["statement"] in _ENTRY]
    others = [entry["statement"] for entry in header["values"] if entry["statement"] not in _ENTRY]
    return [_ENTRY[entry["statement"]].called(entry) for entry in known], others


def unread(data: bytes) -> str | None:
    """Return why the judge in Rocq does not read a file that the checkers in Python read: a key, or the lines."""
    try:
        header, *rest = [json.loads(line) for line in data.removesuffix(b"\n").split(b"\n")]
    except ValueError:
        return "the certificate is on more than one line; the judge in Rocq reads one line"
    values = header.get("values", ()) if header["format"] == values_checker.VALUES else ()
    certificate = "margin" if header["format"] == margin_checker.FORMAT else "values" if values else "certificate"
    places = [(1, header, _KEYS[header["setting"] if rest else certificate])]
    if certificate == "margin":
        places += [(1, claim, ("statement", "mistakes")) for claim in header["claims"]]
        places += _in_blocks(1, header["lower"])
    if rest:
        *rounds, footer = rest
        trees = header["setting"] == "halfspaces" and footer.get("lower") is not None
        witnesses = ("tree", "ranks") if header["setting"] == "finite" else ("lower",) if trees else ()
        if trees and header.get("unit_norm", True) and _universal(footer["claims"]):
            places += _in_blocks(len(rest) + 1, footer["lower"])
        places += [(number, record, ("x", "predicted", "label")) for number, record in enumerate(rounds, 2)]
        places.append((last := len(rounds) + 2, footer, ("target", "claims", "termination", "fault", *witnesses)))
        places += [(last, claim, ("statement", "mistakes")) for claim in footer["claims"]]
        places.append((last, footer["target"] or {}, ("concept", "direction", "scale_squared")))
    judged = [entry for entry in values if entry["statement"] in _ENTRY]
    places += [(1, entry, ("statement", "mistakes", "lies", _ENTRY[entry["statement"]].witness)) for entry in judged]
    witnesses_at = [(last, footer)] if rest else [(1, record) for record in (header, *judged)]
    places += [
        (line, node, ("given", "rank", "moves")) for line, witness in witnesses_at for node in witness.get("ranks", ())
    ]
    unknown = ((line, key) for line, record, keys in places for key in record if key not in keys)
    why = "which means nothing to the checkers in Python; the judge in Rocq reads only keys that it knows"
    return next((f"line {line} has the key {json.dumps(key)[:40]}, {why}" for line, key in unknown), None)


def _in_blocks(line: int, lower: dict[str, Any]) -> list[tuple[int, dict[str, Any], tuple[str, ...]]]:
    """Return the records of a sum of blocks and the keys that they may have. A tree after a faulty one was not read."""
    keys = ("dimension", "reflect", "margin_squared", "points", "targets")
    trees = [(line, tree, keys) for tree in lower["trees"] if type(tree) is dict]
    return [(line, lower, ("axes", "trees")), *trees]


_LIKELY = re.compile(rb'"predicted"\s*:\s*"|"expected mistakes"')
"""A prediction of a learner that tosses coins, or a claim about one."""

_CLASS = ("format", "class", "points", "concepts", "point_names", "concept_names")
_GAME = ("format", "setting", "learner", "adversary", "dimension", "unit_norm")
_KEYS = {
    "halfspaces": (*_GAME, "margin_squared"),
    "hinge": (*_GAME, "hinge", "norm_squared"),
    "finite": (*_CLASS, "lies", "setting", "learner", "adversary", "order"),
    "certificate": (*_CLASS, "lies", "at_least", "tree", "at_most", "ranks"),
    "values": (*_CLASS, "tables", "values"),
    "margin": ("format", "dimension", "margin_squared", "claims", "lower", "upper"),
}
"""What the first line of a file may have, by the kind of its setting."""

_WHY = {
    "self-directed": "no theorem here is about learners that pick the points",
    "don't know": "no theorem here is about learners that may answer “don't know”",
    "apple tasting": "no theorem here is about learners that see the label of a point only after they have said +1",
}
"""Why a value is left out; of the others, that is of Halving, ``why_left_out`` says it."""


class _Entry(NamedTuple):
    """The key of an entry's witness in a certificate of values, and what Rocq calls the entry."""

    witness: str
    called: Callable[[dict[str, Any]], str]


def _bound(entry: dict[str, Any]) -> str:
    return f"BoundWith {entry.get('lies', 0)} ({_claim(entry)})"


_ENTRY = {
    "universal bound": _Entry("tree", _bound),
    "upper bound": _Entry("ranks", _bound),
    "worst order": _Entry("order", lambda entry: f"WorstOrder {entry['mistakes']}"),
    "best order": _Entry("order", lambda entry: f"BestOrder {entry['mistakes']}"),
    "randomized dimension": _Entry(
        "table", lambda entry: f"RandomizedValue {entry.get('lies', 0)} {_rational(entry['mistakes'])}"
    ),
}
"""The statements in a certificate of values that a theorem knows."""


def statement_about(data: bytes) -> str:
    """Return what the theorem is to state of a file that is well-formed: its game or class, and all that it claims."""
    first, *rounds = data.removesuffix(b"\n").split(b"\n")
    header: dict[str, Any] = json.loads(first)
    if header["format"] == values_checker.VALUES:
        claims = _values(header)[0]
        summary = f"{_partly(header)}Values {len(header['concepts'])} {header['points']}"
    elif header["format"] == finite_checker.CERTIFICATE:
        bounds = (("UniversalBound", "at_least"), ("UpperBound", "at_most"))
        claims = [f"{name} {header[key]}" for name, key in bounds if key in header]
        kind = f"LyingDimension {lies}" if (lies := header.get("lies")) else f"{_partly(header)}Dimension"
        summary = f"{kind} {len(header['concepts'])} {header['points']}"
    elif header["format"] == margin_checker.FORMAT:
        claims = [_claim(claim) for claim in _universal(header["claims"])]
        summary = f"MarginBounds {header['dimension']} {_rational(header['margin_squared'])}"
    else:
        footer = json.loads(rounds.pop())
        claims = [_claim(claim) for claim in footer["claims"]]
        game = _GAMES[header["setting"]](header)
        if footer.get("lower") is not None and game.startswith("Halfspaces"):
            game = game.replace("Halfspaces", "HalfspacesWithTrees", 1)
        summary = f"{game} {len(rounds)}"
    return f"proves file ({summary} [{'; '.join(claims)}])"


def _halfspaces(header: dict[str, Any]) -> str:
    kind = "Halfspaces" if header.get("unit_norm", True) else "LiftedHalfspaces"
    return f"{kind} {header['dimension']} {_rational(header['margin_squared'])}"


def _hinge(header: dict[str, Any]) -> str:
    return f"WithHinge {header['dimension']} {_rational(header['hinge'])} {_rational(header['norm_squared'])}"


def _partly(header: dict[str, Any]) -> str:
    """Return how the names about a class with undefined labels begin."""
    return "Partial" if any("*" in row for row in header["concepts"]) else ""


def _finite(header: dict[str, Any]) -> str:
    kind = f"LyingGame {lies}" if (lies := header.get("lies")) else f"{_partly(header) or 'Finite'}Game"
    if "order" in header:
        kind = f"OrderedGame [{'; '.join(f'{point}%N' for point in header['order'])}]"
    return f"{kind} {len(header['concepts'])} {header['points']}"


_GAMES = {"halfspaces": _halfspaces, "hinge": _hinge, "finite": _finite}
"""What Rocq calls a game, without its rounds, by the kind of its setting."""


def check_file(data: bytes, statement: str, coqc: Coqc, built: Path) -> FormalAnswer:
    """Have Rocq check the theorem about a file, in a folder where nobody else writes.

    It is checked if coqc accepts the whole file and shows, at its end, this theorem with this statement and what it
    rests on. It is refused if Rocq computes that the judge of the file does not say ``Valid``. All else is undecided.
    """
    answer = FormalAnswer(None, THEOREM, statement)
    with tempfile.TemporaryDirectory(prefix="adversary-") as folder:
        place = Path(folder, "ThisFile.v")
        try:
            place.write_bytes(rocq_file(data, statement))
            ran = coqc.run(place, built, SECONDS)
            if not ran.code:
                return replace(answer, seconds=ran.seconds, **_accepted(ran, statement))
            place.write_bytes(file_definition(data) + b"Eval vm_compute in judge file.\n")
            verdict = coqc.run(place, built, SECONDS)
        except BrokenError as error:
            return replace(answer, reason=str(error))
        except OSError as error:
            return replace(answer, reason=f"the file for Rocq cannot be written: {error.strerror}")
    computed = _VERDICT.search(verdict.output)
    if verdict.code or computed is None:
        hint = "if the compiled theorems are damaged, `python -m proofs.formal.build` makes them anew"
        return replace(answer, reason=f"coqc does not decide it: {ran.error}; {hint}", seconds=ran.seconds)
    if computed[1] == "Valid":
        reason = f"Rocq finds the file valid, but does not accept the theorem: {ran.error}"
        return replace(answer, reason=reason, seconds=ran.seconds)
    reason = f"Rocq computes that judge file = {computed[1]}: this file does not show it"
    return replace(answer, checked=False, reason=reason, seconds=ran.seconds)


def file_definition(data: bytes) -> bytes:
    """Return the Rocq text that defines ``file`` as these bytes."""
    chunks = list(_chunks(data))
    parts = [
        b'Definition part_%d : text := "%s".\n' % (n, chunk.replace(b'"', b'""')) for n, chunk in enumerate(chunks)
    ]
    names = "; ".join(f"part_{number}" for number in range(len(chunks)))
    return _HEAD + b"".join(parts) + f"\nDefinition file : list text := [{names}].\n\n".encode()


def _chunks(data: bytes) -> Iterator[bytes]:
    """Yield the bytes in pieces that do not end within a character."""
    start = 0
    while start < len(data):
        end = start + CHUNK
        while end > start + CHUNK - 4 and end < len(data) and data[end] & 0xC0 == 0x80:  # noqa: PLR2004 - UTF-8 has 4
            end -= 1
        yield data[start:end]
        start = end


def _claim(claim: dict[str, Any]) -> str:
    match claim:
        case {"statement": Statement.REALIZABLE}:
            return "Realizable"
        case {"statement": Statement.EXPECTED_MISTAKES, "mistakes": mistakes}:
            return f"ExpectedMistakes {_rational(mistakes)}"
    names = {
        Statement.RUN_BOUND: "RunBound",
        Statement.UNIVERSAL_BOUND: "UniversalBound",
        Statement.UPPER_BOUND: "UpperBound",
        Statement.ANNOUNCED_ORDER: "AnnouncedOrder",
        Statement.SPAN_BOUND: "SpanBound",
    }
    return f"{names[claim['statement']]} {int(claim['mistakes'])}"


def _rational(text: str) -> str:
    value = Fraction(text)
    return f"({value.numerator} # {value.denominator})"


def _accepted(ran: Ran, statement: str) -> dict[str, Any]:
    """Return what follows from a file that coqc has accepted: nothing, unless it shows just what we expect."""
    try:
        (theorem,) = read_audit(ran.output)
    except ValueError:
        return {"reason": f"coqc does not show the theorem, but says: {one_line(ran.output)}"}
    if (theorem.name, _plain(theorem.statement)) != (THEOREM, _plain(statement)):
        return {"reason": f"coqc shows another theorem: {theorem.name} : {theorem.statement}"}
    if theorem.assumptions:
        return {"reason": f"it rests on {', '.join(theorem.assumptions)}", "assumptions": theorem.assumptions}
    return {"checked": True, "assumptions": ()}


def _plain(statement: str) -> str:
    """Return a statement with all numbers written in one way: Rocq shows (3 # 10) as 0.3, (3 # 16) as 0x0.3%xQ."""

    def plain(number: re.Match[str]) -> str:
        if number["whole"]:
            size = Fraction(int(number["whole"] + number["part"], 16), 16 ** len(number["part"]))
            return str(-size if number[0].startswith("-") else size)
        return str(Fraction(re.sub(r"[( )]", "", number[0]).replace("#", "/")))

    return _NUMBER.sub(plain, statement)
