"""The trusted checker for finite classes: reads a game or a dimension certificate and decides what it proves.

Standard library only and no import of ours, to be read in one sitting: ``python -m proofs.finite_checker FILE``. A
file has the whole class as a table of labels; neither its name nor a stored count is believed. The statements:

* ``realizable``: there is a round, and the target, one of the concepts, gives every point its label.
* ``run bound`` (k): realizable, and exactly k recorded predictions differ from their labels.
* ``expected mistakes`` (q): realizable, and the recorded probabilities of a wrong prediction add up to exactly q, the
  expected number of mistakes if the labels were fixed in advance.
* ``universal bound`` (k): every deterministic learner errs at least k times on some sequence that a concept explains.
  The witness is a complete mistake tree of depth at least k: from each inner node the label that the learner does not
  predict leads on, and the concept at the leaf gives all these labels. (Littlestone 1988.)
* ``upper bound`` (r): some deterministic learner errs at most r times on every such sequence: see ``_Class.rank``.

What may take long is counted before it is done, in steps and not in seconds, and refused above ``MAX_WORK``.
"""

import json
import re
import signal
import sys
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TextIO

TRACE, CERTIFICATE = "forced-mistakes/1", "forced-mistakes/littlestone/1"
STATEMENTS = ("realizable", "run bound", "expected mistakes", "universal bound", "upper bound")
COUNTS = range(10**18)
OPPOSITE = {ord("+"): "-", ord("-"): "+"}
MAX_SUM = 10**2_000  # for the denominator of a sum of probabilities: claims are shorter, endless sums take forever
MAX_WORK = 4 * 10**9  # steps, of which a computer does some 10**9 a second; a certificate of halfspaces:4 takes 10**8
MAX_LINE, MAX_DEPTH = 1 << 28, 200  # characters of a line; levels of a tree: complete, it would have 2**200 leaves


class MalformedError(Exception):
    """The file is neither a trace nor a certificate of this version; the message says where and why."""


class TooMuchError(Exception):
    """It takes too much arithmetic to say what the file proves: it may be valid or not."""


class Report(NamedTuple):
    """What a file proves; ``reason`` says why it is not valid, if it is not. In a certificate nothing is played."""

    valid: bool
    realizable: bool
    rounds: int | None
    mistakes: int | Fraction | None  # expected ones, if the learner was randomized; None if their sum is too long
    statements: list[dict[str, Any]]
    target: int | None  # a row of the table
    concepts: int
    points: int
    class_name: str
    table: tuple[str, ...]  # a concept a row, + or - for each point
    reason: str | None


def _need(holds: object, otherwise: str) -> None:
    if not holds:
        raise MalformedError(otherwise)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _need(len(found := dict(pairs)) == len(pairs), "a key appears twice in one object")
    return found


def _no_float(text: str) -> None:
    raise MalformedError(f'the number {text[:40]} is not exact; write rationals as strings, like "3/5"')


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float).raw_decode


def _record(line: str) -> dict[str, Any]:
    text = line.strip(" \t\r\n")
    try:
        found, end = _decode(text)
    except ValueError as error:  # also an integer with more digits than Python reads
        raise MalformedError(f"not JSON: {error}"[:100]) from None
    _need(type(found) is dict and end == len(text), "expected one JSON object on the line, no more")
    return found  # type: ignore[no-any-return]


def _get(record: Any, key: str, kind: type, among: range | tuple[Any, ...] = ()) -> Any:
    _need(type(record) is dict and key in record, f'"{key}" is missing')
    if type(record[key]) is kind and (not among or record[key] in among):  # not isinstance: true is not an integer here
        return record[key]
    right = f"in {among}" if type(among) is range else " or ".join(map(json.dumps, among)) or kind.__name__
    raise MalformedError(f'"{key}" should be {right}, but is {json.dumps(record[key])[:40]}')


