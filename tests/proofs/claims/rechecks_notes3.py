"""Every witness against the first half of Notes 3, judged once more from its numbers, by the printed algorithm."""

from fractions import Fraction
from itertools import pairwise, product
from math import ceil, isqrt
from typing import Any

from plain_numbers import Numbers, dot, numbers


def played(points: list[Numbers], labels: list[int]) -> tuple[list[int], list[Numbers]]:
    """Return the rounds with mistakes, and every w: h(x) = 1(w·x ≥ 0), labels 0 and 1, w changes by c − h times x."""
    w, wrong, every = [Fraction(0)] * len(points[0]), [], []
    for number, (x, c) in enumerate(zip(points, labels, strict=True), 1):
        every.append(w)
        h = int(dot(w, x) >= 0)
        w = [p + (c - h) * q for p, q in zip(w, x, strict=True)]
        wrong += [number] * (c != h)
    return wrong, [*every, w]


def unpacked(found: Any, *, unit: bool = True) -> tuple[Numbers, list[Numbers], list[int]]:
    """Return v's direction, the points and their labels 0 and 1, which are those of v; all of length 1, if so asked."""
    v, points = numbers(found["target"]), [numbers(x) for x, _ in found["examples"]]
    labels = [int(dot(v, x) >= 0) for x in points]
    assert labels == [int(label == 1) for _, label in found["examples"]]
    assert not unit or all(dot(x, x) == 1 for x in points)
    return v, points, labels


def threshold(found: Any) -> bool:
    w, theta, points = numbers(found["w"]), Fraction(found["theta"]), [numbers(x) for x in found["points"]]
    scores = [dot(w, x) - theta for x in points]
    wrong, _ = played([[*x, Fraction(1)] for x in points], [int(score >= 0) for score in scores])
    return all(dot(z, z) == 1 for z in (w, *points)) and len(wrong) * min(score**2 for score in scores) > 1


def rescaled(found: Any) -> bool:
    v, points, labels = unpacked(found, unit=False)
    lengths = [isqrt(int(dot(x, x))) for x in points]
    right = [dot(x, x) for x in points] == [n * n for n in lengths] and all(dot(v, x) for x in points)
    shorter = [[value / n for value in x] for x, n in zip(points, lengths, strict=True)]
    return right and played(points, labels)[0] != played(shorter, labels)[0]


def wrong_after_the_update(found: Any) -> bool:
    v, points, labels = unpacked(found)
    wrong, every = played(points, labels)
    separated = all((2 * label - 1) * dot(v, x) > 0 for x, label in zip(points, labels, strict=True))
    return separated and wrong[-1] == len(points) and int(dot(every[-1], points[-1]) >= 0) != labels[-1]


def no_minimum(found: Any) -> bool:
    """Compute v·xₙ = 2n/(n² + 1), which falls, as 2n((n + 1)² + 1) − 2(n + 1)(n² + 1) = 2n(n + 1) − 2 > 0, below 2/n."""
    v = numbers(found["v"])
    points = [[Fraction(2 * n, n * n + 1), Fraction(n * n - 1, n * n + 1)] for n in range(1, 50)]
    products = [dot(v, x) for x in points]
    falls = all(0 < later < earlier for earlier, later in pairwise(products)) and products[48] < Fraction(2, 49)
    return v == [1, 0] and found["x_n"] == "(2n, n² − 1)/(n² + 1)" and falls and all(dot(x, x) == 1 for x in points)


def in_circles(found: Any) -> bool:
    v, points, labels = unpacked(found)
    once, thrice = played(points, labels)[1][-1], played(points * 3, labels * 3)
    twice = played(points * 2, labels * 2)
    again = once == twice[1][-1] == thrice[1][-1] and len(points) < max(twice[0]) < max(thrice[0])
    return min(dot(v, x) ** 2 for x in points) == 0 and again


def wrong_on_the_samples(found: Any) -> bool:
    v, points, labels = unpacked(found)
    w = played(points, labels)[1][-1]
    return all(dot(v, z) for z in points) and [int(dot(w, x) >= 0) for x in points] != labels


