"""The trusted checker for certificates of values: what the best learner needs in the other models.

``python -m proofs.values_checker FILE``. It needs the standard library and ``finite_checker``, whose version spaces it
uses. Like ``finite_checker``, it believes no name and no count, and counts what may take long before it does it. It
computes all values except orders and apple tasting on a table of the version spaces that a game can reach, up to names:
see ``Reachable``. In a valid file each entry has the exact value. Only the first two are bounds:

* ``universal bound``, ``upper bound``: one bound each, as in a certificate of a dimension, with or without ``lies``.
* ``randomized dimension``: the expected mistakes of the best randomized learner, with or without ``lies``.
* ``Halving with ... ties``: the most mistakes of Halving, which predicts as most concepts do. At a tie it predicts -1
  (``negative``), +1 (``positive``), or the label that leads to more mistakes (``adversarial``) or fewer (``optimal``).
* ``self-directed``: the mistakes of the best learner that picks each point itself and knows all labels so far.
* ``worst order``, ``best order``: the mistakes of the best learner that is told an order of all points. The file has an
  order with the most, or the fewest, mistakes.
* ``don't know``: entry k of ``fewest`` is the minimum number of "don't know" answers when k mistakes are allowed.
* ``apple tasting``: the mistakes of the best learner that sees a label only after it predicted +1.
"""

import json
import operator
import signal
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from proofs.finite_checker import (
    BOUNDS,
    COUNTS,
    ConceptTable,
    File,
    Game,
    Report,
    TooMuchError,
    bound,
    get,
    joined,
    main,
    need,
    rational,
    read_record,
    unlike,
)

VALUES = "forced-mistakes/values/1"
MAX_DEEP = 20_000  # rounds of a game of apple tasting that is followed to its end


def split(game: Game, space: int, point: int) -> tuple[int, int]:
    """Return the concepts with label 1, and those with label -1."""
    return space & game.having[1][point], space & game.having[-1][point]


def excludes(space: int, plus: int, minus: int) -> bool:
    """Tell whether a label that some concept gives to a point excludes another concept, given who labels it how."""
    return bool(plus and minus) or plus | minus not in (0, space)


def same(game: Game, space: int, goal: int, images: tuple[int, ...]) -> tuple[bool, bool]:
    """Tell whether two version spaces are equal up to names, as a map says, and whether the map exchanges labels.

    Concepts of the space are one to one those of the goal, with the same lies left. All points at which a label
    excludes some are named, or, in the goal, have the sides of a named one.
    """
    game.count(len(images) * (800 + 4 * game.words))
    named, places = game.places(images)
    every = [split(game, goal, point) for point in game.points]
    sides = {every[abs(image) - 1] for image in images if image}
    others = {(minus, plus) for plus, minus in sides}
    matter = [pair for pair in every if excludes(goal, *pair)]
    right = not any(excludes(space, *split(game, space, x)) for x, image in enumerate(images) if not image)
    right = right and all(pair in sides or pair in others for pair in matter)
    ours, theirs = game.labels(space, named), game.labels(goal, places)
    right = right and ours == theirs and space.bit_count() == len(ours) == goal.bit_count()
    return right, min(images) < 0 or any(pair not in sides for pair in matter)


