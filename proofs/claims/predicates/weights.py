"""What contradicts a statement about the Perceptron's w: what it has learned, and of which samples it is a sum.

A tie is predicted +1, as in Notes 3.
"""

from itertools import product

from proofs.claims.candidates import Point, Sample, add, dot, show
from proofs.claims.perceptron import mistakes, run
from proofs.claims.predicates.linear import shown
from proofs.claims.predicates.perceptron import counted


def explained(game: Sample) -> str:
    """Write the samples for people, and the target that labels them."""
    return f"{shown(game.examples)}, the labels of v = {show(game.target or ())}"


def weights(game: Sample) -> Point:
    """Return w after the samples."""
    return ([made.after for made in run(game.examples, tie=1)] or [(0,) * game.dimension])[-1]


def endless(game: Sample) -> str | None:
    """Test that passes over the sample end: they do not, if the second one has mistakes and ends in the same w."""
    products = [(dot(game.target or (), x), label) for x, label in game.examples]
    w = weights(game)
    again = list(run(game.examples, tie=1, start=w))
    made = sum([one.mistake for one in again])
    if any((value >= 0) != (label > 0) for value, label in products) or not made or again[-1].after != w:
        return None
    least = min([label * value for value, label in products])
    passes = f"the first pass ends with w = {show(w)}; every later pass makes {counted(made, 'mistake')}"
    return f"{explained(game)}, δ = {least}: {passes} and returns to it"


def labels_otherwise(game: Sample) -> str | None:
    """Test that the hypothesis is right after the samples: at the point x, or if there is none, on the samples."""
    w = weights(game)
    for x in [game.x] if game.x else [x for x, _ in game.examples] if game.ratio else ():
        h, c = dot(w, x), dot(game.target or (), x)
        if (h >= 0) != (c >= 0):
            return f"after {explained(game)}, w = {show(w)}: at x = {show(x)} w·x = {h}, but v·x = {c}"
    return None


def is_not_signed_sum(game: Sample) -> str | None:
    """Test that w is the sum of y·z over the mistakes z, and w·x that of y(z·x), whenever x is a mistake."""
    terms: list[tuple[Point, int]] = []
    for made in mistakes(game.examples, tie=1):
        x, label = game.examples[made.number]
        found = sum([sign * dot(z, x) for z, sign in terms])
        terms.append((x, label))
        total = tuple([sum([sign * z[i] for z, sign in terms]) for i in range(len(x))])
        if total != made.after or found != dot(made.before, x):
            return f"after round {made.number + 1} w = {show(made.after)}, and the sum is {show(total)}"
    return None


def needs_repetition(game: Sample) -> str | None:
    """Test that w is a sum of distinct samples, each at most once, with signs."""
    w, distinct = weights(game), tuple(dict.fromkeys([x for x, _ in game.examples]))
    for signs in product((0, 1, -1), repeat=len(distinct)):
        total: Point = (0,) * game.dimension
        for x, sign in zip(distinct, signs, strict=True):
            total = add(total, x, sign)
        if total == w:
            return None
    terms = [game.examples[made.number] for made in mistakes(game.examples, tie=1)]
    written = " ".join([f"{'+' if label > 0 else '−'} {show(x)}" for x, label in terms])
    once = "which is not a sum of these samples, each at most once, whatever the signs"
    return f"after {explained(game)}, w = {written} = {show(w)}, {once}"


def differ_with_equal_products(case: dict[str, Sample]) -> str | None:
    """Find two runs with the same inner products of samples and the same labels, but with different w."""
    one, other = case["one"], case["other"]
    tables = [[[dot(x, z) for x, _ in game.examples] for z, _ in game.examples] for game in (one, other)]
    same = tables[0] == tables[1] and [y for _, y in one.examples] == [y for _, y in other.examples]
    if not same or weights(one) == weights(other):
        return None
    after = [f"w = {show(weights(game))} after {shown(game.examples)}" for game in (one, other)]
    return f"{' and '.join(after)}, though the inner products of samples are the same"


def is_not_slower(game: Sample) -> str | None:
    """Test that w·x takes more inner products of samples, one for each mistake, than the one with w."""
    made = len(mistakes(game.examples, tie=1))
    products = f"w·x takes {counted(made, 'inner product')} of samples, and 1 with w"
    return None if made > 1 else f"after {explained(game)}, {products}"
