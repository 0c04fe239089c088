"""Violations of statements about the Perceptron's w, a sum of samples, and about a kernel K(x, z) in it.

A tie is predicted +1, as in Notes 3. K is given on some points by its matrix. After cⱼ mistakes on xʲ, the Perceptron
has f(x) = Σ cⱼyⱼK(xʲ, x), and a target is also such a sum f = Σ aⱼK(xʲ, ·).
"""

from itertools import product
from typing import Any

from proofs.claims.candidates import Point, Sample, add, dot, show, shown
from proofs.claims.perceptron import mistakes, run
from proofs.exact.errors import counted


def explained(game: Sample) -> str:
    """Write the samples for people, and the target that labels them."""
    return f"{shown(game.examples)}, the labels of v = {show(game.target or ())}"


def weights(game: Sample) -> Point:
    """Return w after the samples."""
    return ([played.after for played in run(game.examples, tie=1)] or [(0,) * game.dimension])[-1]


def endless(game: Sample) -> str | None:
    """Test that passes over the sample end: they do not, if the second one has mistakes and ends in the same w."""
    products = [(dot(game.target or (), x), label) for x, label in game.examples]
    w = weights(game)
    again = list(run(game.examples, tie=1, start=w))
    errors = sum([played.mistake for played in again])
    if any((value >= 0) != (label > 0) for value, label in products) or not errors or again[-1].after != w:
        return None
    least = min([label * value for value, label in products])
    passes = f"the first pass ends with w = {show(w)}; every later pass makes {counted(errors, 'mistake')}"
    return f"{explained(game)}, δ = {least}: {passes} and returns to it"


def labels_otherwise(game: Sample) -> str | None:
    """Test that the hypothesis is right on the samples after them."""
    w = weights(game)
    for x, _ in game.examples if game.ratio else ():
        h, c = dot(w, x), dot(game.target or (), x)
        if (h >= 0) != (c >= 0):
            return f"after {explained(game)}, w = {show(w)}: at x = {show(x)} w·x = {h}, but v·x = {c}"
    return None


def needs_repetition(game: Sample) -> str | None:
    """Test that w is a sum of distinct samples, each at most once, with signs."""
    w, distinct = weights(game), tuple(dict.fromkeys([x for x, _ in game.examples]))
    for signs in product((0, 1, -1), repeat=len(distinct)):
        total: Point = (0,) * game.dimension
        for x, factor in zip(distinct, signs, strict=True):
            total = add(total, x, factor)
        if total == w:
            return None
    terms = [game.examples[mistake.number] for mistake in mistakes(game.examples, tie=1)]
    written = " ".join([f"{'+' if label > 0 else '−'} {show(x)}" for x, label in terms])
    once = "which is not a sum of these samples, each at most once, whatever the signs"
    return f"after {explained(game)}, w = {written} = {show(w)}, {once}"


def differ_with_equal_products(case: dict[str, Sample]) -> str | None:
    """Find two runs with the same inner products of samples and the same labels, but with different w."""
    first, second = case["one"], case["other"]
    tables = [[[dot(x, z) for x, _ in game.examples] for z, _ in game.examples] for game in (first, second)]
    same = tables[0] == tables[1] and [y for _, y in first.examples] == [y for _, y in second.examples]
    if not same or weights(first) == weights(second):
        return None
    after = [f"w = {show(weights(game))} after {shown(game.examples)}" for game in (first, second)]
    return f"{' and '.join(after)}, though the inner products of samples are the same"


# -------------------------------------------------------------------------------------------------------------- kernels


def stuck(matrix: tuple[Point, ...], labels: tuple[int, ...]) -> Point | None:
    """Return weights u > 0 with Σᵢ uᵢyᵢyⱼK(xʲ, xⁱ) < 0 for every j, or ``None`` if there are none.

    Then Σᵢ uᵢyᵢf(xⁱ) < 0 after any mistake, so that some point is misclassified.
    """
    size = range(len(labels))
    rows = [tuple([-labels[i] * labels[j] * matrix[j][i] for i in size]) for j in size]
    units = [tuple([int(i == j) for j in size]) for i in size]
    return Sample(tuple([(row, 1) for row in (*rows, *units)])).shortest


def never_learned(case: dict[str, Any]) -> str | None:
    """Test that passes over the points end, for a symmetric K with K(x, x) = 1 and labels of a target, not all +1.

    A case has the ``matrix`` K(xⁱ, xʲ), the ``labels``, and the coefficients of a ``target`` Σ aⱼK(xʲ, ·). With all
    labels +1 the first pass would have no mistake.
    """
    matrix, ys, target = case["matrix"], case["labels"], case["target"]
    columns = tuple(zip(*matrix, strict=True))
    unit = columns == matrix and all(row[i] == 1 for i, row in enumerate(matrix))
    realized = all(y * dot(target, column) > 0 for y, column in zip(ys, columns, strict=True))
    weights = stuck(matrix, ys) if unit and realized and -1 in ys else None
    if weights is None:
        return None
    weighted = tuple([u * y for u, y in zip(weights, ys, strict=True)])
    pulls = tuple([y * dot(weighted, row) for y, row in zip(ys, matrix, strict=True)])
    labels = f"labels {', '.join([f'{y:+d}' for y in ys])} of the target with a = {show(target)}"
    kernel = f"K has the rows {', '.join(map(show, matrix))}, and the points have the {labels}"
    sums = f"Σ uᵢyᵢf(xⁱ) = Σ dⱼcⱼ for u = {show(weights)}, d = {show(pulls)}"
    wrong = "so that some yᵢf(xⁱ) < 0, or c = 0, where all points get the same answer: each pass has a mistake"
    return f"{kernel}: after cⱼ mistakes on xʲ {sums}, {wrong}"
