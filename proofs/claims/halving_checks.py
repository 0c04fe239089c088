"""The checks of the claims about Halving: what a candidate would have to show to contradict one, and candidates."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from proofs.claims.claim import Candidate
from proofs.claims.halving_runs import (
    Concepts,
    classes,
    expectations,
    halving,
    harmonic_less_one,
    ln_bounds,
    randomized,
    read_batches,
    read_concepts,
)

FACTOR = Fraction(36, 25)
"""1.44, which is below log₂ e."""

MOST_SIZE = 2_000
"""Sizes m that are tried."""


def _of_class(violated: Callable[[Concepts], str | None]) -> Callable[[Candidate], str | None]:
    def check(candidate: Candidate) -> str | None:
        concepts = read_concepts(candidate)
        return None if concepts is None else violated(concepts)

    return check


@_of_class
def above_log2(concepts: Concepts) -> str | None:
    """Say that Halving errs more than log₂|C| times."""
    value, size = halving(concepts), len(concepts)
    return f"{value} mistakes on {size} concepts: 2^{value} > {size}" if 2**value > size else None


def above_log(candidate: Candidate, *, base: int | None) -> str | None:
    """Compare Halving with a logarithm: the natural one, or with a base of at least 2."""
    if (concepts := read_concepts(candidate)) is None:
        return None
    value, size = int(halving(concepts)), len(concepts)
    above = value > ln_bounds(size)[1] if base is None else base**value > size
    return (
        f"mistakes: {value}, with {size} concepts: {'e' if base is None else base}^{value} > {size}" if above else None
    )


def foreign_labels(candidate: Candidate) -> str | None:
    """Run Halving, ties +, on a sequence of (point, label) that no concept need explain, until no concept is left."""
    concepts, sequence = read_concepts(candidate), candidate.get("sequence")
    if concepts is None or not isinstance(sequence, list):
        return None
    pairs = [pair for pair in sequence if isinstance(pair, list) and len(pair) == 2 and pair[1] in (1, -1)]  # noqa: PLR2004
    if len(pairs) < len(sequence) or not all(point in range(len(concepts[0])) for point, _ in pairs):
        return None
    left, mistakes = list(concepts), 0
    for point, label in pairs:
        votes = [1 if text[point] == "+" else -1 for text in left]
        mistakes += bool(left) and (1 if sum(votes) >= 0 else -1) != label
        left = [text for text, vote in zip(left, votes, strict=True) if vote == label]
    size = len(concepts)
    return f"mistakes: {mistakes}, with {size} concept(s): 2^{mistakes} > {size}" if 2**mistakes > size else None


@_of_class
def below_floor_log2(concepts: Concepts) -> str | None:
    """Say that Halving errs fewer than ⌊log₂|C|⌋ times at worst."""
    value, floor = halving(concepts), len(concepts).bit_length() - 1
    return f"at most {value} mistakes on {len(concepts)} concepts, and ⌊log₂⌋ = {floor}" if value < floor else None


@_of_class
def below_on_cube(concepts: Concepts) -> str | None:
    """Say that Halving errs other than n times at worst on all labelings of n points."""
    points = len(concepts[0])
    if len(concepts) != 1 << points or halving(concepts) == points:
        return None
    return f"{halving(concepts)} mistakes on all labelings of {points} points"


def fewer_than_half(candidate: Candidate, *, exactly: bool) -> str | None:
    """Check a mistake of the majority: of ``few`` and ``many`` concepts the many are removed."""
    few, many = candidate.get("few"), candidate.get("many")
    if type(few) is not int or type(many) is not int or not 0 <= few <= many or not many:
        return None
    enough = 2 * many > few + many if exactly else 2 * many >= few + many
    return None if enough else f"a mistake removes {many} of {few + many}"


def _majority(concepts: Concepts) -> tuple[str, bool]:
    """Return the majority of all concepts as a text, and whether it has no tie."""
    sums = [sum(1 if text[point] == "+" else -1 for text in concepts) for point in range(len(concepts[0]))]
    return "".join("+" if total >= 0 else "-" for total in sums), all(sums)


@_of_class
def in_class(concepts: Concepts) -> str | None:
    """Say that the majority of all concepts is one of them, where there is no tie."""
    majority, clear = _majority(concepts)
    return f"the majority of all is {majority}, a concept of the class" if clear and majority in concepts else None


@_of_class
def above_harmonic(concepts: Concepts) -> str | None:
    """Say that Randomized Halving is expected to err more than H_m − 1 times at worst."""
    value, most = randomized(concepts), harmonic_less_one(len(concepts))
    return f"the expectation is {value} on {len(concepts)} concepts, above {most}" if value > most else None


@_of_class
def above_ln(concepts: Concepts) -> str | None:
    """Say that Randomized Halving is expected to err more than ln m times at worst."""
    value, (_, above) = randomized(concepts), ln_bounds(len(concepts))
    # The bounds are 10⁻¹⁵ apart: a value between them is not above ln m for sure, and no class tried has one but 0.
    return f"the expectation is {value} on {len(concepts)} concepts, above ln" if value > above else None


@_of_class
def below_harmonic(concepts: Concepts) -> str | None:
    """Say that Randomized Halving is expected to err fewer than H_m − 1 times at worst."""
    value, most = randomized(concepts), harmonic_less_one(len(concepts))
    return f"the expectation is at most {value} on {len(concepts)} concepts, below {most}" if value < most else None


@_of_class
def below_full_harmonic(concepts: Concepts) -> str | None:
    """Say that Randomized Halving is expected to err fewer than H_m times at worst."""
    value, full = randomized(concepts), harmonic_less_one(len(concepts)) + 1
    return f"the expectation is at most {value} on {len(concepts)} concept(s), and H = {full}" if value < full else None


def singletons() -> Iterator[Candidate]:
    """Yield the classes of n singletons on n points."""
    return (c for c in classes() if all(text.count("+") == 1 for text in c["concepts"]) and _square(c["concepts"]))


def _square(concepts: list[str]) -> bool:
    return len(concepts) == len(concepts[0])


def cubes() -> Iterator[Candidate]:
    """Yield the classes of all labelings."""
    return (c for c in classes() if len(c["concepts"]) == 1 << len(c["concepts"][0]))


def of_order(candidate: Candidate, violated: Callable[[tuple[int, ...], list[Fraction]], str | None]) -> str | None:
    """Apply a check to the batches of a candidate, and the expectations M_1, …, M_r on them."""
    batches = read_batches(candidate)
    return None if batches is None else violated(batches, expectations(batches))


def recurrence(_: tuple[int, ...], m: list[Fraction], *, equal: bool) -> str | None:
    """Compare rM_r with r − 1 + M_1 + … + M_{r−1}: it should be no more, or ``equal``."""
    r = len(m)
    left, right = r * m[-1], r - 1 + sum(m[:-1])
    wrong = left != right if equal else left > right
    return f"r = {r}: r·M_r = {left}, and r − 1 + M_1 + … = {right}" if wrong else None


def all_err_first(batches: tuple[int, ...], m: list[Fraction]) -> str | None:
    """Say that some concept, beside the one that labels, is right on the first sample that eliminates any."""
    late = len(m) - 1 - sum(batches[:1])
    return f"{late} of {len(m)} concepts, beside the last, are right on the first sample" if late else None


def kept_differs(batches: tuple[int, ...], m: list[Fraction]) -> str | None:
    """Follow a concept that is drawn once and kept until it errs, over all draws."""

    def expected(rest: tuple[int, ...]) -> Fraction:
        size, found = 1 + sum(rest), Fraction(0)
        for number, batch in enumerate(rest):
            found += Fraction(batch, size) * (1 + after[len(rest) - number - 1])
        return found

    after: list[Fraction] = []  # by how many batches are left
    while len(after) <= len(batches):
        after += [expected(batches[len(batches) - len(after) :])]
    return None if after[-1] == m[-1] else f"kept until it errs: {after[-1]}; drawn every round: {m[-1]}"


def steep(_: tuple[int, ...], m: list[Fraction]) -> str | None:
    """Say that some s(M_s − M_{s−1}) is above 1."""
    for s in range(2, len(m) + 1):
        if s * (m[s - 1] - m[s - 2]) > 1:
            return f"r = {s}: r(M_r − M_(r−1)) = {s * (m[s - 1] - m[s - 2])}"
    return None


def _read_numbers(candidate: Candidate) -> list[Fraction] | None:
    """Return nonnegative numbers M_1, …, M_r that do not fall and satisfy the recurrence as an inequality."""
    try:
        m = [Fraction(text) for text in candidate["M"]]
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    legal = all(r * m[r - 1] <= r - 1 + sum(m[: r - 1]) for r in range(1, len(m) + 1))
    return m if legal and m and m[0] >= 0 and sorted(m) == m else None


def subtracted(candidate: Candidate) -> str | None:
    """Say that numbers which satisfy the inequalities have r(M_r − M_{r−1}) > 1."""
    m = _read_numbers(candidate)
    return None if m is None else steep((), m)


def numbers_above_harmonic(candidate: Candidate) -> str | None:
    """Say that numbers which satisfy the inequalities have M_r > H_r − 1."""
    if (m := _read_numbers(candidate)) is None:
        return None
    above = next((r for r in range(1, len(m) + 1) if m[r - 1] > harmonic_less_one(r)), None)
    return f"M_{above} = {m[above - 1]} > H − 1" if above else None


def numbers() -> Iterator[Candidate]:
    """Yield numbers M_1, …, M_r, r ≤ 4, of a few values: most satisfy no inequality, and are passed over."""
    values = ("0", "1/3", "1/2", "2/3", "5/6", "1", "13/12")
    for length in (1, 2, 3, 4):
        yield from ({"M": list(chosen)} for chosen in product(values, repeat=length))


def sizes() -> Iterator[Candidate]:
    """Yield numbers of concepts."""
    return ({"m": m} for m in (*range(1, 130), 255, 256, 1_000))


def of_size(candidate: Candidate, violated: Callable[[int], str | None]) -> str | None:
    """Apply a check to the number of concepts of a candidate."""
    m = candidate.get("m")
    return violated(m) if type(m) is int and 1 <= m <= MOST_SIZE else None


def solution(m: int, *, first: int) -> str | None:
    """Solve N_1 = 0, rN_r = r − 1 + N_1 + … + N_{r−1}, and compare with H_m less ``first``."""
    total = value = Fraction(0)
    for r in range(1, m + 1):
        value = (r - 1 + total) / r
        total += value
    claimed = harmonic_less_one(m) + 1 - first
    return None if value == claimed else f"N_{m} = {value}, not {claimed}"


def ratio_undefined(m: int) -> str | None:
    """Say that log₂ m / ln m is undefined."""
    return "log₂ 1 / ln 1 = 0/0" if m == 1 else None


def ratio_low(m: int, *, base: int | None) -> str | None:
    """Check log m / ln m ≥ 1.44, with the natural logarithm or another: it is 1/ln of the base, for every m."""
    if m == 1:
        return None
    reached = FACTOR <= 1 if base is None else FACTOR * ln_bounds(base)[1] <= 1
    return None if reached else f"m = {m}: the ratio is {'1' if base is None else f'1/ln {base}'} < 1.44"


def bounds_ratio(m: int, *, factor: Fraction) -> str | None:
    """Say that ⌊log₂ m⌋ is below a factor times H_m − 1."""
    floor, harmonic = m.bit_length() - 1, harmonic_less_one(m)
    return f"m = {m}: ⌊log₂ m⌋ = {floor} < {factor}·{harmonic}" if floor < factor * harmonic else None


def algorithms_ratio(candidate: Candidate, *, factor: Fraction) -> str | None:
    """Say that Halving errs less, at worst, than a factor times what Randomized Halving is expected to."""
    if (concepts := read_concepts(candidate)) is None:
        return None
    once, expected = halving(concepts), randomized(concepts)
    text = f"{len(concepts)} concepts: Halving errs at most {once} time(s), Randomized Halving {expected} expected"
    return text if once < factor * expected else None


@_of_class
def singletons_differ(concepts: Concepts) -> str | None:
    """Say that on m ≥ 2 singletons Halving errs other than once, or Randomized Halving other than H_m − 1 times."""
    m = len(concepts)
    if sorted(concepts) != sorted("-" * x + "+" + "-" * (m - 1 - x) for x in range(m)) or m == 1:
        return None
    found: tuple[Any, ...] = (halving(concepts), randomized(concepts))
    expected = (1, harmonic_less_one(m))
    return None if found == expected and 2 * found[1] >= m.bit_length() - 1 else f"{found} on {m} singletons"


def pairs() -> Iterator[Candidate]:
    """Yield divisions of a version space by its vote."""
    return ({"few": few, "many": many} for many in range(1, 20) for few in range(many + 1))


def sequences() -> Iterator[Candidate]:
    """Yield short sequences on one point, with labels of all kinds."""
    for concepts in (["+"], ["+", "-"]):
        for labels in product((1, -1), repeat=2):
            yield {"concepts": concepts, "sequence": [[0, label] for label in labels]}
            yield {"concepts": concepts, "sequence": [[0, labels[0]]]}


def three() -> Iterator[Candidate]:
    """Yield the three singletons."""
    yield {"concepts": ["+--", "-+-", "--+"]}
