"""Theorems that readings name, each tried on small numbers, without the book.

A theorem that is misstated in the same way as its reading would be noticed here, if it is false for small numbers.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor

import pytest
from flint import arb
from plain_numbers import Numbers, dot, plus

from proofs.formal.theorems import theorems

Example = tuple[Numbers, int]
Rows = tuple[str, ...]

GRID = [[Fraction(a), Fraction(b, 2)] for a in (-2, -1, 0, 1) for b in (-3, 0, 1)]
PAIRS = list(product(GRID, GRID))
LABELS = (-1, 1)


def times(factor: Fraction | int, x: Sequence[Fraction]) -> Numbers:
    return [factor * value for value in x]


def sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def samples() -> Iterator[tuple[Numbers, list[Example]]]:
    """Yield sequences that a vector labels with margin 1 or more, and the vector."""
    chance = random.Random(31)
    for _ in range(40):
        u = times(2, chance.choice(GRID))
        xs = [x for x in chance.choices(GRID, k=6) if abs(dot(u, x)) >= 1]
        yield u, [(x, sign(dot(u, x))) for x in xs]


def played(examples: Sequence[Example], tie: int = 1, half: Fraction = Fraction(1)) -> Iterator[tuple[Numbers, int]]:
    """Yield the weights after each round, and what it was: 0 for no mistake, 1 for one, 2 for a tie with half a step."""
    w = [Fraction(0)] * len(examples[0][0]) if examples else []
    for x, y in examples:
        tied = half != 1 and dot(w, x) == 0
        wrong = tied or (sign(dot(w, x)) or tie) != y
        w = plus(w, times(y * (half if tied else 1), x)) if wrong else w
        yield w, 2 if tied else int(wrong)


def longest(examples: Sequence[Example]) -> Fraction:
    """Return R²."""
    return max((dot(x, x) for x, _ in examples), default=Fraction(0))


def few_errors(factor: Fraction = Fraction(1), half: Fraction = Fraction(1), ties: Sequence[int] = LABELS) -> bool:
    """Return whether a pass makes at most factor·‖u‖²R² mistakes, as u has margin 1."""
    return all(
        sum(kind > 0 for _, kind in played(s, tie, half)) <= factor * dot(u, u) * longest(s)
        for (u, s), tie in product(samples(), ties)
    )


def in_any_order(u: Numbers, examples: Sequence[Example], most: int) -> bool:
    """Return whether t ≤ ⟨u, w⟩ and ‖w‖² ≤ tR² for every w after t updates, and no run makes more than ``most``."""
    states, t = {(Fraction(0),) * len(u)}, 0
    while states:
        if t > most or any(dot(u, w) < t or dot(w, w) > t * longest(examples) for w in states):
            return False
        wrong = [(w, x, y) for w in states for x, y in examples if y * dot(w, x) <= 0]
        states, t = {tuple(plus(w, times(y, x))) for w, x, y in wrong}, t + 1
    return True


def hinge_holds(examples: Sequence[Example], w: Numbers) -> bool:
    """Return whether M ≤ b² + b√H + H and M ≤ ½b² + ½b√(b² + 4H) + H, for b = ‖w‖R, with H over the mistakes."""
    wrong = mistaken(examples)
    losses, b2 = [max(Fraction(0), 1 - y * dot(w, x)) for x, y in wrong], dot(w, w) * longest(examples)
    total = sum(losses, Fraction(0))
    rest, sharp = len(wrong) - b2 - total, len(wrong) - b2 / 2 - total
    return (rest <= 0 or rest**2 <= b2 * total) and (sharp <= 0 or sharp**2 <= b2 / 4 * (b2 + 4 * total))


def mistaken(examples: Sequence[Example]) -> list[Example]:
    return [one for one, (_, kind) in zip(examples, played(examples), strict=True) if kind]


def weights(examples: Sequence[Example]) -> Numbers:
    return [*played(examples)][-1][0] if examples else [Fraction(0)] * 2


# -------------------------------------------------------------------------------------------------------- finite classes


def classes() -> Iterator[Rows]:
    chance = random.Random(13)
    every = ["".join(row) for row in product("+-", repeat=3)]
    for _ in range(25):
        yield tuple(chance.sample(every, chance.randrange(1, 7)))


def kept(rows: Rows, x: int, y: str) -> Rows:
    return tuple(row for row in rows if row[x] == y)


def sequences(rows: Rows) -> Iterator[list[tuple[int, str]]]:
    for row, order in product(rows, product(range(3), repeat=3)):
        yield [(x, row[x]) for x in order]


def expected(rows: Rows, sequence: Sequence[tuple[int, str]]) -> Fraction:
    """Return what Randomized Halving is expected to err."""
    total = Fraction(0)
    for x, y in sequence:
        left = kept(rows, x, y)
        total += Fraction(len(rows) - len(left), len(rows))
        rows = left
    return total


def expected_keeping(rows: Rows, concept: str, sequence: Sequence[tuple[int, str]]) -> Fraction:
    if not sequence:
        return Fraction(0)
    (x, y), rest = sequence[0], sequence[1:]
    left = kept(rows, x, y)
    if concept[x] == y:
        return expected_keeping(left, concept, rest)
    return 1 + sum(expected_keeping(left, fresh, rest) for fresh in left) / Fraction(len(left))


@cache
def worst(rows: Rows) -> Fraction:
    """Return the most that an adversary who sees each draw makes Randomized Halving be expected to err."""
    values = [Fraction(0)]
    for x, y in product(range(len(rows[0])), "+-"):
        if (left := kept(rows, x, y)) and left != rows:
            values.append(Fraction(len(rows) - len(left), len(rows)) + worst(left))
    return max(values)


@cache
def halving(rows: Rows) -> int:
    """Return the most mistakes of Halving, whose ties fall badly."""
    found = [0]
    for x, y in product(range(len(rows[0])), "+-"):
        if (left := kept(rows, x, y)) and left != rows:
            found.append((2 * len(left) <= len(rows)) + halving(left))
    return max(found)


def harmonic(m: int) -> Fraction:
    return sum((Fraction(1, k) for k in range(1, m + 1)), Fraction(0))


def singletons(m: int) -> Rows:
    return tuple("-" * i + "+" + "-" * (m - 1 - i) for i in range(m))


@cache
def dimension(rows: Rows) -> int:
    sides = [(kept(rows, x, "-"), kept(rows, x, "+")) for x in range(len(rows[0]))]
    return max((1 + min(dimension(a), dimension(b)) for a, b in sides if a and b), default=0)


def most_of_soa(rows: Rows, tie: str) -> int:
    found = [0]
    for x in range(3):
        a, b = kept(rows, x, "-"), kept(rows, x, "+")
        if a and b:
            says = tie if dimension(a) == dimension(b) else "-" if dimension(a) > dimension(b) else "+"
            found += [(says != "-") + most_of_soa(a, tie), (says != "+") + most_of_soa(b, tie)]
    return max(found)


def eliminations() -> Iterator[tuple[Rows, list[tuple[int, str]]]]:
    """Yield classes in the order in which a sequence eliminates them."""
    for rows in classes():
        for sequence in sequences(rows):
            ends = {row: next((n for n, (x, y) in enumerate(sequence) if row[x] != y), 9) for row in rows}
            yield tuple(sorted(rows, key=ends.__getitem__)), sequence


def eliminated(rows: Rows, sequence: list[tuple[int, str]]) -> Iterator[tuple[int, Rows]]:
    x, y = sequence[0]
    yield from ((t, kept(rows, x, y)) for t, row in enumerate(rows, 1) if row[x] != y)


# ------------------------------------------------------------------------------------------------------------- theorems


def first_errors(rows: Rows, sequence: list[tuple[int, str]]) -> bool:
    x, y = sequence[0]
    return all(
        len(left) <= len(rows) - t and all(row[x] != y for row in rows[:t]) for t, left in eliminated(rows, sequence)
    )


def fewer_left(rows: Rows, sequence: list[tuple[int, str]]) -> bool:
    found = eliminated(rows, sequence)
    return all(expected(left, sequence[1:]) <= expected(rows[t:], sequence) for t, left in found if rows[t:])


def line_samples() -> Iterator[tuple[list[Example], int, list[int]]]:
    """Yield samples on a line, where -1, 0 and 1 are all classifiers there are; the optimum, and their errors."""
    for xs in product((-1, 1, 2), repeat=3):
        examples = [([Fraction(x)], y) for x, y in zip(xs, (1, 1, -1), strict=True)]
        errors = [sum(y * w * x[0] <= 0 for x, y in examples) for w in (-1, 0, 1)]
        yield examples, min(errors), errors


def equation(m: Sequence[Fraction], r: int) -> Fraction:
    """Return r·M_r − (r − 1) − M_1 − … − M_{r−1}: 0 where the equation holds, and not above where the inequality does."""
    return r * m[r] - (r - 1) - sum(m[1:r])


def lists() -> Iterator[list[Fraction]]:
    return ([Fraction(0), *map(Fraction, m)] for m in product(("0", "1/4", "1/2", "1"), repeat=3))


def doubled(ws: tuple[int, ...], b: int, xs: tuple[int, ...]) -> bool:
    """Tell whether natural weights on (x, -x, 1) give the same, with as small numbers."""
    natural = [max(w, 0) for w in ws] + [max(-w, 0) for w in ws] + [max(-b, 0)]
    there, bias = [*xs, *(-x for x in xs), 1], max(b, 0)
    same = sum(w * x for w, x in zip(natural, there, strict=True)) - bias == dot(ws, xs) - b
    return same and bias + sum(natural) == abs(b) + sum(map(abs, ws))


def never_learned() -> bool:
    """On two points with K(x, x) = 0 and K(x, z) = 1 the labels of some Σ cⱼ·K(xⱼ, ·) are missed for ever."""
    missed = set()
    for c in product((-1, 1), repeat=2):
        labels, counts = (c[1], c[0]), [0, 0]
        for _ in range(100):
            errors = 0
            for i in (0, 1):
                score = counts[1 - i]
                if (sign(Fraction(score)) or 1) != labels[i]:
                    counts[i] += labels[i]
                    errors += 1
        missed |= {c} if errors else set()
    return bool(missed)


def ones_best() -> bool:
    for xs in product(product((0, 1), repeat=2), repeat=2):
        for labels in product((0, 1), repeat=2):
            counts = {
                w: sum(y * dot(w, x) <= 0 for x, y in zip(xs, labels, strict=True))
                for w in product((-1, 0, 1), repeat=2)
            }
            if counts[1, 1] != min(counts.values()):
                return False
    return True


def averaging() -> bool:
    z = [[Fraction(1), Fraction(0)]] * 3 + [[Fraction(-3, 5), Fraction(4, 5)]]
    mean = times(Fraction(1, 4), plus(plus(z[0], z[1]), plus(z[2], z[3])))
    return all(dot([1, 2], x) > 0 and dot(x, x) == 1 for x in z) and dot(mean, z[3]) < 0


def half_steps(u: Numbers, examples: list[Example]) -> bool:
    others = sum(kind == 1 for _, kind in played(examples, half=Fraction(1, 2)))
    return others <= longest(examples) * dot(u, u)


def basis_game(d2: Fraction) -> int:
    """Return the mistakes of the Perceptron on as many basis vectors as δ allows, labeled against it."""
    n = floor(1 / d2)
    w, errors = [Fraction(0)] * n, 0
    for i in range(n):
        x = [Fraction(i == j) for j in range(n)]
        y = -1 if dot(w, x) >= 0 else 1
        errors, w = errors + 1, plus(w, times(y, x))
    return errors if n * d2 <= 1 else -1


def chain_holds() -> bool:
    """Return whether δM ≤ w·v ≤ ‖w‖ ≤ R√M after M mistakes, in squares, for v = u/‖u‖."""
    for u, s in samples():
        w, errors = weights(s), sum(kind > 0 for _, kind in played(s))
        least, length2 = min((y * dot(u, x) for x, y in s), default=Fraction(0)), dot(u, u)
        if (
            not least * errors <= dot(u, w)
            or not dot(u, w) ** 2 <= length2 * dot(w, w) <= length2 * longest(s) * errors
        ):
            return False
    return True


def flipping() -> bool:
    """Return whether −x labeled +1 for x labeled −1 leaves the mistakes and w as they are, where a tie is a mistake."""
    chance = random.Random(7)
    for _ in range(200):
        s = [(chance.choice(GRID), chance.choice(LABELS)) for _ in range(8)]
        if [*played(s, 0)] != [*played([(times(y, x), 1) for x, y in s], 0)]:
            return False
    return True


def networks() -> bool:
    """Return whether the sign of Σ vⱼ − k + ½ over k = 2 halfspaces is their intersection, also a layer higher."""
    for ws, b in product(product(product(range(2), repeat=2), repeat=2), product(range(2), repeat=2)):
        for x in product(LABELS, repeat=2):
            v = [sign(2 * dot(w, x) - 2 * c - 1) for w, c in zip(ws, b, strict=True)]
            top = sign(Fraction(2 * sum(v) - 2 * len(v) + 1))
            if (top == 1) != all(value == 1 for value in v) or sign(dot([1, 0], [top, 1])) != top:
                return False
    return True


def attained(u: Numbers, xs: Sequence[tuple[int, ...]], most: int) -> bool:
    """Return whether the longest run on these points, all labeled +1, makes ``most`` updates."""
    examples: list[Example] = [([*map(Fraction, x)], 1) for x in xs]
    return in_any_order(u, examples, most) and not in_any_order(u, examples, most - 1)


def attained_in_space() -> bool:
    """One run is as long as ⌊(RB)²⌋ where (RB)² = 98/16, and one where it is 3, on points at right angles.

    Where (RB)² is an integer, ⌊(RB)²⌋ is not ⌈(RB)²⌉ − 1.
    """
    thirds = attained([Fraction(p, 9) for p in (5, 1, 1)], [(1, 2, 2), (2, 1, -2), (2, -2, 1)], 3)
    xs = [(4, -9, -1), (4, 1, 9), (4, -4, -8), (4, 4, -8), (4, -1, 9), (4, 9, -1), (4, 0, 0)]
    return thirds and attained([Fraction(1, 4), Fraction(0), Fraction(0)], xs, 98 // 16)


def attained_in_the_plane() -> bool:
    """No order exceeds ⌊(RB)²/2⌋ + 1, at more than B, too; and one is that long where (RB)² = 169/25, 2 or 5."""
    few = all(in_any_order(u, s, floor(dot(u, u) * longest(s) / 2) + 1) for u, s in samples())
    two = attained([Fraction(7, 25), Fraction(1, 25)], [(3, 4), (4, -3)], 2 // 2 + 1)
    five = attained([Fraction(1, 5), Fraction(0)], [(5, 3), (5, -10), (5, 10)], 5 // 2 + 1)
    most = attained([Fraction(1, 5), Fraction(0)], [(5, -12), (5, 7), (5, 12), (5, 0)], 169 // 50 + 1)
    return few and two and five and most


DELTAS = [Fraction(2, 5), Fraction(3, 7), Fraction(1, 4), Fraction(1), Fraction(2, 9)]


TRIED: dict[str, Callable[[], bool]] = {
    "threshold_is_a_coordinate": lambda: all(
        (dot(w, x) >= t) == (dot([*w, -t], [*x, 1]) >= 0) for w, x in PAIRS for t in map(Fraction, (-1, 0, 1, 2))
    ),
    "positive_factor": lambda: all(sign(dot(w, times(3, x))) == sign(dot(w, x)) for w, x in PAIRS),
    "extended_points_have_length": lambda: all(
        dot([*x, 1], [*x, 1]) / (dot(x, x) + 1) == 1 and dot(x, x) + 1 > 0 for x in GRID
    ),
    "real_unit_target": lambda: all(
        sign(dot([Fraction(3, 5), Fraction(4, 5)], x)) == sign(dot([3, 4], x)) for x in GRID
    ),
    "update_step": lambda: all(
        dot(plus(w, times(y, x)), x) == dot(w, x) + y * dot(x, x) for w, x in PAIRS for y in LABELS
    ),
    "real_inner_at_most_lengths": lambda: all(
        bool(dot(w, x) <= 0 or dot(w, x) ** 2 <= dot(w, w) * dot(x, x)) for w, x in PAIRS
    ),
    "real_chain": chain_holds,
    "perceptron_margin_bound": few_errors,
    "half_step_bound": lambda: few_errors(Fraction(9, 8), Fraction(1, 2)),
    "loop_updates": lambda: all(in_any_order(u, s, floor(dot(u, u) * longest(s))) for u, s in samples()),
    "batch_worst_case": attained_in_space,
    "plane_batch_worst_case": attained_in_the_plane,
    "loop_endless": lambda: not in_any_order([Fraction(0)] * 2, [(GRID[0], 1), (GRID[0], -1)], 20),
    "mistaken_iff": lambda: all((sign(dot(w, x)) != y) == (y * dot(w, x) <= 0) for w, x in PAIRS for y in LABELS),
    "hinge_bound_root": lambda: all(
        hinge_holds(s, times(c, u)) for u, s in samples() for c in (0, Fraction(1, 3), 1, -1)
    ),
    "halving_log2": lambda: all(halving(rows) < len(rows).bit_length() for rows in classes()),
    "halving_is_tight_on_the_cube": lambda: halving(tuple(map("".join, product("+-", repeat=3)))) == 3,
    "singletons_reach_it": lambda: all(worst(singletons(m)) == harmonic(m) - 1 for m in range(1, 9)),
    "recurrence": lambda: all(
        equation([Fraction(0), *[expected(rows[-r:], s) for r in range(1, len(rows) + 1)]], len(rows)) <= 0
        for rows, s in eliminations()
    ),
    "display_of_errors": lambda: all(
        dot(u, weights(s[: n + 1])) - dot(u, weights(s[:n])) >= kind * min(y * dot(u, x) for x, y in s)
        for u, s in samples()
        for n, (_, kind) in enumerate(played(s))
    ),
    "mistake_lengthens": lambda: all(
        dot(plus(w, times(y, x)), plus(w, times(y, x))) - dot(w, w) <= dot(x, x)
        for w, x in PAIRS
        for y in LABELS
        if y * dot(w, x) <= 0
    ),
    "real_printed_1_4_fails": lambda: all(basis_game(d2) < ceil(1 / d2) for d2 in DELTAS if (1 / d2).denominator > 1),
    "count_1_4": lambda: all(d >= ceil(1 / d2) for d in range(6) for d2 in DELTAS if d >= 1 / d2),
    "perceptron_dual": lambda: all(
        weights(s) == [sum((y * x[i] for x, y in mistaken(s)), Fraction(0)) for i in (0, 1)] for _, s in samples()
    ),
    "dual_products": lambda: all(
        dot(weights(s), z) == sum(y * dot(x, z) for x, y in mistaken(s)) for _, s in samples() for z in GRID
    ),
    "no_other_kernel": never_learned,
    "randomized_halving": lambda: all(worst(rows) <= harmonic(len(rows)) - 1 for rows in classes()),
    "full_harmonic_is_not_reached": lambda: all(worst(rows) < harmonic(len(rows)) for rows in classes()),
    "mistake_eliminates_earlier": lambda: all(first_errors(rows, s) for rows, s in eliminations()),
    "mistake_leaves_at_most": lambda: all(fewer_left(rows, s) for rows, s in eliminations()),
    "keeping_changes_nothing": lambda: all(
        sum(expected_keeping(rows, c, s) for c in rows) / len(rows) == expected(rows, s)
        for rows in classes()
        for s in sequences(rows)
    ),
    "harmonic_solves": lambda: all(equation([harmonic(s) - 1 for s in range(r + 1)], r) == 0 for r in range(1, 20)),
    "subtraction": lambda: all(
        (r + 1) * (m[r + 1] - m[r]) <= 1
        for m in lists()
        for r in (1, 2)
        if equation(m, r) == 0 and equation(m, r + 1) <= 0
    ),
    "inequalities_suffice": lambda: all(
        m[r] <= harmonic(r) - 1 for m in lists() if all(equation(m, r) <= 0 for r in (1, 2, 3)) for r in (1, 2, 3)
    ),
    "harmonic_is_ln": lambda: all(
        bool(arb(m).log() <= arb(h.numerator) / h.denominator)
        and bool(arb(h.numerator) / h.denominator < arb(m).log() + 1)
        for m in range(2, 50)
        if (h := harmonic(m))
    ),
    "ratio_of_logarithms": lambda: bool(100 / arb(2).log() >= 144) and bool(100 / arb(2).log() < 145),
    "ones_are_best": ones_best,
    "nothing_below_optimum": lambda: all(
        c * least < wrong for _, least, errors in line_samples() for wrong in errors for c in (0, 0.5) if least
    ),
    "minimizer_does_not_exceed": lambda: all(not 2 * least < least for _, least, _ in line_samples()),
    "averaging_errs": averaging,
    "flipping_changes_nothing": flipping,
    "intersections_are_networks": networks,
    "labels_force_coordinates": lambda: all(
        x[i] == delta * y
        for x, delta, i, y in product(GRID, (Fraction(1, 3), Fraction(2)), (0, 1), LABELS)
        if y * delta == dot(x, [int(i == 0), int(i == 1)])
    ),
    "margin_1": lambda: all(
        (y * dot(w, x) >= g) == (y * dot(times(1 / g, w), x) >= 1)
        for w, x in PAIRS
        for y in LABELS
        for g in (Fraction(1, 3), Fraction(2))
    ),
    "half_step_bound_without_ties": lambda: all(half_steps(u, s) for u, s in samples()),
    "integer_halfspaces_are_natural_doubled": lambda: all(
        doubled(ws, b, xs)
        for ws in product((-2, 0, 1), repeat=2)
        for b in (-1, 0, 2)
        for xs in product(LABELS, repeat=2)
    ),
    "real_value_1_4": lambda: all(basis_game(d2) == floor(1 / d2) for d2 in DELTAS),
    "littlestone": lambda: all(most_of_soa(rows, tie) == dimension(rows) for rows in classes() for tie in "+-"),
    "log2_gap": lambda: all(1 <= dimension(rows) < len(rows).bit_length() for rows in classes() if len(rows) > 1),
}


@pytest.mark.parametrize("name", TRIED)
def test_a_theorem_holds_of_small_numbers(name: str) -> None:
    assert name in theorems()
    assert TRIED[name]()
