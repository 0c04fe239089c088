"""The trusted checker: reads the trace of a game and decides what it proves.

It needs only the standard library and nothing of this package, so it runs where nothing is installed: ``python -m
proofs.checker trace.jsonl``. It believes no stored count, norm or margin. A target is v = s·u, given as the rational
direction u and the rational s²: ‖v‖² = s²‖u‖², and v has margin δ on (x, y) iff y⟨u,x⟩ > 0 and s²⟨u,x⟩² ≥ δ². So no
root is taken, except of the square of a rational. It judges each of five statements by itself:

* ``realizable``: the points are legal (unit norm, unless the header says ``"unit_norm": false``), the target has norm
  at most 1, and it gives every point its label with margin at least δ.
* ``run bound`` (k): realizable, and exactly k recorded predictions differ from their labels.
* ``expected mistakes`` (q): realizable, and the recorded probabilities of a wrong prediction add up to exactly q, the
  expectation if the learner flips coins and these labels do not depend on them.
* ``universal bound`` (k): every deterministic learner errs at least k times. If the points are orthonormal, there are
  at least k of them and kδ² ≤ 1, then for *all* labels y the target δ·Σ yᵢxᵢ over the first k has norm² kδ² (only yᵢ² =
  1 is used) and margin δ. So labels opposite to any predictions are legal. (Notes 3, Claim 1.4, repaired.) If the
  dimension is too small for that, the footer has mistake trees as witnesses: see ``forced``.
* ``span bound`` (k): every learner that predicts sign⟨w,x⟩ with w in the span of past points, and one fixed answer
  where that is 0, errs at least k times on these labels. If the points are pairwise orthogonal, and none is 0, then
  each is orthogonal to w. Such a learner always gives the same answer, and at least k labels are +1 and k are -1.

With ``"setting": "hinge"`` the header has a budget H and a norm² N² in place of the margin, and s is rational:

* ``realizable``: the points have norm 1, ‖v‖² ≤ N², and the hinge losses max(0, 1 − y⟨v,x⟩) sum to at most H.
* ``universal bound`` (k): the points are orthonormal, there are at least k of them, and k ≤ H or (k − H)² ≤ N²k. For
  all labels, c·Σ yᵢxᵢ over the first k, with c = max(0, 1 − H/k), has norm² c²k ≤ N² and hinge losses (1 − c)k ≤ H.

Arithmetic is in integers over common denominators. Its steps are counted before they are done, and refused above
``MAX_WORK``.
"""

import json
import re
import signal
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from itertools import accumulate, pairwise
from math import isqrt, lcm
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple, TextIO

FORMAT = "forced-mistakes/1"
STATEMENTS = "realizable", "run bound", "expected mistakes", "universal bound", "span bound"
MAX_DIGITS = 1_000  # of a numerator or a denominator
MAX_LINE = 1 << 28  # characters; the target of a million-round game takes a sixteenth of it
PIECE = 1 << 16  # characters that are read at a time, and then to the end of the line
MAX_WORK = 4 * 10**9  # steps, of which a computer does some 10**9 a second; a game of a million rounds takes none
MAX_SUM = 10**2_000  # for the denominator of a sum of probabilities: claims are shorter, endless sums take forever
MAX_NESTED = 100  # brackets in each other; a trace needs nine
WORD, PACKED = 32, 2048  # bits: no arithmetic is counted on numbers that fit into a word; see _orthogonal


class MalformedError(Exception):
    """The file is not a trace of this version; the message says where and why."""


class TooMuchError(Exception):
    """It takes too much arithmetic to say what the file proves: it may be valid or not."""


_Short = tuple[str, str, str]
"""What ``_SHORT`` finds in a line: the coordinate's number, its value, and the rest of the line."""

Point = tuple[int, dict[int, int], int]
"""A vector in integers, (common, values, bits): coordinate i is values[i]/common, and none has more than ``bits``."""


class Report(NamedTuple):
    """What a trace proves; ``reason`` says why it is not valid, if it is not."""

    valid: bool
    realizable: bool
    rounds: int
    mistakes: int | Fraction | None  # expected ones, if the learner was randomized; None if their sum is too long
    statements: list[dict[str, Any]]
    norm_squared: Fraction | None
    margin_squared: Fraction | None
    reason: str | None
    hinge: Fraction | None = None  # the sum of the target's hinge losses, where the setting is about them
    budget: tuple[Fraction, Fraction] | None = None  # and then H and N²: what the losses and the target's norm² may be
    lower: int | None = None  # where a universal bound is claimed: the mistakes that are proved, if any