def not_forced(found: Any) -> bool:
    """M mistakes of the Perceptron have δ²M² ≤ (w·v)² ≤ ‖w‖² ≤ M, and so fewer than ⌈1/δ²⌉ are made."""
    margin, claimed = Fraction(found["margin_squared"]), ceil(1 / Fraction(found["margin_squared"]))
    return 0 < margin <= 1 and found["dimension"] >= 1 / margin and margin * claimed**2 > claimed


def too_long(found: Any) -> bool:
    """Each vᵢ is δ or −δ, so that its square is δ², for two basis vectors in the plane."""
    margin = Fraction(found["margin_squared"])
    return found["dimension"] == 2 == ceil(1 / margin) and all(
        margin * (a * a + b * b) > 1 for a, b in product((1, -1), repeat=2)
    )


def two_labels_of_one_point(found: Any) -> bool:
    """v·e₁ = yδ and v·e₁ = −yδ differ, for δ > 0."""
    return Fraction(found["margin_squared"]) > 0 and sorted(found["labels"]) == [-1, 1]


def other_weights(found: Any) -> bool:
    (_, points, labels), (_, others, same) = unpacked(found["one"]), unpacked(found["other"])
    products = [[dot(x, z) for x in some for z in some] for some in (points, others)]
    w, z = played(points, labels)[1][-1], played(others, same)[1][-1]
    return labels == same and products[0] == products[1] and w != z


def needs_a_sample_twice(found: Any) -> bool:
    _, points, labels = unpacked(found)
    w = played(points, labels)[1][-1]
    distinct = [x for number, x in enumerate(points) if x not in points[:number]]
    sums = [
        [sum((s * x[i] for s, x in zip(signs, distinct, strict=True)), Fraction(0)) for i in range(len(w))]
        for signs in product((-1, 0, 1), repeat=len(distinct))
    ]
    return len(distinct) < len(points) and w not in sums


def no_multiple_is_unit(found: Any) -> bool:
    x = numbers(found["x"])
    return max(dot(scaled, scaled) for t in range(-50, 51) if (scaled := [t * p for p in x])) == 0


def labels_like_no_unit_vector(found: Any) -> bool:
    """V labels x and −x with 1 for every x of a grid, and a unit vector u labels −u with 0, as u·(−u) = −1."""
    v = numbers(found["target"])
    return all(dot(v, x) >= 0 and dot(v, [-p for p in x]) >= 0 for x in product(range(-3, 4), repeat=len(v)))


def not_unit(found: Any) -> bool:
    _, points, labels = unpacked(found)
    return any(dot(w, w) != 1 for w in played(points, labels)[1])


def no_number_of_mistakes(found: Any) -> bool:
    margin = Fraction(found["margin_squared"])
    return 0 < margin <= 1 and all(mistakes * margin != 1 for mistakes in range(ceil(1 / margin) + 1))


def no_legal_sample(found: Any) -> bool:
    """|v·x| ≤ 1 for unit v and x, so that δ above 1 leaves no sample; and yet ⌈1/δ²⌉ is 1 or more."""
    margin = Fraction(found["margin_squared"])
    return margin > 1 <= ceil(1 / margin)


RECHECKS = {
    ("notes3-threshold", 1): threshold,
    ("notes3-rescaling", 2): no_multiple_is_unit,
    ("notes3-rescaling", 3): rescaled,
    ("notes3-unit-w", 1): labels_like_no_unit_vector,
    ("notes3-unit-w", 2): not_unit,
    ("notes3-update", 1): wrong_after_the_update,
    ("notes3-1.1", 4): no_minimum,
    ("notes3-1.1", 2): in_circles,
    ("notes3-1.1", 3): wrong_on_the_samples,
    ("notes3-tight", 1): no_number_of_mistakes,
    ("notes3-1.4", 0): not_forced,
    ("notes3-1.4", 3): no_legal_sample,
    ("notes3-1.4-norm", 0): too_long,
    ("notes3-dual", 2): needs_a_sample_twice,
    ("notes3-1.4-order", 0): two_labels_of_one_point,
    ("notes3-dual-time", 2): other_weights,
}