@lru_cache(maxsize=1 << 12)
def _rational(text: str) -> Fraction:
    right = re.fullmatch(r"-?[0-9]{1,1000}(/[1-9][0-9]{0,999})?", text)
    _need(right, f'{json.dumps(text)[:40]} is not a rational in a string, like "3/5", of at most 1,000 digits')
    return Fraction(text)


class _Class:
    """The class as its table says. A set of concepts is an integer whose bit i stands for concept i."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.name: str = _get(record, "class", str)
        self.points = range(_get(record, "points", int, range(1, MAX_LINE)))
        self.table = tuple(_get(record, "concepts", list))
        self.concepts = range(len(self.table))
        _need(self.table, '"concepts" is empty')
        first: dict[Any, int] = {}
        for number, row in enumerate(self.table):
            right = type(row) is str and len(row) == len(self.points) and not row.strip("+-")
            _need(right, f"concept {number} should be a string, + or - for each of the points")
            _need(first.setdefault(row, number) == number, f"concept {number} is concept {first[row]} once more")
        self.everything = (1 << len(self.table)) - 1
        columns, digit = zip(*reversed(self.table), strict=True), {ord("+"): "1", ord("-"): "0"}
        positive = [int("".join(column).translate(digit), 2) for column in columns]
        self.having = {1: positive, -1: [self.everything ^ concepts for concepts in positive]}  # by label, by point
        self.work, self.words = 0, 1 + len(self.table) // 32  # of 32 bits: a set of concepts
        self.space = lru_cache(maxsize=1 << 12)(self._space)  # nodes may be many, and their spaces few
        self.leads = lru_cache(maxsize=1 << 12)(self._leads)

    def count(self, steps: int) -> None:
        """Count steps. Raises TooMuchError."""
        self.work += steps
        if self.work > MAX_WORK:
            raise TooMuchError(f"too much arithmetic: it takes more than {MAX_WORK:,} steps")

    def depth(self, tree: Any) -> tuple[int, str]:
        """Return the least depth of a leaf, and which leaf is wrong, if one is."""
        shallowest, leaves, fault = MAX_DEPTH, 0, ""
        waiting = [(tree, self.everything, 0)]  # subtrees, the concepts that have all labels above, and the depth
        while waiting:
            node, concepts, depth = waiting.pop()
            self.count(200 + 2 * self.words)
            if type(node) is list:
                right = len(node) == len("x-+") and type(node[0]) is int and node[0] in self.points
                _need(right, "an inner node of the tree should be [point, tree, tree], and is not")
                _need(depth < MAX_DEPTH, f"the tree is deeper than {MAX_DEPTH}")
                waiting.append((node[2], concepts & self.having[1][node[0]], depth + 1))
                waiting.append((node[1], concepts & self.having[-1][node[0]], depth + 1))
            else:
                _need(type(node) is int and node in self.concepts, "a leaf of the tree is not the number of a concept")
                leaves, shallowest = leaves + 1, min(shallowest, depth)
                if not concepts >> node & 1:
                    fault = fault or f"leaf {leaves} of the tree, concept {node}, has other labels than its branches"
        return shallowest, fault

    def rank(self, record: dict[str, Any]) -> tuple[int, str]:
        """Return the rank of node 0, and which node is wrong, if one is.

        At a node of rank k, in the space V of the concepts that have its given labels, the learner errs at most k times
        more. For at every point it predicts the label -y, and if it errs, the concepts V_y in V of label y are left.
        Either there are fewer than 2**k of them, so that Halving errs at most k-1 times on them, or a move leads to a
        node of lower rank whose space they lie in, perhaps under other names, which a map gives: see ``_leads``. Only
        mistakes change the node. At node 0 nothing is given.
        """
        _need(nodes := _get(record, "ranks", list), '"ranks" is empty')
        ranks: list[int] = [_get(node, "rank", int, COUNTS) for node in nodes]
        form = "[point, label]"
        given = [frozenset([self._numbers(entry, form) for entry in _get(node, "given", list)]) for node in nodes]
        moves = [self._moves(node, number, range(len(nodes))) for number, node in enumerate(nodes)]
        faults = (self._stuck(number, ranks, given, moves[number]) for number in range(len(nodes)))
        return ranks[0], "node 0 has given labels" if given[0] else next(filter(None, faults), "")

    def _numbers(self, entry: Any, form: str, nodes: range | None = None) -> tuple[int, ...]:
        right = type(entry) is list and len(entry) == form.count(",") + 1 and {*map(type, entry)} == {int}
        right = right and entry[0] in self.points and entry[1] in (1, -1) and (not nodes or entry[2] in nodes)
        _need(right, f"the ranks have something else where {form} should be")
        return tuple(entry)

    def _moves(self, node: Any, number: int, nodes: range) -> dict[int, Any]:
        """Return where each point leads: a label, a node, and a list of the map that goes with it, if there is one."""
        moves: dict[int, tuple[int, int, list[Any]]] = {}
        for entry in _get(node, "moves", list):
            numbers, maps = (entry[:3], entry[3:]) if type(entry) is list else (entry, [])
            point, label, to = self._numbers(numbers, "[point, label, node]", nodes)
            _need(point not in moves, f"node {number} has two moves for one point")
            for images in maps:
                right = type(images) is list and len(images) == len(self.points) and {*map(type, images)} == {int}
                right = right and len(maps) == 1 and max(map(abs, images)) <= len(self.points)
                _need(right, "the ranks have no list of 0 or +-(1 + a point), for each point, where a map should be")
            moves[point] = label, to, maps
        return moves

    def _stuck(self, number: int, ranks: list[int], given: list[Any], moves: dict[int, Any]) -> str:
        """Say for which point the learner has no good prediction at a node, or nothing."""
        self.count(len(self.points) * (200 + 2 * self.words))
        space = self.space(given[number])
        size = space.bit_count()
        for point in self.points:
            count = (positive := space & self.having[1][point]).bit_count()
            if min(count, size - count).bit_length() <= ranks[number]:  # that is, below 2**rank, which may be huge
                continue
            if point not in moves:
                return f"node {number} needs a move for point {point}"
            label, to, maps = moves[point]
            if ranks[to] >= ranks[number]:
                return f"node {number}, point {point}: the move leads to node {to}, whose rank is not lower"
            left, there = positive if label == 1 else space ^ positive, self.space(given[to])
            if not (self.leads(left, there, *map(tuple, maps)) if maps else left & there == left):
                return f"node {number}, point {point}: some concepts left are not in the space of node {to}"
        return ""

    def _space(self, given: frozenset[tuple[int, int]]) -> int:
        self.count(len(given) * (100 + self.words))
        space = self.everything
        for point, label in given:
            space &= self.having[label][point]
        return space

    def _leads(self, left: int, there: int, images: tuple[int, ...]) -> bool:
        """Tell whether every concept left is like one there, whose label at point abs(images[x]) - 1, the opposite one
        if images[x] < 0, is that of x, and the concepts left agree on the points with image 0.

        A mistake tree of those left, renamed, is then one of those there: it has no use for points on which they agree.
        """  # noqa: D205 - one sentence
        self.count(len(images) * (200 + self.words))
        agree = (left & self.having[1][x] in (0, left) for x, image in enumerate(images) if not image)
        here = [x for x, image in enumerate(images) if image]
        places = [abs(images[x]) - 1 + len(images) * (images[x] < 0) for x in here]
        return all(agree) and self._labels(left, here) <= self._labels(there, places)

    def _labels(self, space: int, places: list[int]) -> set[str]:
        """Return how concepts label the points at these places; exchanged labels stand len(self.points) further on."""
        self.count(space.bit_count() * (1000 + 30 * len(self.points)))
        rows = (row for row, bit in zip(self.table, f"{space:b}"[::-1], strict=False) if bit == "1")
        return {"".join(map((row + row.translate(OPPOSITE)).__getitem__, places)) for row in rows}


class _File:
    """One file, read line by line: of a trace first the header and the footer, then the rounds."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.number = 0  # of the line read last
        self.target: int | None = None

    def line(self) -> str:
        self.number += bool(line := self.file.readline(MAX_LINE))
        _need(len(line) < MAX_LINE, "the line is too long")
        return line

    def judge(self) -> Report:
        _need(final := self.line(), "the file is empty")
        record = _record(final)
        is_trace = _get(record, "format", str, (TRACE, CERTIFICATE)) == TRACE
        if is_trace:
            _get(record, "setting", str, ("finite",)), _get(record, "learner", str), _get(record, "adversary", str)
        self.known = _Class(record)
        while line := self.line():
            _need(is_trace, "a dimension certificate is one line, no more")
            final = line
        if is_trace:
            self.read_footer(record := _record(final))
            claims = [{"statement": "realizable"}, *_get(record, "claims", list)]
        else:
            bounds = (("universal bound", "at_least"), ("upper bound", "at_most"))
            claims = [{"statement": s, "mistakes": _get(record, at, int, COUNTS)} for s, at in bounds if at in record]
            _need(claims, '"at_least" and "at_most" are both missing')
        self.claims = [self.read_claim(claim) for claim in claims]
        depth, tree_fault = self.known.depth(record["tree"]) if "tree" in record else (0, "there is no tree")
        rank, ranks_fault = self.known.rank(record) if "ranks" in record else (0, "there are no ranks")
        # By statement: the least and the largest number for which it holds, and what is wrong.
        facts = {"universal bound": (0, depth, tree_fault), "upper bound": (rank, COUNTS.stop, ranks_fault)}
        return self.report(facts, self.number - 2, *self.play()) if is_trace else self.report(facts, None, None, "")

    def read_footer(self, record: dict[str, Any]) -> None:
        is_footer = self.number > 1 and ("claims" in record or "x" not in record)
        _need(is_footer, "the last line is not a footer: it is missing, or rounds follow it")
        _get(record, "termination", str, ("finished", "forfeit"))
        if record.get("fault") is not None:
            _get(record, "fault", str)
        if record.get("target", 0) is not None:  # null: a game that was forfeited at once
            self.target = _get(_get(record, "target", dict), "concept", int, self.known.concepts)

    def read_claim(self, claim: Any) -> tuple[str, int | Fraction]:
        statement = _get(claim, "statement", str, STATEMENTS)
        if statement == "expected mistakes":
            return statement, _rational(_get(claim, "mistakes", str))
        return statement, 0 if statement == "realizable" else _get(claim, "mistakes", int, COUNTS)

    def play(self) -> tuple[int | Fraction | None, str]:
        """Go through the rounds; return the sum of the mistakes, or of their probabilities, and what is wrong."""
        reason = "there is no target" if self.target is None else ""
        row = self.known.table[self.target or 0]
        mistakes: int | Fraction | None = 0
        last, self.number, kind = self.number, self.file.seek(0), None
        self.line()
        while self.number < last - 1:
            record = _record(self.line())
            _need("x" in record or "claims" not in record, "a footer with lines after it")
            x, label = _get(record, "x", int, self.known.points), _get(record, "label", int, (1, -1))
            if type(record.get("predicted")) is str:
                likely = _rational(record["predicted"])
                _need(0 <= likely <= 1, '"predicted" is a probability, but not from 0 to 1')
                wrong: int | Fraction = 1 - likely if label == 1 else likely
            else:
                wrong = int(_get(record, "predicted", int, (1, -1)) != label)
            _need(kind in (None, type(wrong)), "predictions and probabilities are mixed in one game")
            kind = type(wrong)
            if mistakes is not None:
                self.known.count(mistakes.denominator.bit_length() * wrong.denominator.bit_length() // 100)
                mistakes = None if mistakes.denominator > MAX_SUM else mistakes + wrong
            if not reason and (row[x] == "+") != (label == 1):
                reason = f"round {self.number - 1}: the label is {label:+d}, the target says {-label:+d}"
        return mistakes, reason if last > 2 else "no round was played, so nothing is shown"  # noqa: PLR2004

    def report(self, facts: dict[str, Any], rounds: int | None, mistakes: Any, reason: str) -> Report:
        no_run = "" if type(mistakes) is int else "the learner was randomized"
        no_sum = "the sum is too long" if mistakes is None else "" if no_run else "the learner was not randomized"
        facts["realizable"] = 0, 0, reason
        facts["run bound"] = mistakes, mistakes, reason or no_run
        facts["expected mistakes"] = mistakes, mistakes, reason or no_sum
        statements: list[dict[str, Any]] = []
        for statement, count in dict.fromkeys(self.claims):
            least, most, fault = facts[statement]
            if not fault and not least <= count <= most:
                fault = f"{count} mistakes are claimed, {least if count < least else most} are shown"
            reason = reason or (fault and f"{statement}: {fault}")
            shown = {} if statement == "realizable" else {"mistakes": str(count) if type(count) is Fraction else count}
            if not fault:
                statements.append({"statement": statement, **shown})
        made = {"statement": "realizable"} in statements, rounds, mistakes, statements, self.target
        known = len(self.known.concepts), len(self.known.points), self.known.name, self.known.table
        return Report(not reason, *made, *known, reason or None)


def check(path: str | Path) -> Report:
    """Judge the file at ``path``: the rounds of a trace are streamed. Raises MalformedError."""
    file = None
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as text:
            return (file := _File(text)).judge()
    except MemoryError:
        raise TooMuchError("too much arithmetic: there is not enough memory") from None
    except (MalformedError, ValueError, RecursionError, OSError) as error:
        plain = {UnicodeDecodeError: "not UTF-8 text", RecursionError: "brackets are nested too deeply"}
        where = f"line {file.number}: " if file and file.number else ""
        raise MalformedError(f"{where}{plain.get(type(error)) or getattr(error, 'strerror', None) or error}") from None


def _print(file: TextIO | None, lines: list[str], code: int) -> int:
    """Print lines without what a terminal would obey; return the exit code, which is 2 if they could not be printed."""
    text = "\n".join(["".join([c if c.isprintable() else ascii(c)[1:-1] for c in line]) for line in lines])
    try:
        file.write(f"{text}\n"), file.flush()  # type: ignore[union-attr]
    except (AttributeError, OSError) as error:  # it is closed, or full
        sys.stdout = None  # or Python tries it again, and ends with a code of its own
        fault = f"cannot write to standard output: {getattr(error, 'strerror', 'it is closed')}"
        return code if code > 1 else _print(sys.stderr, [fault], 2)
    return code


def main(arguments: list[str]) -> int:
    """Check one file and print the verdict; return 0 (valid), 1 (not valid) or 2 (none: it is malformed, or unseen)."""
    try:
        _need(len(arguments) == 1, "usage: python -m proofs.finite_checker FILE")
        report = check(arguments[0])
    except (MalformedError, TooMuchError) as error:
        return _print(sys.stderr, [": ".join([*arguments, str(error)])], 2)
    played = "" if report.rounds is None else f"rounds {report.rounds}, mistakes {report.mistakes}, "
    lines = [f"{played}concepts {report.concepts}, points {report.points}"]
    lines += [" ".join(map(str, ["proved:", *found.values()])) for found in report.statements]
    lines.append("valid" if report.valid else f"not valid: {report.reason}")
    return _print(sys.stdout, lines, 0 if report.valid else 1)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody may be reading
    raise SystemExit(main(sys.argv[1:]))