def need(holds: object, otherwise: str) -> None:
    """Raise MalformedError unless it holds."""
    if not holds:
        raise MalformedError(otherwise)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(record := dict(pairs)) != len(pairs):
        raise MalformedError("a key appears twice in one object")
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
    if type(record) is not dict or end != len(text):
        raise MalformedError("expected one JSON object on the line, no more")
    return record


_SHORT = re.compile(r'^{"x":\[\[(0|[1-9][0-9]{0,17}),"(-?[0-9]{1,9})"]],"predicted":(-?1,"label":-?1}\n)', re.MULTILINE)
"""A round in the usual spelling whose point has one coordinate, an integer."""

_ENDS = {f'{guess},"label":{label}}}\n': (guess, label) for guess in (1, -1) for label in (1, -1)}


def _usual(line: str) -> tuple[Any, int, int] | None:
    """Return the x, "predicted" and "label" of a round in the usual spelling, or nothing: ``read_record`` will read it.

    If the text from behind ``{"x":`` to ``,"predicted":`` is one JSON list, the line cannot be read in another way.
    """
    start, _, end = line.partition(',"predicted":')
    try:
        predicted, label = _ENDS[end]
        need_shallow(start)
        x, stop = _decode(start, 5)
    except (KeyError, ValueError, RecursionError, MalformedError):
        return None
    return (x, predicted, label) if stop == len(start) and start.startswith('{"x":[') else None


def get(record: Any, key: str, kind: type) -> Any:
    """Return what a record has, of just this type."""
    if type(record) is not dict or key not in record:
        raise MalformedError(f'"{key}" is missing')
    if type(value := record[key]) is not kind:  # not isinstance: true is not an integer here
        raise MalformedError(f'"{key}" should be {kind.__name__}, but is {json.dumps(value)[:40]}')
    return value


def rational(text: Any) -> Fraction:
    """Return the number that a text is."""
    return Fraction(*_parts(text)[:2])


@lru_cache(maxsize=1 << 16)
def _parts(text: Any) -> tuple[int, int, int]:
    """Return a rational's numerator, its denominator, and the bits of the longer one of the two."""
    right = type(text) is str and re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text)
    need(right, f'{json.dumps(text)[:40]} is not a rational in a string, like "3/5" or "-2"')
    need(max(map(len, text.lstrip("-").split("/"))) <= MAX_DIGITS, f"a rational has more than {MAX_DIGITS} digits")
    up, down = Fraction(text).as_integer_ratio()
    return up, down, max(up.bit_length(), down.bit_length())


def show(value: int | Fraction | None) -> str:
    """Print a rational, however long: Python itself stops at 4,300 digits."""
    big = value is not None and max(abs(value.numerator), value.denominator) >= 10**MAX_DIGITS
    return f"a rational of more than {MAX_DIGITS} digits" if big else str(value)


