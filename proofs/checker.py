"""The trusted checker: reads the trace of a game and decides what it proves.

Standard library only and no import of ours, so that it can be read in one sitting and run where nothing is
installed: ``python -m proofs.checker trace.jsonl``. It believes no stored count, norm or margin. A target is v = s·u,
given as the rational direction u and the rational s²: ‖v‖² = s²‖u‖², and v has margin δ on (x, y) iff y⟨u,x⟩ > 0 and
s²⟨u,x⟩² ≥ δ², so no root is ever taken. Three statements, each judged by itself:

* ``realizable``: the points are legal (unit norm, unless the header says ``"unit_norm": false``), the target has norm
  at most 1, and it gives every point its label with margin at least δ.
* ``run bound`` (k): realizable, and exactly k recorded predictions differ from their labels.
* ``universal bound`` (k): every deterministic learner errs at least k times. If the points are orthonormal, there are
  at least k of them and kδ² ≤ 1, then for *all* labels y the target δ·Σ yᵢxᵢ over the first k has norm² kδ² (only
  yᵢ² = 1 is used) and margin δ, so labels opposite to any predictions are legal. (Notes 3, Claim 1.4, repaired.)
"""

import json
import re
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path
from typing import Any, NamedTuple, TextIO

FORMAT = "forced-mistakes/1"
MAX_DIGITS = 1_000  # of a numerator or a denominator
MAX_LINE = 1 << 28  # characters; the target of a million-round game takes a sixteenth of it

Number = int | Fraction
Point = dict[int, Number]


class MalformedError(Exception):
    """The file is no trace of this version; the message says where and why."""


class Report(NamedTuple):
    """What a trace proves; ``reason`` says why it is not valid, if it is not."""

    valid: bool
    realizable: bool
    rounds: int
    mistakes: int
    statements: list[dict[str, Any]]
    norm_squared: Fraction | None
    margin_squared: Fraction | None
    reason: str | None


def _need(holds: object, otherwise: str) -> None:
    if not holds:
        raise MalformedError(otherwise)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _need(len(found := dict(pairs)) == len(pairs), "a key stands twice in one object")
    return found


def _no_float(text: str) -> None:
    raise MalformedError(f'the number {text[:40]} is not exact; write rationals as strings, like "3/5"')


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float).raw_decode


def _record(line: str) -> dict[str, Any]:
    try:
        found, end = _decode(line)
    except ValueError as error:  # also an integer with more digits than Python reads
        raise MalformedError(f"not JSON: {error}"[:100]) from None
    _need(type(found) is dict and not line[end:].strip(" \t\r\n"), "expected one JSON object on the line, no more")
    return found  # type: ignore[no-any-return]


def _get(record: Any, key: str, kind: type) -> Any:
    if type(record) is not dict or key not in record:
        raise MalformedError(f'"{key}" is missing')
    if type(record[key]) is not kind:  # not isinstance: true is no integer here
        raise MalformedError(f'"{key}" should be {kind.__name__}, but is {json.dumps(record[key])[:40]}')
    return record[key]


@lru_cache(maxsize=1 << 16)
def _rational(text: Any) -> Number:
    right = type(text) is str and re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text)
    _need(right, f'{json.dumps(text)[:40]} is not a rational in a string, like "3/5" or "-2"')
    _need(max(map(len, text.split("/"))) <= MAX_DIGITS, f"a rational has more than {MAX_DIGITS} digits")
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def _point(pairs: Any, dimension: int) -> Point:
    try:
        point = {index: _rational(text) for index, text in pairs}
    except (TypeError, ValueError):
        raise MalformedError('a point is a list of pairs [index, "rational"]') from None
    for index in point:
        if type(index) is not int or not 0 <= index < dimension:
            raise MalformedError(f"coordinate {json.dumps(index)[:40]} is out of range(0, {dimension})")
    _need(len(point) == len(pairs), "a coordinate stands twice in one point")
    return point


def show(value: Number | None) -> str:
    """Print a rational, however long: Python itself stops at 4,300 digits."""
    big = value is not None and max(abs(value.numerator), value.denominator) >= 10**MAX_DIGITS
    return f"a rational of more than {MAX_DIGITS} digits" if big else str(value)


