"""The trusted checker for finite classes: reads a game or a certificate and decides what it proves.

It needs only the standard library, and imports nothing of this package, so one person can read it: ``python -m
proofs.finite_checker FILE``. A file has the whole class as a table of labels, with ``*`` where a concept is undefined.
A concept is the target only of sequences on whose points it is defined. The checker believes neither the name of the
class nor a stored count. The statements:

* ``realizable``: there is a round, and the target, one of the concepts, gives the points their labels, except at most
  as many lies as the header allows. If the header announces an order, the rounds show its first points.
* ``run bound`` (k): realizable, and exactly k recorded predictions differ from their labels.
* ``expected mistakes`` (q): realizable, and the recorded probabilities of a wrong prediction add up to exactly q, the
  expected number of mistakes if the labels were fixed in advance.
* ``universal bound`` (k): every deterministic learner errs at least k times on some sequence that a concept explains.
  The witness is a complete mistake tree of depth at least k. At each inner node the adversary gives the label that the
  learner does not predict. The concept at a leaf gives the labels of its path, except the lies. (Littlestone 1988.)
* ``upper bound`` (r): some deterministic learner errs at most r times on every such sequence: see ``Game.rank``.
* ``announced order`` (k): k is the number of mistakes of the best learner that is told the order of the points.

``values_checker`` judges certificates of other values, and starts from this module. Steps of arithmetic are counted
before they are done, and refused above ``MAX_WORK``.
"""

import json
import re
import signal
import sys
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, TextIO

TRACE, CERTIFICATE = "forced-mistakes/1", "forced-mistakes/littlestone/1"
BOUNDS = {"universal bound": "at_least", "upper bound": "at_most"}
STATEMENTS = ("realizable", "run bound", "expected mistakes", *BOUNDS, "announced order")
COUNTS = range(10**18)
OPPOSITE = {ord("+"): "-", ord("-"): "+"}
MAX_SUM = 10**2_000  # for the denominator of a sum of probabilities: claims are shorter, endless sums take forever
MAX_WORK = 4 * 10**9  # steps, of which a computer does some 10**9 a second; a certificate of halfspaces:4 takes 10**8
MAX_LINE, MAX_NESTED = 1 << 28, 100  # characters of a line; brackets in each other: no tree has 2**100 leaves


class MalformedError(Exception):
    """The file is neither a trace nor a certificate of these versions; the message says where and why."""


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
    table: tuple[str, ...]  # a concept a row, + or - or * for each point
    reason: str | None
    lies: int  # of a game, or a dimension: labels that may differ from the target's
    order: tuple[int, ...] | None  # of a game: the points that were announced
    lower: int | None  # where a universal bound is claimed, or an announced order: the mistakes that are proved, if any


def need(holds: object, otherwise: str) -> None:
    """Raise MalformedError unless it holds."""
    if not holds:
        raise MalformedError(otherwise)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(record := dict(pairs)) == len(pairs), "a key appears twice in one object")
    return record