class Reachable:
    """The version spaces that a game can reach, up to names: the rounds of each lead to others, or to one concept.

    ``rounds[n]`` has for each point that splits space n the concepts with label -1 and +1, and where these labels lead:
    a space, or -1 - (the lies that the only concept left has left). What they lead to has fewer lies left in all.
    Where a point has one label, which excludes concepts that are undefined there, it is where that one leads.

    A point on which all concepts of a space S agree is left out, as it never raises the value of S. Without lies its
    round changes nothing. With lies let R be the randomized dimension. The common label leaves S, and the other one
    S⁻, in which each concept has one lie less. If S⁻ is not empty, the point is worth 1 + R(S⁻), as the adversary can
    repeat the common label. By induction over the sum of 1 + the lies left this is at most R(S):

    * If S⁻ has at least two concepts, take its best point, where -1 leaves S₋ of S and S⁻₋ of S⁻. There R(S) ≥ ½(1 +
      R(S₋) + R(S₊)) ≥ ½(1 + 1 + R(S⁻₋) + 1 + R(S⁻₊)) = 1 + R(S⁻).
    * If S⁻ has one concept, with b - 1 lies left, and S has another, take a point on which the two differ. There R(S)
      ≥ ½(1 + b + (b - 1)) = b = 1 + R(S⁻).
    * If S has only one concept, with b ≥ 1 lies left, then R(S) = b = 1 + R(S⁻).

    This uses that R does not fall when lies or concepts are added to S, again by induction. A point that splits S
    also splits the larger space, and each of its labels leaves at least as much there. If S has one concept, with b
    lies left, R(S) = b. If b = 0, or if no point splits the larger space, its value is at least b. Otherwise take a
    point that splits it: its sides are worth at least b and b - 1, so the space is worth at least ½(1 + b + (b - 1))
    = b.
    """

    def __init__(self, table: ConceptTable, record: Any) -> None:
        need(type(record) is dict, "a table is not an object")
        self.lies = table.read_lies(record)
        self.game, self.fault, self.exchanged = table.game(self.lies), "", False
        need(nodes := get(record, "spaces", list), '"spaces" is empty')
        table.count(len(nodes) * (5_000 + 32 * self.game.words))
        given_labels = self.game.read_given(nodes, "spaces")
        self.moves = [self._moves(node, range(len(nodes))) for node in nodes]
        self.spaces = [self.game.space(labels) for labels in given_labels]
        self.known = {space: number for number, space in enumerate(self.spaces)}
        self.rounds: list[set[tuple[int, ...]]] = []
        if given_labels[0]:
            self.fault = "space 0 has given labels"
        elif 0 in self.spaces:
            self.fault = f"space {self.spaces.index(0)}: its given labels leave no concept"
        else:
            self.rounds = [self._rounds(number) for number in range(len(nodes))]
        self.lightest_first = sorted(range(len(nodes)), key=lambda number: self._weight(self.spaces[number]))

    def _moves(self, node: Any, nodes: range) -> dict[tuple[int, int], Any]:
        moves = {}
        for entry in get(node, "moves", list):
            need(type(entry) is list and len(entry) == 4, "the spaces have something else where a move should be")  # noqa: PLR2004
            point, label, to = self.game.numbers(entry[:3], "[point, label, space]", "spaces", nodes)
            need((point, label) not in moves, "a space has two moves for one label of a point")
            moves[point, label] = to, self.game.images(entry[3:], "spaces")[0]
        return moves

    def _rounds(self, number: int) -> set[tuple[int, ...]]:
        game, space, rounds = self.game, self.spaces[number], set[tuple[int, ...]]()
        game.count(len(game.points) * (2_000 + 10 * game.words))
        for point in game.points:
            plus, minus = split(game, space, point)
            if excludes(space, plus, minus):
                sides = {label: game.after(space, point, label) for label in (-1, 1)}
                to = [self._to(number, point, label, side) for label, side in sides.items() if side]
                rounds.add((minus.bit_count(), plus.bit_count(), *to))
        return rounds

    def _to(self, number: int, point: int, label: int, side: int) -> int:
        """Return where a label leads: what is left there is a space, or a move says which one it is up to names."""
        if side.bit_count() == 1:
            return -1 - (side.bit_length() - 1) // self.game.size
        if side not in self.known:
            to, images = self.moves[number].get((point, label), (0, None))
            if images is None:
                self.fault = self.fault or f"space {number} needs a move for label {label:+d} of point {point}"
                return 0
            right, exchanged = same(self.game, side, self.spaces[to], images)
            if not right:
                wrong = f"space {number}, label {label:+d} of point {point}: what is left is not like space {to}"
                self.fault = self.fault or wrong
            self.known[side], self.exchanged = to, self.exchanged or exchanged
        return self.known[side]

    def _weight(self, space: int) -> int:
        blocks = range(self.lies + 1)
        return sum((1 + lies) * (space >> lies * self.game.size & self.game.block).bit_count() for lies in blocks)

    def values(self, model: "Model", fewer: list[Any] | None = None) -> list[Any]:
        """Return the value of each space; ``fewer`` are those where one mistake less is allowed."""
        values: list[Any] = [0] * len(self.spaces)

        def value(values: list[Any], to: int) -> Any:
            return values[to] if to >= 0 else -1 - to

        for number in self.lightest_first:
            worths = []
            for minus, plus, *sides in self.rounds[number]:
                a, *others = [value(values, to) for to in sides]
                if not others:  # every learner knows the label
                    worths.append(a)
                    continue
                (b,) = others
                self.game.count(2_000 + (a.denominator * b.denominator).bit_length() ** 2 // 100)
                lower = fewer and [value(fewer, to) for to in sides]
                worths.append(model.worth(minus, plus, a, b, lower))
            lone = (self.spaces[number].bit_length() - 1) // self.game.size
            values[number] = model.chosen(worths) if worths else lone
        return values


class Model(NamedTuple):
    """What a version space is worth: ``chosen`` among what the points that split it are worth.

    These are of the numbers m and p of concepts with label -1 and +1, of the values a and b after these labels, and, if
    a mistake is allowed, of the values there with one less.
    """

    chosen: Callable[[list[Any]], Any]
    worth: Callable[[int, int, Any, Any, list[Any] | None], Any]
    alike: bool = True  # whether the labels are


def _said(a: Any, b: Any) -> tuple[Any, Any]:
    """Return the mistakes after predicting -1, and after predicting +1."""
    return max(a, 1 + b), max(1 + a, b)


def _halving(tie: Callable[[tuple[Any, Any]], Any]) -> Callable[..., Any]:
    return lambda m, p, a, b, _: tie(_said(a, b)) if m == p else _said(a, b)[p > m]


def _dont_know(_m: int, _p: int, a: int, b: int, fewer: list[int] | None) -> int:
    """A prediction is right, or else uses up a mistake; "don't know" costs 1, and the label is seen."""
    return min([1 + max(a, b), *([max(a, fewer[1]), max(fewer[0], b)] if fewer else [])])


DONT_KNOW = "don't know"
MODELS = {
    "randomized dimension": Model(max, lambda _m, _p, a, b, _: Fraction(1 + a + b, 2)),
    "Halving with negative ties": Model(max, _halving(operator.itemgetter(0)), alike=False),
    "Halving with positive ties": Model(max, _halving(operator.itemgetter(1)), alike=False),
    "Halving with adversarial ties": Model(max, _halving(max)),
    "Halving with optimal ties": Model(max, _halving(min)),
    "self-directed": Model(min, lambda _m, _p, a, b, _: min(_said(a, b))),
    DONT_KNOW: Model(max, _dont_know),
}
ORDERS = {"worst order": (operator.le, "more"), "best order": (operator.ge, "fewer")}
LADDER = {"worst order": "upper bound", "best order": "self-directed"}  # no order is worse, and none is better


def best_of_orders(table: ConceptTable, no_better: Callable[[int, int], bool]) -> int:
    """Return the best that an order of all points makes of ``in_order``.

    For each set of points that come last, ``ways`` has what an order of these is worth in each version space that
    the points before leave. One that is nowhere better than another is left out: ``joined`` falls in neither side.
    """
    table.count(2 ** min(len(table.points), 60) * (len(table.points) * 1_000 + len(table.table) * 300))
    every = (1 << len(table.points)) - 1
    rows = [sum(1 << x for x, sign in enumerate(row) if sign == "+") for row in table.table]
    spaces = [{labels: n for n, labels in enumerate({row & ~last: 0 for row in rows})} for last in range(every + 1)]
    ways = [{(0,) * len(rows)}]
    for last in range(1, every + 1):
        best: set[tuple[int, ...]] = set()
        for point in (1 << x for x in table.points if last >> x & 1):
            after = spaces[last ^ point]
            sides = [[after[y] for y in (labels, labels | point) if y in after] for labels in spaces[last]]
            for worth in ways[last ^ point]:
                table.count(len(sides) * (len(best) + 3) * 100)
                new = tuple([joined(*[worth[n] for n in numbers]) for numbers in sides])
                if not any(all(map(no_better, new, old)) for old in best):
                    best = {old for old in best if not all(map(no_better, old, new))} | {new}
        ways.append(best)
    return max(ways[every])[0]


def keeps(game: Game) -> bool:
    """Tell whether a learner can keep to so many mistakes in apple tasting as the game has lies.

    A label is seen only after predicting +1. Here bit i + j * len(concepts) of a version space says that j mistakes may
    yet be made if concept i is the target. A space is safe if at every point one of the predictions is.
    """
    known: dict[int, bool] = {}

    def is_safe(space: int) -> bool:
        if space not in known:
            game.count(5_000 + 32 * game.words + len(game.points) * (500 + 6 * game.words))
            safe = True
            for point in game.points:
                plus, minus = (space & game.having[label][point] for label in (1, -1))
                if safe and plus and minus:  # else it knows the label: it predicts that, or +1, and learns nothing
                    safe = not minus & game.block and is_safe(minus >> game.size) and is_safe(plus)
                    safe = safe or (not plus & game.block and is_safe(minus | plus >> game.size))
            known[space] = safe
        return known[space]

    return is_safe(game.everything)


class ValuesFile(File):
    """A certificate of values: each entry has a number that is exactly what is recomputed."""

    def judge(self) -> Report:
        """Read the file, and report what it proves."""
        need(line := self.line(), "the file is empty")
        record = read_record(line)
        get(record, "format", str, (VALUES,))
        self.known = table = ConceptTable(record)
        need(not self.line(), "a certificate of values is one line, no more")
        self.tables = get(record, "tables", list) if "tables" in record else []
        self.table = lru_cache(maxsize=None)(lambda number: Reachable(table, self.tables[number]))
        need(entries := get(record, "values", list), '"values" is empty')
        self.proved: dict[str, int] = {}  # without lies, by the entries so far
        judged = {}
        for entry in entries:
            statement, fault = self.entry(entry)
            judged[json.dumps(statement), fault] = statement, fault
            if not fault and "lies" not in statement:
                self.proved[statement["statement"]] = statement.get("mistakes", 0)
        return self.report({}, [*judged.values()])

    def entry(self, entry: Any) -> tuple[dict[str, Any], str]:
        """Return the statement of an entry, and why it is not proved, if it is not."""
        statement = get(entry, "statement", str, (*BOUNDS, *MODELS, *ORDERS, "apple tasting"))
        lies = self.known.read_lies(entry)
        orders = statement in ORDERS or statement == "self-directed"
        need(not (orders and self.known.partial), f"no {statement} where some concept is undefined (*)")
        allowed = not lies or statement in BOUNDS or statement == "randomized dimension"
        need(allowed, f'"lies" should be 0, as there is no {json.dumps(statement)} with lies')
        key, kind = {DONT_KNOW: ("fewest", list), "randomized dimension": ("mistakes", str)}.get(
            statement, ("mistakes", int)
        )
        claimed = get(entry, key, kind, COUNTS if kind is int else None)
        words = {"statement": statement, key: claimed, **({"lies": lies} if lies else {})}
        if statement in BOUNDS:
            least, most, fault = bound(self.known, lies, statement, entry)
            return words, fault or unlike(claimed, least, most)
        if statement in ORDERS:
            return words, self.orders(statement, claimed, self.known.read_order(entry))
        if statement == "apple tasting":
            return words, self.apple_tasting(claimed)
        return words, self.game(statement, claimed, lies, get(entry, "table", int, range(len(self.tables))))

    def game(self, statement: str, claimed: Any, lies: int, number: int) -> str:
        """Say why the value of a game in which the adversary, or the learner, chooses the points is not as claimed."""
        model, table = MODELS[statement], self.table(number)
        need(table.lies == lies, f"table {number} has {table.lies} lies, not {lies}")
        if table.fault or (table.exchanged and not model.alike):
            return table.fault or "a map exchanges labels, which this game does not treat alike"
        if statement != DONT_KNOW:
            value = table.values(model)[0]
            return unlike(rational(claimed) if type(claimed) is str else claimed, value, value)
        need(claimed, '"fewest" is empty')
        values: list[Any] | None = None
        for allowed, fewest in enumerate(claimed):
            need(type(fewest) is int and fewest in COUNTS, '"fewest" should be a list of counts')
            values = table.values(model, values)
            if values[0] != fewest:
                return f"{fewest} claimed, {values[0]} shown (mistakes allowed: {allowed})"
        return ""

    def orders(self, statement: str, claimed: int, order: tuple[int, ...]) -> str:
        """Say why the mistakes in this order are not as claimed, or those in another are more, or fewer.

        No other order needs a look where the game that is harder, or easier, has the same value: see ``LADDER``.
        """
        need(len(order) == len(self.known.points), '"order" should have all points')
        value = self.known.in_order(order)
        if claimed != value or value == self.proved.get(LADDER[statement]):
            return unlike(claimed, value, value)
        no_better, side = ORDERS[statement]
        other = best_of_orders(self.known, no_better)
        return "" if other == value else f"in another order it is {side}: {other}"

    def apple_tasting(self, claimed: int) -> str:
        """Say why the mistakes forced if labels are seen only after +1 are not as claimed.

        They are fewer than the concepts: a learner that predicts +1 while two concepts differ has one less with each.
        """
        if claimed >= len(self.known.table):
            return f"{claimed} claimed, but there are only {len(self.known.table)} concepts"
        deep = sys.getrecursionlimit()
        sys.setrecursionlimit(max(deep, MAX_DEEP))
        try:
            if not keeps(self.known.game(claimed)):
                return f"{claimed} claimed, and more can be forced"
            return f"{claimed} claimed, and fewer suffice" if claimed and keeps(self.known.game(claimed - 1)) else ""
        except RecursionError:
            raise TooMuchError(f"too much arithmetic: games of more than {MAX_DEEP:,} rounds") from None
        finally:
            sys.setrecursionlimit(deep)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody may be reading
    raise SystemExit(main(sys.argv[1:], "values_checker", ValuesFile))