class _Trace:
    """One file, read line by line: header and footer first, rounds as often as they are asked for."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.number = 0  # of the line read last

    def read_ends(self) -> None:
        _need(self.file.seekable(), "a pipe will not do: a trace is read twice")
        _need(final := self._line(), "the file is empty")
        self._read_header(_record(final))
        while line := self._line():
            final = line
        self.last = self.number
        self._read_footer(_record(final))

    def _line(self) -> str:
        self.number += bool(line := self.file.readline(MAX_LINE))
        _need(len(line) < MAX_LINE, "the line is too long")
        return line

    def _read_header(self, record: dict[str, Any]) -> None:
        for key, only in (("format", FORMAT), ("setting", "halfspaces")):
            found = json.dumps(_get(record, key, str))[:40]
            _need(record[key] == only, f'"{key}" should be "{only}", but is {found}')
        _get(record, "learner", str), _get(record, "adversary", str)
        self.dimension: int = _get(record, "dimension", int)
        self.margin_squared = Fraction(_rational(_get(record, "margin_squared", str)))
        _need(self.margin_squared > 0, '"margin_squared" should be above 0')
        self.unit_norm: bool = _get({"unit_norm": True, **record}, "unit_norm", bool)
        _need(self.dimension > 0, f'"dimension" should be at least 1, but is {str(self.dimension)[:40]}')

    def _read_footer(self, record: dict[str, Any]) -> None:
        is_footer = self.last > 1 and ("claims" in record or "x" not in record)
        _need(is_footer, "the last line is no footer: it is missing, or rounds follow it")
        _need(_get(record, "termination", str) in ("finished", "forfeit"), '"termination" is finished or forfeit')
        self.claims: list[tuple[str, int]] = []
        for claim in _get(record, "claims", list):
            statement = _get(claim, "statement", str)
            count = 0 if statement == "realizable" else _get(claim, "mistakes", int)
            known = statement in ("realizable", "run bound", "universal bound") and 0 <= count < 10**18
            _need(known, f"no such claim: {json.dumps(claim)[:80]}")
            self.claims.append((statement, count))
        self.direction: Point = {}
        self.scale_squared = Fraction(0)
        self.norm_squared: Fraction | None = None
        if record.get("target", 0) is not None:  # null: a game that was forfeited at once
            target = _get(record, "target", dict)
            self.direction = _point(_get(target, "direction", list), self.dimension)
            self.scale_squared = Fraction(_rational(_get(target, "scale_squared", str)))
            _need(self.scale_squared > 0, '"scale_squared" should be above 0')
            self.norm_squared = self.scale_squared * sum(value * value for value in self.direction.values())

    def rounds(self) -> Iterator[tuple[Point, int, int]]:
        """Yield (point, predicted, label) for every line between the first and the last."""
        self.file.seek(0)
        self.number = 0
        self._line()
        for _ in range(self.last - 2):
            record = _record(self._line())
            _need("claims" not in record, "a footer with lines after it")
            x = _point(_get(record, "x", list), self.dimension)
            said, label = _get(record, "predicted", int), _get(record, "label", int)
            wrong = f'"predicted" and "label" should be 1 or -1, but are {said} and {label}'[:90]
            _need(said in (1, -1) and label in (1, -1), wrong)
            yield x, said, label


def _orthogonal(points: Iterable[Point]) -> bool:
    """Tell whether every two of the points are orthogonal; each is scaled to integers first."""
    owners: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # coordinate: (number of a point, value)
    for number, point in enumerate(points):
        common = lcm(*(value.denominator for value in point.values()))
        products: defaultdict[int, int] = defaultdict(int)
        for index, value in point.items():
            for other, its_value in owners[index]:
                products[other] += int(value * common) * its_value
            owners[index].append((number, int(value * common)))
        if any(products.values()):
            return False
    return True


class _Tally:
    """What the rounds seen so far amount to."""

    def __init__(self, trace: _Trace) -> None:
        self.trace, self.direction = trace, trace.direction.get
        self.rounds = self.mistakes = 0
        self.smallest: Fraction | None = None  # margin²
        self.bad_point = self.bad_target = ""  # the first fault of each kind
        self.explains = True  # the target gives every point its label, if perhaps with too small a margin
        self.seen: set[int] = set()
        self.disjoint = any(statement == "universal bound" for statement, _ in trace.claims)
        # Cached, for even long games have few different products.
        self.margin_of = lru_cache(maxsize=1 << 12)(lambda product: trace.scale_squared * product * product)
        if trace.norm_squared is None or trace.norm_squared > 1:
            found = f"the target's norm² is {show(trace.norm_squared)}, above 1"
            self.bad_target = "there is no target" if trace.norm_squared is None else found

    def add(self, point: Point, predicted: int, label: int) -> None:
        self.rounds += 1
        self.mistakes += predicted != label
        if self.disjoint:  # no shared coordinate: orthogonality at a glance, for the standard basis
            self.disjoint = self.seen.isdisjoint(point)
            self.seen.update(point)
        if self.trace.unit_norm and (length := sum([value * value for value in point.values()])) != 1:
            self.bad_point = self.bad_point or f"round {self.rounds}: the point's norm² is {show(length)}, not 1"
        product = sum([value * self.direction(index, 0) for index, value in point.items()])
        margin = self.margin_of(product)
        if product * label <= 0:
            says = f"says {-label:+d}" if product else "gives no label"
            self.bad_target = self.bad_target or f"round {self.rounds}: the label is {label:+d}, the target {says}"
            self.explains = False
        if margin is not self.smallest and (self.smallest is None or margin < self.smallest):
            self.smallest = margin
            if margin < (least := self.trace.margin_squared) and not self.bad_target:
                self.bad_target = f"round {self.rounds}: the margin² is {show(margin)}, below {least}"


def _refuse(statement: str, count: int, tally: _Tally, trace: _Trace) -> str:
    """Say why the claim does not follow, or nothing."""
    if statement == "run bound" and count != tally.mistakes:
        return f"run bound: {count} mistakes are claimed, {tally.mistakes} were made"
    if statement != "universal bound":
        return tally.bad_point or tally.bad_target
    provable = min(tally.rounds, trace.margin_squared.denominator // trace.margin_squared.numerator)
    if not trace.unit_norm:
        return "universal bound: the argument needs points of unit norm"
    if tally.bad_point or count > provable:
        return tally.bad_point or f"universal bound: {count} mistakes are claimed, {provable} are proved"
    if not tally.disjoint and not _orthogonal(point for point, _, _ in trace.rounds()):
        return "universal bound: the points are not orthogonal"
    return ""


def _judge(trace: _Trace) -> Report:
    tally = _Tally(trace)
    for point, predicted, label in trace.rounds():
        tally.add(point, predicted, label)
    if not tally.rounds:
        tally.bad_point = "no round was played, so nothing is shown"
    reason = tally.bad_point or tally.bad_target
    realizable = not reason
    statements: list[dict[str, Any]] = [{"statement": "realizable"}] if realizable else []
    for statement, count in trace.claims:
        refusal = _refuse(statement, count, tally, trace)
        reason = reason or refusal
        if not refusal and statement != "realizable":
            statements.append({"statement": statement, "mistakes": count})
    numbers = trace.norm_squared, tally.smallest if tally.explains else None
    return Report(not reason, realizable, tally.rounds, tally.mistakes, statements, *numbers, reason or None)


def check(path: str | Path) -> Report:
    """Judge the trace in the file at ``path``: streamed, read more than once. Raises MalformedError."""
    trace = None
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            trace = _Trace(file)
            trace.read_ends()
            return _judge(trace)
    except (MalformedError, ValueError, RecursionError, OSError) as error:
        plain = {UnicodeDecodeError: "not UTF-8 text", RecursionError: "brackets are nested too deeply"}
        where = f"line {trace.number}: " if trace and trace.number else ""
        raise MalformedError(f"{where}{plain.get(type(error)) or getattr(error, 'strerror', error)}") from None


def main(arguments: list[str]) -> int:
    """Check one file and print the verdict; return 0 (valid), 1 (not valid) or 2 (malformed)."""
    try:
        _need(len(arguments) == 1, "usage: python -m proofs.checker TRACE")
        report = check(arguments[0])
    except MalformedError as error:
        print(*arguments, error, sep=": ", file=sys.stderr)
        return 2
    print(f"rounds {report.rounds}, mistakes {report.mistakes}, target norm² {show(report.norm_squared)}")
    for found in report.statements:
        print("proved:", *found.values())
    print("valid" if report.valid else f"not valid: {report.reason}")
    return 0 if report.valid else 1


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for terminals that know no ²
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody may be reading
    raise SystemExit(main(sys.argv[1:]))