class _Trace:
    """One file, read line by line: header and footer first, rounds as often as they are asked for."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.number = 0  # of the line read last
        self.work = 0

    def read_ends(self) -> None:
        need(self.file.seekable(), "a pipe will not do: a trace is read twice")
        final = ""
        for piece in self._pieces():
            if not final:
                self.number = 1
                self._read_header(read_record(piece.partition("\n")[0]))
                self.number = 0
            final = piece[piece.rfind("\n", 0, -1) + 1 :]
            self.number += piece.count("\n") + (not final.endswith("\n"))
        need(final, "the file is empty")
        self.last = self.number
        self._read_footer(read_record(final))

    def _pieces(self) -> Iterator[str]:
        """Yield the file in pieces of whole lines; who reads them counts the lines."""
        self.file.seek(0)
        self.number = 0
        while piece := self.file.read(PIECE):
            if len(rest := self.file.readline(MAX_LINE)) >= MAX_LINE:
                self.number += piece.count("\n") + 1
                raise MalformedError("the line is too long")
            yield piece + rest

    def _read_header(self, record: dict[str, Any]) -> None:
        for key, legal in (("format", (FORMAT,)), ("setting", ("halfspaces", "hinge"))):
            text, right = json.dumps(get(record, key, str))[:40], " or ".join(map(json.dumps, legal))
            need(record[key] in legal, f'"{key}" should be {right}, but is {text}')
        get(record, "learner", str), get(record, "adversary", str)
        self.dimension: int = get(record, "dimension", int)
        self.unit_norm: bool = get({"unit_norm": True, **record}, "unit_norm", bool)
        self.most_norm, self.margin_squared = Fraction(1), Fraction(0)  # the target's norm², and δ²
        self.hinge: Fraction | None = None
        if record["setting"] == "hinge":
            self.hinge, self.most_norm = [rational(get(record, key, str)) for key in ("hinge", "norm_squared")]
            need(min(self.hinge, self.most_norm) >= 0, '"hinge" and "norm_squared" should be 0 or more')
            need(self.unit_norm, 'with a hinge budget, "unit_norm" can only be true')
        else:
            self.margin_squared = rational(get(record, "margin_squared", str))
            need(self.margin_squared > 0, '"margin_squared" should be above 0')
        need(self.dimension > 0, f'"dimension" should be at least 1, but is {str(self.dimension)[:40]}')

    def _read_footer(self, record: dict[str, Any]) -> None:
        is_footer = self.last > 1 and ("claims" in record or "x" not in record)
        need(is_footer, "the last line is not a footer: it is missing, or rounds follow it")
        need(get(record, "termination", str) in ("finished", "forfeit"), '"termination" is finished or forfeit')
        if record.get("fault") is not None:
            get(record, "fault", str)
        has_witness = record.get("lower") is not None and self.hinge is None
        self.witness = get(record, "lower", dict) if has_witness else None
        self.claims: list[tuple[str, int | Fraction]] = []
        for claim in get(record, "claims", list):
            statement, count = get(claim, "statement", str), Fraction(0)
            if statement == "expected mistakes":
                count = rational(get(claim, "mistakes", str))
            elif statement != "realizable":
                count = get(claim, "mistakes", int)
            need(statement in STATEMENTS and 0 <= count < 10**18, f"no such claim: {json.dumps(claim)[:80]}")
            self.claims.append((statement, count))
        self.direction: Point = (1, {}, 1)
        self.scale_squared = self.scale = Fraction(0)  # the scale, a rational, where there is a hinge budget
        self.norm_squared: Fraction | None = None
        if record.get("target", 0) is not None:  # null: a game that was forfeited at once
            target = get(record, "target", dict)
            self.direction = self._point(get(target, "direction", list))
            self.scale_squared = rational(get(target, "scale_squared", str))
            need(self.scale_squared > 0, '"scale_squared" should be above 0')
            if self.hinge is not None:
                self.scale = Fraction(isqrt(self.scale_squared.numerator), isqrt(self.scale_squared.denominator))
                need(self.scale**2 == self.scale_squared, '"scale_squared" should be the square of a rational here')
            length = self.product(self.direction, self.direction)
            self.norm_squared = self.scale_squared * self.quotient(length, self.direction[0] ** 2)

    def _point(self, pairs: Any) -> Point:
        values: dict[int, int] = {}
        dimension, denominators, bits, wrong = self.dimension, set(), 1, []
        try:
            for index, text in pairs:
                up, down, longer = _parts(text)
                if (type(index) is not int or not 0 <= index < dimension) and index not in values:
                    wrong.append(json.dumps(index)[:40])
                values[index] = up
                if down != 1:
                    denominators.add(down)
                bits = longer if longer > bits else bits  # noqa: FURB136 - the hot path, where max takes longer
        except (TypeError, ValueError):
            raise MalformedError('a point is a list of pairs [index, "rational"]') from None
        if wrong or len(values) != len(pairs):
            need(not wrong, f"coordinate {''.join(wrong[:1])} is out of range(0, {dimension})")
            raise MalformedError("a coordinate appears twice in one point")
        if not denominators:
            return 1, values, bits
        common = 1
        for down in denominators:
            self.count(2 * (1 + down.bit_length() // WORD) * (common.bit_length() // WORD))
            common = lcm(common, down)
        if (bits := common.bit_length()) > WORD:
            longest = max(sum(map(int.bit_length, _parts(text)[:2])) for _, text in pairs)
            self.count((bits + 2 * (1 + longest // WORD) * (bits // WORD)) * len(pairs))  # also for the memory
        values = {index: up * (common // down) for index, text in pairs for up, down, _ in [_parts(text)]}
        return common, values, max(map(int.bit_length, [common, *values.values()]))

    def spend(self, times: int, bits: int, others: int = 1) -> None:
        """Count so many operations on numbers of so many bits, unless they are short: those take no longer to do."""
        if bits > WORD or others > WORD:
            least, most = sorted((1 + bits // WORD, 1 + others // WORD))
            self.count(times * (100 + most * isqrt(16 * least)))  # Python multiplies long numbers faster than by hand

    def count(self, steps: int) -> None:
        """Count steps. Raises TooMuchError."""
        self.work += steps
        if self.work > MAX_WORK:
            raise TooMuchError(f"too much arithmetic: it takes more than {MAX_WORK:,} steps")

    def product(self, point: Point, other: Point) -> int:
        """Return the inner product of two points, times the common denominators of both."""
        (_, values, bits), (_, others, more), total = point, other, 0
        if bits > WORD or more > WORD:
            self.spend(len(values), bits, more)
        for index, value in values.items():
            total += value * others.get(index, 0)
        return total

    def quotient(self, numerator: int, denominator: int) -> Fraction:
        """Return a fraction in lowest terms."""
        self.count(2 * (numerator.bit_length() // WORD) * (denominator.bit_length() // WORD))
        return Fraction(numerator, denominator)

    def rounds(
        self, counted: Callable[[list[_Short]], bool] = lambda _: False
    ) -> Iterator[tuple[Point, int | Fraction, int]]:
        """Yield (point, predicted, label) for every line between the first and the last; a probability is a Fraction.

        Lines that are all of the kind ``_SHORT`` are skipped where they are ``counted``.
        """
        for piece in self._pieces():
            short = _SHORT.findall(piece)
            all_short = len(short) == piece.count("\n") and piece[-1] == "\n"
            if all_short and self.number + len(short) < self.last and counted(short):
                self.number += len(short)
                continue
            for line in StringIO(piece, newline="\n"):
                if self.number == self.last - 1:
                    return
                self.number += 1
                if self.number > 1:
                    yield self._round(line)
        raise MalformedError("the file has become shorter since it was read first")

    def _round(self, line: str) -> tuple[Point, int | Fraction, int]:
        if usual := _usual(line):
            return self._point(usual[0]), usual[1], usual[2]
        record = read_record(line)
        if "x" not in record and "claims" in record:
            raise MalformedError("a footer with lines after it")
        x = self._point(get(record, "x", list))
        if likely := type(record.get("predicted")) is str:
            predicted: int | Fraction = rational(record["predicted"])
            need(0 <= predicted <= 1, '"predicted" is a probability, but not from 0 to 1')
        else:
            predicted = get(record, "predicted", int)
        label = get(record, "label", int)
        if not (likely or predicted in (1, -1)) or label not in (1, -1):
            raise MalformedError(f'"predicted" and "label" should be 1 or -1, but are {predicted} and {label}'[:90])
        return x, predicted, label


def _orthogonal(trace: _Trace, length: int) -> bool:
    """Tell whether every two points are orthogonal; in integers, none of them has a norm² above ``length``.

    A coordinate of many points stands in one integer, so far apart that one multiplication serves them all: since
    |⟨x,y⟩| is at most ‖x‖‖y‖, so ``length``, no product has more bits than that, and the sum is 0 only if each is.
    """
    width = max(1, length.bit_length())
    places = max(1, PACKED // width)
    words = 1 + width * places // WORD
    owners: defaultdict[int, dict[int, int]] = defaultdict(dict)  # coordinate: {number of a pack: the pack}
    for number, ((_, values, bits), _, _) in enumerate(trace.rounds()):
        trace.count(sum([len(owners[index]) for index in values]) * (200 + words * (1 + bits // WORD)))
        pack, place = divmod(number, places)
        products: defaultdict[int, int] = defaultdict(int)
        for index, value in values.items():
            packs = owners[index]
            for other, packed in packs.items():
                products[other] += value * packed
            packs[pack] = packs.get(pack, 0) + (value << width * place)
        if any(products.values()):
            return False
    return True


def forced(witness: Any, dimension: int, margin_squared: Fraction, count: Callable[[int], None]) -> tuple[int, str]:
    """Return how many mistakes every deterministic learner makes in the margin game, and a fault of the witness.

    The witness is a sum of blocks on orthogonal subspaces: ``axes`` of dimension 1, where one mistake is forced at
    margin 1, and ``trees`` of dimension dᵢ, where kᵢ are forced at margin δᵢ. Targets of the blocks, the i-th scaled by
    δ/δᵢ, add up to one of norm² Σ δ²/δᵢ² and margin δ: if that is at most 1, and the dimensions fit, Σ kᵢ mistakes are
    forced. ``count`` is told of the arithmetic before it is done.
    """
    mistakes = used = get(witness, "axes", int)
    need(0 <= used < 10**18, '"axes" should be 0 or more')
    norm_squared = used * margin_squared
    for number, tree in enumerate(get(witness, "trees", list), 1):
        size, depth, margin, fault = _forced_by_tree(tree, count)
        if fault:
            return 0, f"tree {number}: {fault}"
        count(8 * (norm_squared.denominator.bit_length() // WORD) * (margin.numerator.bit_length() // WORD))
        mistakes, used, norm_squared = mistakes + depth, used + size, norm_squared + margin_squared / margin
    if used > dimension:
        return 0, f"the blocks have {used} dimensions in all, above {dimension}"
    if norm_squared > 1:
        return 0, f"the norm² of a sum of the blocks' targets is {show(norm_squared)}, above 1"
    return mistakes, ""


def _forced_by_tree(tree: Any, count: Callable[[int], None]) -> tuple[int, int, Fraction, str]:
    """Return a mistake tree's dimension, its depth, the margin² that it should have, and a fault, if it has not.

    Nodes are numbered level by level from the root: label -1 of the point at node i leads to node 2i + 1, label +1 to
    2i + 2; the targets follow the last point. Both are directions in integers: v has margin δ on (x, y) iff y⟨v,x⟩ > 0
    and ⟨v,x⟩² ≥ δ²‖x‖²‖v‖². With ``reflect`` r, e₁ to e_r come before the root: all targets have label +1 there, and
    below label -1 is the same tree with that coordinate of all points and targets negated.
    """
    size, reflect = get(tree, "dimension", int), get(tree, "reflect", int)
    margin = rational(get(tree, "margin_squared", str))
    need(0 < size < 10**6 and 0 <= reflect <= size, '"reflect" of a tree should be from 0 to its dimension')
    need(0 < margin <= 1, '"margin_squared" of a tree should be above 0, and at most 1')
    points, targets = [_directions(get(tree, key, list), size, count) for key in ("points", "targets")]
    depth, (up, down) = len(targets).bit_length() - 1, margin.as_integer_ratio()
    need(len(targets) == len(points) + 1 == 1 << depth, "a tree should have 2^k targets, and one point less")
    words = 1 + max([value.bit_length() for row, _ in (*points, *targets) for value in row]) // WORD
    longer = 4 * words + up.bit_length() // WORD + down.bit_length() // WORD
    count(len(targets) * (depth + reflect) * (size * (50 + words**2) + 200 + longer**2))
    for leaf, (target, length) in enumerate(targets):
        path = [leaf + len(targets) >> depth - level for level in range(depth + 1)]  # from 1: a bit more at each level
        products = [(target[axis], 1, f"e{axis + 1}") for axis in range(reflect)]
        for node, child in pairwise(path):
            point, square = points[node - 1]
            product = sum(map(mul, target, point))
            products.append((product if child & 1 else -product, square, f"point {node - 1}"))
        for product, square, name in products:
            if product <= 0 or product * product * down < up * length * square:
                return size, 0, margin, f"target {leaf} does not have margin² {show(margin)} on {name}"
    return size, depth + reflect, margin, ""


def _directions(rows: list[Any], size: int, count: Callable[[int], None]) -> list[tuple[list[int], int]]:
    """Return rows of integers, none of them all 0, each with its norm²."""
    directions = []
    for row in rows:
        need(type(row) is list and len(row) == size, f"points and targets of a tree should have {size} coordinates")
        right = all(type(value) is int and abs(value) < 10**MAX_DIGITS for value in row) and any(row)
        need(right, "points and targets of a tree should be integers, not all of them 0")
        count(size * (50 + (1 + max(map(int.bit_length, row)) // WORD) ** 2))
        directions.append((row, sum(map(mul, row, row))))
    return directions


class _Tally:
    """What the rounds seen so far amount to."""

    def __init__(self, trace: _Trace) -> None:
        self.trace, self.direction = trace, trace.direction
        self.rounds = self.positive = self.longest = 0
        self.mistakes: int | Fraction | None = 0
        self.randomized: bool | None = None  # whether predictions are probabilities, once there is one
        self.span = any(statement == "span bound" for statement, _ in trace.claims)
        self.zero = False  # one of the points is 0, which only a span bound asks
        self.smallest: tuple[int, int] | None = None  # of all |⟨u,x⟩|, as numerator and denominator
        self.hinge = Fraction(0)  # the sum of the target's losses, where there is a budget for them
        self.bad_point = self.bad_target = ""  # the first fault of each kind
        self.explains = trace.hinge is None  # the target gives every point its label, with whatever margin
        self.seen: set[int] = set()
        self.known: set[tuple[int, str, str]] = set()
        self.disjoint = self.span or any(statement == "universal bound" for statement, _ in trace.claims)
        self.orthogonal = lru_cache(lambda: self.disjoint or _orthogonal(trace, self.longest))
        self.universal = lru_cache(lambda: _universal(self, trace))
        if trace.norm_squared is None or trace.norm_squared > trace.most_norm:
            too_long = f"the target's norm² is {show(trace.norm_squared)}, above {trace.most_norm}"
            self.bad_target = "there is no target" if trace.norm_squared is None else too_long

    def count_rounds(self, rounds: list[_Short]) -> bool:
        """Count rounds that are like earlier ones, and tell whether all of them are: if not, none is counted.

        Two rounds are alike if they differ in nothing but the number of the one coordinate, and the target has the same
        value there. Of all that is kept the later one can change only the counts, ``seen`` and the sum of the losses.
        """
        places = [int(place) for place, _, _ in rounds]
        (_, direction, bits), trace = self.direction, self.trace
        if bits > WORD or trace.hinge is not None or max(places) >= trace.dimension:
            return False
        alike = Counter(
            [(direction.get(place, 0), value, end) for place, (_, value, end) in zip(places, rounds, strict=True)]
        )
        if not self.known.issuperset(alike):
            self.known.update(alike)  # before the next piece comes, they are added one by one
            return False
        for (_, _, end), number in alike.items():
            predicted, label = _ENDS[end]
            self.rounds += number
            self.mistakes = (self.mistakes or 0) + number * (predicted != label)
            self.positive += number * (label == 1)
        if self.disjoint:
            shown_places = set(places)
            self.disjoint = len(shown_places) == len(places) and self.seen.isdisjoint(shown_places)
            self.seen |= shown_places
        return True

    def _err(self, predicted: int | Fraction, label: int) -> None:
        """Add a mistake, or the probability of one."""
        if self.randomized is not (randomized := type(predicted) is not int):
            need(self.randomized is None, "predictions and probabilities are mixed in one game")
            self.randomized = randomized
        if self.mistakes is not None:
            wrong = predicted != label if not randomized else 1 - predicted if label == 1 else predicted
            if randomized:
                self.trace.spend(3, self.mistakes.denominator.bit_length(), wrong.denominator.bit_length())
            self.mistakes = None if self.mistakes.denominator > MAX_SUM else self.mistakes + wrong

    def add(self, point: Point, predicted: int | Fraction, label: int) -> None:
        common, values, _ = point
        self.rounds += 1
        self._err(predicted, label)
        self.positive += label == 1
        if self.disjoint:  # no shared coordinate: orthogonality at a glance, for the standard basis
            self.disjoint = self.seen.isdisjoint(values)
            self.seen.update(values)
        measured = self.span or (self.trace.unit_norm and not self.bad_point)
        length, product = self._products(point, measured=measured)
        if measured:
            self.longest = length if length > self.longest else self.longest  # noqa: FURB136 - see _point
            self.zero = self.zero or not length
            if length != common * common and self.trace.unit_norm and not self.bad_point:
                square = show(self.trace.quotient(length, common * common))
                self.bad_point = f"round {self.rounds}: the point's norm² is {square}, not 1"
        common *= self.direction[0]
        if self.trace.hinge is not None:
            self._lose(product * label, common)
            return
        if product * label <= 0:
            sign = f"says {-label:+d}" if product else "gives no label"
            self.bad_target = self.bad_target or f"round {self.rounds}: the label is {label:+d}, the target {sign}"
            self.explains = False
        size = abs(product)
        if (common | size) >> WORD:
            self.trace.spend(2, common.bit_length(), size.bit_length())
        if self.smallest is None or size * self.smallest[1] < self.smallest[0] * common:
            self.smallest = size, common
            if not self.bad_target and (margin := self.margin()) < (least := self.trace.margin_squared):
                self.bad_target = f"round {self.rounds}: the margin² is {show(margin)}, below {least}"

    def _products(self, point: Point, *, measured: bool) -> tuple[int, int]:
        """Return the products of a point with itself, 0 unless it is ``measured``, and with the target's direction."""
        (_, values, bits), (_, others, most), length, product = point, self.direction, 0, 0
        if bits > WORD or most > WORD:
            length = self.trace.product(point, point) if measured else 0
            return length, self.trace.product(point, self.direction)
        for index, value in values.items():  # as ``product``, which counts nothing here
            length += value * value
            product += value * others.get(index, 0)
        return length, product

    def _lose(self, agreement: int, common: int) -> None:
        """Add the hinge loss of a round, 1 − s·agreement/common where that is above 0."""
        up, down = self.trace.scale.numerator, self.trace.scale.denominator
        self.trace.spend(3, common.bit_length() + agreement.bit_length(), up.bit_length() + down.bit_length())
        if (missing := down * common - up * agreement) > 0:
            loss = self.trace.quotient(missing, down * common)
            words = [1 + (x.numerator.bit_length() + x.denominator.bit_length()) // WORD for x in (self.hinge, loss)]
            self.trace.count(0 if max(words) <= 2 else 4 * words[0] * words[1])  # noqa: PLR2004 - short numbers are free
            self.hinge += loss

    def margin(self) -> Fraction:
        """Return the smallest margin² so far."""
        return self.trace.scale_squared * self.trace.quotient(*(self.smallest or (0, 1))) ** 2


def _refuse(statement: str, count: int | Fraction, tally: _Tally) -> str:
    """Say why the claim does not follow, or nothing."""
    if statement in {"run bound", "expected mistakes"}:
        if tally.randomized is (statement == "run bound"):
            return f"{statement}: the learner was {'' if tally.randomized else 'not '}randomized"
        if count != (made := tally.mistakes):
            why = "the sum is too long" if made is None else f"{show(count)} claimed, {show(made)} made"
            return f"{statement}: {why}"
    if statement == "span bound":
        return _refuse_span(count, tally)
    if statement == "universal bound":
        provable, fault = tally.universal()
        fault = fault or ("" if count <= provable else f"{count} claimed, {provable} proved")
        return f"universal bound: {fault}" if fault else ""
    return tally.bad_point or tally.bad_target


def _universal(tally: _Tally, trace: _Trace) -> tuple[int, str]:
    """Return how many mistakes every deterministic learner makes, and what is wrong with the witness of it."""
    if not trace.unit_norm:
        return 0, "the argument needs points of unit norm"
    if trace.witness is not None:
        return forced(trace.witness, trace.dimension, trace.margin_squared, trace.count)
    if tally.bad_point or not tally.orthogonal():
        return 0, tally.bad_point or "the points are not orthogonal"
    if (budget := trace.hinge) is None:
        return min(tally.rounds, trace.margin_squared.denominator // trace.margin_squared.numerator), ""
    allows = range(1, tally.rounds + 1)  # what H and N² allow: all of it up to one number, and nothing above
    return bisect_left(allows, 1, key=lambda k: k > budget and (k - budget) ** 2 > trace.most_norm * k), ""


def _refuse_span(count: int | Fraction, tally: _Tally) -> str:
    """Say why a span bound does not follow, or nothing; it is about points of any norm, and about no target."""
    if not tally.rounds or tally.zero:
        return "span bound: a point is 0" if tally.zero else tally.bad_point
    if count > (provable := min(tally.positive, tally.rounds - tally.positive)):
        return f"span bound: {count} claimed, {provable} proved"
    return "" if tally.orthogonal() else "span bound: the points are not orthogonal"


def _judge(trace: _Trace) -> Report:
    tally = _Tally(trace)
    for point, predicted, label in trace.rounds(tally.count_rounds):
        tally.add(point, predicted, label)
    if trace.hinge is not None and tally.hinge > trace.hinge:
        too_much = f"the target's hinge losses sum to {show(tally.hinge)}, above {trace.hinge}"
        tally.bad_target = tally.bad_target or too_much
    if not tally.rounds:
        tally.bad_point = "no round was played, so nothing is shown"
    reason = tally.bad_point or tally.bad_target
    realizable = not reason
    counts = tally.rounds, tally.mistakes
    statements: list[dict[str, Any]] = [{"statement": "realizable"}] if realizable else []
    for statement, count in trace.claims:
        refusal = _refuse(statement, count, tally)
        reason = reason or refusal
        if not refusal and statement != "realizable":
            statements.append({"statement": statement, "mistakes": str(count) if type(count) is Fraction else count})
    numbers = trace.norm_squared, tally.margin() if tally.explains and tally.rounds else None
    hinge = None if trace.hinge is None or trace.norm_squared is None else tally.hinge
    budget = None if trace.hinge is None else (trace.hinge, trace.most_norm)
    claimed = any(statement == "universal bound" for statement, _ in trace.claims)
    lower = tally.universal()[0] if claimed and not tally.universal()[1] else None
    return Report(not reason, realizable, *counts, statements, *numbers, reason or None, hinge, budget, lower)


def check(path: str | Path) -> Report:
    """Judge the trace in the file at ``path``: streamed, read more than once. Raises MalformedError."""
    trace = None
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            trace = _Trace(file)
            trace.read_ends()
            return _judge(trace)
    except MemoryError:
        raise TooMuchError("too much arithmetic: there is not enough memory") from None
    except (MalformedError, ValueError, RecursionError, OSError) as error:
        plain = {UnicodeDecodeError: "not UTF-8 text", RecursionError: "the recursion limit of this Python is too low"}
        where = f"line {trace.number}: " if trace and trace.number else ""
        raise MalformedError(f"{where}{plain.get(type(error)) or getattr(error, 'strerror', error)}") from None


def say(file: TextIO | None, lines: list[str], code: int) -> int:
    """Print lines without what a terminal would obey; return the exit code, which is 2 if they could not be printed."""
    text = "\n".join(["".join([c if c.isprintable() else ascii(c)[1:-1] for c in line]) for line in lines])
    try:
        file.write(f"{text}\n"), file.flush()  # type: ignore[union-attr]
    except (AttributeError, OSError) as error:  # it is closed, or full
        sys.stdout = None  # or Python tries it again, and ends with a code of its own
        fault = f"cannot write to standard output: {getattr(error, 'strerror', 'it is closed')}"
        return code if code > 1 else say(sys.stderr, [fault], 2)
    return code


def main(arguments: list[str]) -> int:
    """Check one file and print the verdict; return 0 (valid), 1 (not valid) or 2 (none: it is malformed, or unseen)."""
    try:
        need(len(arguments) == 1, "usage: python -m proofs.checker TRACE")
        report = check(arguments[0])
    except (MalformedError, TooMuchError) as error:
        return say(sys.stderr, [": ".join([*arguments, str(error)])], 2)
    lines = [f"rounds {report.rounds}, mistakes {report.mistakes}, target norm² {show(report.norm_squared)}"]
    within = f" within hinge losses of {report.budget[0]} and norm² {report.budget[1]}" if report.budget else ""
    lines += [" ".join(map(str, ["proved:", *statement.values()])) + within for statement in report.statements]
    return say(sys.stdout, [*lines, f"not valid: {report.reason}" if report.reason else "valid"], not report.valid)


if __name__ == "__main__":
    if sys.stdout:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for terminals that know no ²
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody may be reading
    raise SystemExit(main(sys.argv[1:]))