def _no_float(text: str) -> None:
    raise MalformedError(f'the number {text[:40]} is not exact; write rationals as strings, like "3/5"')


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float).raw_decode
_NO_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[^][{}"]+', re.DOTALL)  # strings, and what is between them
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def need_shallow(text: str) -> None:
    """Raise MalformedError if brackets are nested too deeply; how many each Python reads is its own affair."""
    for neighbors in ("],[", "], [", "},{", "}, {") if text.count("[") + text.count("{") > MAX_NESTED else ():
        text = text.replace(neighbors, ",")  # nothing is less deep then, and most lines are short
    if text.count("[") + text.count("{") > MAX_NESTED:
        deepest = max(accumulate(map(_STEPS.__getitem__, _NO_BRACKETS.sub("", text))), default=0)
        need(deepest <= MAX_NESTED, f"brackets are nested more than {MAX_NESTED} deep")


def read_record(line: str) -> dict[str, Any]:
    """Return the one object on a line."""
    need_shallow(text := line.strip(" \t\r\n"))
    try:
        record, end = _decode(text)
    except ValueError as error:  # also an integer with more digits than Python reads
        raise MalformedError(f"not JSON: {error}"[:100]) from None
    need(type(record) is dict and end == len(text), "expected one JSON object on the line, no more")
    return record  # type: ignore[no-any-return]


def get(record: Any, key: str, kind: type, among: range | tuple[Any, ...] | None = None) -> Any:
    """Return what a record has, of just this type, and among these if any are given."""
    need(type(record) is dict and key in record, f'"{key}" is missing')
    if type(record[key]) is kind and (among is None or record[key] in among):  # true is not an integer here
        return record[key]
    right = f"in {among}" if type(among) is range else " or ".join(map(json.dumps, among or ())) or kind.__name__
    raise MalformedError(f'"{key}" should be {right}, but is {json.dumps(record[key])[:40]}')


@lru_cache(maxsize=1 << 12)
def rational(text: str) -> Fraction:
    """Return the number that a text is."""
    right = re.fullmatch(r"-?[0-9]{1,1000}(/[1-9][0-9]{0,999})?", text)
    need(right, f'{json.dumps(text)[:40]} is not a rational in a string, like "3/5", of at most 1,000 digits')
    return Fraction(text)


class ConceptTable:
    """The class as its table says."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.name: str = get(record, "class", str)
        self.points = range(get(record, "points", int, range(1, MAX_LINE)))
        self.table = tuple(get(record, "concepts", list))
        self.concepts = range(len(self.table))
        need(self.table, '"concepts" is empty')
        first: dict[Any, int] = {}
        for number, row in enumerate(self.table):
            right = type(row) is str and len(row) == len(self.points) and not row.strip("+-*")
            need(right, f"concept {number} should be a string, + or - or * for each of the points")
            need(first.setdefault(row, number) == number, f"concept {number} is concept {first[row]} once more")
        self.partial = any("*" in row for row in self.table)
        self.work = 0
        self.game = lru_cache(maxsize=None)(lambda lies: Game(self, lies))

    def count(self, steps: int) -> None:
        """Count steps. Raises TooMuchError."""
        self.work += steps
        if self.work > MAX_WORK:
            raise TooMuchError(f"too much arithmetic: it takes more than {MAX_WORK:,} steps")

    def read_lies(self, record: dict[str, Any]) -> int:
        """Return how many labels may be unlike a concept's own."""
        lies: int = get(record, "lies", int, COUNTS) if "lies" in record else 0
        need(not (lies and self.partial), '"lies" should be 0, as some concept is undefined somewhere (*)')
        return lies

    def read_order(self, record: dict[str, Any]) -> tuple[int, ...]:
        """Return points, of which none appears twice."""
        order = tuple(get(record, "order", list))
        need(not self.partial, 'there is no "order" where some concept is undefined (*)')
        for point in order:
            right = type(point) is int and point in self.points
            need(right, f'"order" has {json.dumps(point)[:40]}, which is no point: they are in {self.points}')
        need(len({*order}) == len(order), '"order" should be a list of different points')
        return order

    def in_order(self, order: tuple[int, ...]) -> int:
        """Return the mistakes of the best learner that is told this order: see ``joined``."""
        self.count(len(self.table) * (len(order) + 1) * (300 + len(order)))
        values = {"".join(map(row.__getitem__, order)): 0 for row in self.table}  # by labels: the mistakes to come
        for count in reversed(range(len(order))):
            above: dict[str, int] = {}
            for labels, value in values.items():
                start = labels[:count]
                above[start] = joined(above[start], value) if start in above else value
            values = above
        return values[""]


def joined(*sides: int) -> int:
    """Return the mistakes to come, given those on each side of a point: the learner predicts the side with more."""
    return max(sides) + (len(sides) > 1 and min(sides) == max(sides))


class Game:
    """The class in games with so many lies. In a version space each concept has so many lies left, labels that may yet
    be unlike its own: bit i + j * len(concepts) stands for concept i with j lies left.
    """  # noqa: D205 - one sentence

    def __init__(self, table: ConceptTable, lies: int) -> None:
        self.known, self.points, self.lies, self.count = table, table.points, lies, table.count
        self.size, copies = len(table.table), 1 + lies
        self.words = 1 + self.size * copies // 32  # of 32 bits: a version space
        self.count(20_000 + 128 * (len(self.points) + 8) * self.words)  # also for the memory
        self.block = (1 << self.size) - 1  # every concept, with no lies left
        self.everything = self.block << lies * self.size
        self.lone = self._whatever_is_left(1)  # concept 0
        columns = ["".join(column) for column in zip(*reversed(table.table), strict=True)]
        bits = {1: str.maketrans("+-*", "100"), -1: str.maketrans("+-*", "010")}
        self.having = {  # by label, by point; what is undefined at a point has neither label
            label: [self._whatever_is_left(int(column.translate(digits), 2)) for column in columns]
            for label, digits in bits.items()
        }
        self.space = lru_cache(maxsize=1 << 12)(self._space)  # nodes may be many, and their spaces few
        self.leads = lru_cache(maxsize=1 << 12)(self._leads)

    def _whatever_is_left(self, concepts: int) -> int:
        copies = 1
        while copies <= self.lies:
            concepts |= concepts << self.size * (more := min(copies, 1 + self.lies - copies))
            copies += more
        return concepts

    def after(self, space: int, point: int, label: int) -> int:
        """Return what a label leaves: concepts that are unlike it have one lie less, or are out.

        So are those that are undefined there; where some are, there are no lies.
        """
        return space & self.having[label][point] | (space & self.having[-label][point]) >> self.size

    def depth(self, tree: Any) -> tuple[int, str]:
        """Return the least depth of a leaf, and which leaf is wrong, if one is."""
        shallowest, leaves, fault = MAX_NESTED, 0, ""
        waiting = [(tree, self.everything, 0)]  # subtrees, what the labels above leave, and the depth
        while waiting:
            node, space, depth = waiting.pop()
            self.count(200 + 6 * self.words)
            if type(node) is list:
                right = len(node) == len("x-+") and type(node[0]) is int and node[0] in self.points
                need(right, "an inner node of the tree should be [point, tree, tree], and is not")
                waiting.append((node[2], self.after(space, node[0], 1), depth + 1))
                waiting.append((node[1], self.after(space, node[0], -1), depth + 1))
            else:
                right = type(node) is int and node in self.known.concepts
                need(right, "a leaf of the tree is not the number of a concept")
                leaves, shallowest = leaves + 1, min(shallowest, depth)
                if not space & self.lone << node:
                    fault = fault or f"leaf {leaves} of the tree, concept {node}, has other labels than its branches"
        return shallowest, fault

    def rank(self, record: dict[str, Any]) -> tuple[int, str]:
        """Return the rank of node 0, and which node is wrong, if one is.

        At a node of rank k, in the space that its given labels leave, the learner errs at most k times more. For at
        every point it predicts the label -y, and if it errs, y leaves V_y. Either this is so little that weighted
        majority errs at most k-1 times on it (see ``few``), or a move leads to a node of lower rank in whose space it
        lies, perhaps under other names, which a map gives: see ``_leads``. Only mistakes change the node. At node 0
        nothing is given.
        """
        need(nodes := get(record, "ranks", list), '"ranks" is empty')
        ranks: list[int] = [get(node, "rank", int, COUNTS) for node in nodes]
        labels = self.read_given(nodes, "ranks")
        moves = [self._moves(node, number, range(len(nodes))) for number, node in enumerate(nodes)]
        faults = (self._stuck(number, ranks, labels, moves[number]) for number in range(len(nodes)))
        return ranks[0], "node 0 has given labels" if labels[0] else next(filter(None, faults), "")

    def read_given(self, nodes: list[Any], where: str) -> list[Any]:
        """Return the given labels of each node."""
        form = "[point, label]"
        return [tuple([self.numbers(entry, form, where) for entry in get(node, "given", list)]) for node in nodes]

    def numbers(self, entry: Any, form: str, where: str, nodes: range | None = None) -> tuple[int, ...]:
        """Return a point, a label, and perhaps a node."""
        right = type(entry) is list and len(entry) == form.count(",") + 1 and {*map(type, entry)} == {int}
        right = right and entry[0] in self.points and entry[1] in (1, -1) and (not nodes or entry[2] in nodes)
        need(right, f"the {where} have something else where {form} should be")
        return tuple(entry)

    def images(self, maps: list[Any], where: str) -> list[tuple[int, ...]]:
        """Return the map that goes with a move, if there is one."""
        for images in maps:
            right = type(images) is list and len(images) == len(self.points) and {*map(type, images)} == {int}
            right = right and len(maps) == 1 and max(map(abs, images)) <= len(self.points)
            need(right, f"the {where} have no list of 0 or +-(1 + a point), for each point, where a map should be")
        return [*map(tuple, maps)]

    def _moves(self, node: Any, number: int, nodes: range) -> dict[int, Any]:
        """Return where each point leads: a label, a node, and a list of the map that goes with it, if there is one."""
        moves: dict[int, tuple[int, int, list[Any]]] = {}
        for entry in get(node, "moves", list):
            numbers, maps = (entry[:3], entry[3:]) if type(entry) is list else (entry, [])
            point, label, to = self.numbers(numbers, "[point, label, node]", "ranks", nodes)
            need(point not in moves, f"node {number} has two moves for one point")
            moves[point] = label, to, self.images(maps, "ranks")
        return moves

    def _stuck(self, number: int, ranks: list[int], labels: list[Any], moves: dict[int, Any]) -> str:
        """Say for which point the learner has no good prediction at a node, or nothing."""
        self.count(len(self.points) * (200 + 8 * self.words))
        space = self.space(labels[number])
        for point in self.points:
            sides = {label: self.after(space, point, label) for label in (1, -1)}
            if any(self.few(side, ranks[number]) for side in sides.values()):
                continue
            if point not in moves:
                return f"node {number} needs a move for point {point}"
            label, to, maps = moves[point]
            if ranks[to] >= ranks[number]:
                return f"node {number}, point {point}: the move leads to node {to}, whose rank is not lower"
            if not self.leads(sides[label], self.space(labels[to]), *maps):
                return f"node {number}, point {point}: some concepts left are not in the space of node {to}"
        return ""

    def few(self, space: int, rank: int) -> bool:
        """Tell whether the weights of the concepts, (rank choose at most j) with j lies left, sum to below 2**rank.

        Then a weighted majority errs fewer than ``rank`` times. Without lies that is Halving, and the weights are 1.
        """
        if space.bit_count().bit_length() + self.lies * (rank + 1).bit_length() <= rank:  # which may be huge
            return True
        self.count(self.lies * (self.words + rank))
        total, ways, choose = 0, 0, 1
        for lies in range(self.lies + 1):
            ways, choose = ways + choose, choose * (rank - lies) // (lies + 1)
            total += ways * (space >> lies * self.size & self.block).bit_count()
        return total < 1 << rank

    def _space(self, labels: tuple[tuple[int, int], ...]) -> int:
        self.count(len(labels) * (100 + 3 * self.words))
        space = self.everything
        for point, label in labels:
            space = self.after(space, point, label)
        return space

    def _leads(self, space: int, goal: int, images: tuple[int, ...] | None = None) -> bool:
        """Tell whether every concept of a space is one of the goal, with as many lies left or more; or, with a map, is
        like one whose label at point abs(images[x]) - 1, the opposite one if images[x] < 0, is that of x, or undefined
        where that is, and no two concepts of the space contradict each other on the points with image 0.

        A mistake tree of the space, renamed, is then one of the goal: it has no use for points where one label leaves
        nothing.
        """  # noqa: D205 - one sentence
        if images is None:
            self.count(self.lies * self.words)
            for _ in range(self.lies):
                goal |= goal >> self.size
            return space & goal == space
        self.count(len(images) * (200 + self.words))
        plus, minus = self.having[1], self.having[-1]
        agree = (not (space & plus[x] and space & minus[x]) for x, image in enumerate(images) if not image)
        places, images_at = self.places(images)
        if not all(agree):
            return False
        most_lies = self.labels(goal, images_at)
        return all(most_lies.get(labels, -1) >= lies for labels, lies in self.labels(space, places).items())

    def places(self, images: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """Return the points that have an image, and these; exchanged labels stand len(self.points) further on."""
        named = [x for x, image in enumerate(images) if image]
        return named, [abs(images[x]) - 1 + len(images) * (images[x] < 0) for x in named]

    def labels(self, space: int, places: list[int]) -> dict[str, int]:
        """Return how concepts label the points at these places, and the most lies that one with these labels has left.

        What has no more of them is overwritten by what has.
        """
        self.count(32 * self.words + space.bit_count() * (1000 + 30 * len(self.points)))
        most_lies = {}
        for lies in range(self.lies + 1):
            bits = f"{space >> lies * self.size & self.block:b}"[::-1]
            for row, bit in zip(self.known.table, bits, strict=False):
                if bit == "1":
                    most_lies["".join(map((row + row.translate(OPPOSITE)).__getitem__, places))] = lies
        return most_lies


def bound(table: ConceptTable, lies: int, statement: str, record: dict[str, Any]) -> tuple[int, int, str]:
    """Return for which numbers, least and most, a bound holds, and what is wrong with its witness."""
    if statement == "universal bound":
        return 0, *(table.game(lies).depth(record["tree"]) if "tree" in record else (0, "there is no tree"))
    rank, fault = table.game(lies).rank(record) if "ranks" in record else (0, "there are no ranks")
    return rank, COUNTS.stop, fault


def unlike(claimed: Any, least: Any, most: Any) -> str:
    """Say that a claim is not within what is shown, if it is not."""
    if least <= claimed <= most:
        return ""
    return f"{claimed} claimed, {least if claimed < least else most} shown"


class File:
    """One file, read line by line: of a trace first the header and the footer, then the rounds."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.number = 0  # of the line read last
        self.target: int | None = None
        self.claims: dict[tuple[str, int | Fraction], None] = {}
        self.lies = 0
        self.order: tuple[int, ...] | None = None

    def line(self) -> str:
        """Return the next line."""
        self.number += bool(line := self.file.readline(MAX_LINE))
        need(len(line) < MAX_LINE, "the line is too long")
        return line

    def judge(self) -> Report:
        """Read the file, and report what it proves."""
        need(final := self.line(), "the file is empty")
        record = read_record(final)
        is_trace = get(record, "format", str, (TRACE, CERTIFICATE)) == TRACE
        if is_trace:
            get(record, "setting", str, ("finite",)), get(record, "learner", str), get(record, "adversary", str)
        self.known = ConceptTable(record)
        self.lies = self.known.read_lies(record)
        if is_trace and "order" in record:
            self.order = self.known.read_order(record)
            need(not self.lies, 'a game has "order" or "lies", not both')
        while line := self.line():
            need(is_trace, "a dimension certificate is one line, no more")
            final = line
        if is_trace:
            self.read_footer(record := read_record(final))
            claims = [{"statement": "realizable"}, *get(record, "claims", list)]
        else:
            bounds = [(statement, at) for statement, at in BOUNDS.items() if at in record]
            claims = [{"statement": statement, "mistakes": get(record, at, int, COUNTS)} for statement, at in bounds]
            need(claims, '"at_least" and "at_most" are both missing')
        self.claims = dict.fromkeys([self.read_claim(claim) for claim in claims])
        facts: dict[str, Any] = {statement: bound(self.known, self.lies, statement, record) for statement in BOUNDS}
        return self.report(facts, [], self.number - 2, *self.play()) if is_trace else self.report(facts, [])

    def read_footer(self, record: dict[str, Any]) -> None:
        """Read what comes after a game."""
        is_footer = self.number > 1 and ("claims" in record or "x" not in record)
        need(is_footer, "the last line is not a footer: it is missing, or rounds follow it")
        get(record, "termination", str, ("finished", "forfeit"))
        if record.get("fault") is not None:
            get(record, "fault", str)
        if record.get("target", 0) is not None:  # null: a game that was forfeited at once
            self.target = get(get(record, "target", dict), "concept", int, self.known.concepts)

    def read_claim(self, claim: Any) -> tuple[str, int | Fraction]:
        """Return a statement, and its number."""
        statement = get(claim, "statement", str, STATEMENTS)
        if statement == "expected mistakes":
            return statement, rational(get(claim, "mistakes", str))
        return statement, 0 if statement == "realizable" else get(claim, "mistakes", int, COUNTS)

    def play(self) -> tuple[int | Fraction | None, str]:
        """Go through the rounds; return the sum of the mistakes, or of their probabilities, and what is wrong."""
        reason = "there is no target" if self.target is None else ""
        row = self.known.table[self.target or 0]
        mistakes: int | Fraction | None = 0
        last, self.number, kind, outside = self.number, self.file.seek(0), None, 0
        self.line()
        while self.number < last - 1:
            record = read_record(self.line())
            need("x" in record or "claims" not in record, "a footer with lines after it")
            x, label = get(record, "x", int, self.known.points), get(record, "label", int, (1, -1))
            if type(record.get("predicted")) is str:
                likely = rational(record["predicted"])
                need(0 <= likely <= 1, '"predicted" is a probability, but not from 0 to 1')
                wrong: int | Fraction = 1 - likely if label == 1 else likely
            else:
                wrong = int(get(record, "predicted", int, (1, -1)) != label)
            need(kind in (None, type(wrong)), "predictions and probabilities are mixed in one game")
            kind = type(wrong)
            if mistakes is not None:
                self.known.count(mistakes.denominator.bit_length() * wrong.denominator.bit_length() // 100)
                mistakes = None if mistakes.denominator > MAX_SUM else mistakes + wrong
            number = self.number - 1
            if not reason and self.order is not None and self.order[number - 1 : number] != (x,):
                reason = f"round {number}: point number {x} (from 0) is not the next of the announced order"
            outside += row[x] != ("+" if label == 1 else "-")
            if not reason and row[x] == "*":
                reason = f"round {number}: the target is undefined at point number {x} (from 0)"
            if not reason and outside > self.lies:
                so_often = f", and all lies that are allowed ({self.lies}) were told" if self.lies else ""
                reason = f"round {number}: the label is {label:+d}, the target says {-label:+d}{so_often}"
        return mistakes, reason if last > 2 else "no round was played, so nothing is shown"  # noqa: PLR2004

    def report(
        self,
        facts: dict[str, Any],
        judged: list[Any],
        rounds: int | None = None,
        mistakes: Any = None,
        reason: str = "",
    ) -> Report:
        """Report on all claims: by ``facts``, the least and largest number for which they hold, or as ``judged``."""
        no_run = "" if type(mistakes) is int else "the learner was randomized"
        no_sum = "the sum is too long" if mistakes is None else "" if no_run else "the learner was not randomized"
        facts["realizable"] = 0, 0, reason
        facts["run bound"] = mistakes, mistakes, reason or no_run
        facts["expected mistakes"] = mistakes, mistakes, reason or no_sum
        facts["announced order"] = 0, 0, "no order is announced"
        if self.order is not None:
            value = self.known.in_order(self.order)
            facts |= dict.fromkeys(BOUNDS, (0, 0, "the learner was told the order of the points"))
            facts["announced order"] = value, value, ""
        lower = None
        for statement, count in self.claims:
            least, most, fault = facts[statement]
            lower = most if statement in {"universal bound", "announced order"} and not fault else lower
            number = {} if statement == "realizable" else {"mistakes": str(count) if type(count) is Fraction else count}
            judged.append(({"statement": statement, **number}, fault or unlike(count, least, most)))
        statements = [entry for entry, fault in judged if not fault]
        reason = reason or next((f"{entry['statement']}: {fault}" for entry, fault in judged if fault), "")
        game = {"statement": "realizable"} in statements, rounds, mistakes, statements, self.target
        size = len(self.known.concepts), len(self.known.points), self.known.name, self.known.table
        return Report(not reason, *game, *size, reason or None, self.lies, self.order, lower)


def check(path: str | Path, read: type[File] = File) -> Report:
    """Judge the file at ``path``: the rounds of a trace are streamed. Raises MalformedError."""
    file = None
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as text:
            return (file := read(text)).judge()
    except MemoryError:
        raise TooMuchError("too much arithmetic: there is not enough memory") from None
    except (MalformedError, ValueError, RecursionError, OSError) as error:
        plain = {UnicodeDecodeError: "not UTF-8 text", RecursionError: "the recursion limit of this Python is too low"}
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


def _with(lies: int) -> str:
    return f" with at most {lies} lie{'s' * (lies > 1)}" if lies else ""


def main(arguments: list[str], module: str = "finite_checker", read: type[File] = File) -> int:
    """Check one file and print the verdict; return 0 (valid), 1 (not valid) or 2 (none: it is malformed, or unseen)."""
    try:
        need(len(arguments) == 1, f"usage: python -m proofs.{module} FILE")
        report = check(arguments[0], read)
    except (MalformedError, TooMuchError) as error:
        return _print(sys.stderr, [": ".join([*arguments, str(error)])], 2)
    played = "" if report.rounds is None else f"rounds {report.rounds}, mistakes {report.mistakes}, "
    order = "" if report.order is None else f", announced order {','.join(map(str, report.order))}"
    lines = [f"{played}concepts {report.concepts}, points {report.points}{order}{_with(report.lies)}"]
    for statement in report.statements:
        words = [str(value) for key, value in statement.items() if key != "lies"]
        lines.append(f"proved: {' '.join(words)}{_with(statement.get('lies', report.lies))}")
    return _print(sys.stdout, [*lines, f"not valid: {report.reason}" if report.reason else "valid"], not report.valid)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody may be reading
    raise SystemExit(main(sys.argv[1:]))
