"""The dual Perceptron and kernels: Chan, CSCI4230 Notes 3, section 2.

A kernel is given on n samples by its matrix, K[j][i] = K(xʲ, xⁱ), and f(xⁱ) = Σⱼ σⱼK(xʲ, xⁱ) over the mistakes. What
such an f can express, a target a does: it labels xⁱ by the sign of Σⱼ aⱼK(xʲ, xⁱ), which is never 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.later import later
from proofs.claims.notes3_runs import SOURCE, UNIT, Vec, add, dot, game, games, read_game, read_vec, show, write_vec
from proofs.exact.errors import InputError
from proofs.exact.margins import Inseparable, best_margin
from proofs.exact.vectors import vector

MOST_DISTINCT = 6
"""Samples of which all sums with coefficients 1, 0 and −1 are tried."""

MOST_MISTAKES = 1_000
"""Mistakes after which a run on a kernel ends, if its bound is larger."""


# ------------------------------------------------------------------------------------------------ the dual


def _is_no_signed_sum(candidate: Candidate) -> str | None:
    known = read_game(candidate)
    if known is None or known.rule == "halves":
        return None
    total = (Fraction(0),) * len(known.u)
    for mistake in known.run():
        x, label = known.points[mistake.number], known.labels[mistake.number]
        in_dual = sum([known.labels[m.number] * dot(known.points[m.number], x) for m in known.run()
                       if m.number < mistake.number], Fraction(0))  # fmt: skip
        total = add(total, x, label)
        if total != mistake.after or in_dual != dot(mistake.before, x):
            return f"after round {mistake.number + 1}, w = {show(mistake.after)}, the sum of the mistakes {show(total)}"
    return None


def _needs_a_sample_twice(candidate: Candidate) -> str | None:
    """Try every sum of distinct samples with coefficients 1, 0 and −1."""
    known = read_game(candidate)
    if known is None or not (made := known.run()):
        return None
    distinct = tuple(dict.fromkeys(known.points))
    if len(distinct) > MOST_DISTINCT:
        return None
    for signs in product((0, 1, -1), repeat=len(distinct)):
        total = (Fraction(0),) * len(known.u)
        for x, sign in zip(distinct, signs, strict=True):
            total = add(total, x, sign)
        if total == made[-1].after:
            return None
    return f"w = {show(made[-1].after)} is no ±1-sum of the {len(distinct)} distinct samples, each at most once"


def _repeated() -> Iterator[Candidate]:
    """Yield games in the plane in which the second sample is shown again after a third."""
    for u, (a, b) in product(((-1, 1), (-1, 2)), product(UNIT[2], repeat=2)):
        yield game(u, [UNIT[2][0], a, b, a])


def _is_not_slower(candidate: Candidate) -> str | None:
    """Count the inner products of the next prediction: one with w, or one with each mistake."""
    known = read_game(candidate)
    if known is None or (made := len(known.run())) > 1:
        return None
    return f"after {made} mistakes a prediction takes {made} inner products, and one with w"


DUAL = (
    Claim(
        "notes3-dual",
        SOURCE,
        "section 2",
        "The w of the Perceptron is always a ±1-sum of samples, so that w·x needs inner products of samples only.",
        (
            Reading(
                "of the samples of its mistakes, with their labels for signs, repetitions allowed",
                argument=later("notes3_arguments", "signed_sum"),
                violated=_is_no_signed_sum,
                candidates=games,
                theorem="perceptron_dual",
            ),
            Reading(
                "of distinct samples, each taken at most once",
                violated=_needs_a_sample_twice,
                candidates=_repeated,
                instead="a sample is repeated in the sum as often as a mistake was made on it",
                theorem="dual_needs_repetition",
            ),
        ),
    ),
    Claim(
        "notes3-dual-time",
        SOURCE,
        "section 2",
        "Predicting from the memorized mistakes takes as many inner products as there were mistakes, which is slower.",
        (
            Reading(
                "slower than the one inner product with w, from the first round on",
                violated=_is_not_slower,
                candidates=lambda: (game(u, [x]) for d in (1, 2) for u in UNIT[d] for x in UNIT[d]),
                instead="slower from two mistakes on, by a factor of M ≤ 1/δ²",
                theorem="dual_is_not_slower_at_first",
            ),
        ),
    ),
)


# ------------------------------------------------------------------------------------------------ kernels


@dataclass(frozen=True, slots=True)
class _Sample:
    """A kernel's matrix, labels, and the scores Σⱼ aⱼK(xʲ, xⁱ) of a target."""

    matrix: tuple[Vec, ...]
    labels: tuple[int, ...]
    target: Vec
    scores: Vec

    @property
    def symmetric(self) -> bool:
        return tuple(zip(*self.matrix, strict=True)) == self.matrix


def _read_matrix(candidate: Candidate) -> tuple[Vec, ...]:
    matrix = tuple(map(read_vec, candidate["K"]))
    if not matrix or any(len(row) != len(matrix) for row in matrix):
        raise InputError(f"a kernel's matrix is square: {candidate['K']}")
    return matrix


def _read_sample(candidate: Candidate) -> _Sample | None:
    """Read a sample that its target labels, and with no score of 0; ``None`` if it does not."""
    if not {"K", "labels", "target"} <= candidate.keys():
        return None
    matrix, labels, target = _read_matrix(candidate), tuple(candidate["labels"]), read_vec(candidate["target"])
    scores = tuple([dot(target, column) for column in zip(*matrix, strict=True)])
    realized = len(labels) == len(matrix) and all(
        y in (1, -1) and y * s > 0 for y, s in zip(labels, scores, strict=True)
    )
    return _Sample(matrix, labels, target, scores) if realized else None


def semidefinite(matrix: tuple[Vec, ...]) -> bool:
    """Return whether a symmetric matrix is positive semidefinite: Schur complements, exactly."""
    if not matrix:
        return True
    (pivot, *row), rest = matrix[0], matrix[1:]
    if pivot <= 0:
        return pivot == 0 and not any(row) and semidefinite(tuple([r[1:] for r in rest]))
    return semidefinite(tuple([add(r[1:], tuple(row), -r[0] / pivot) for r in rest]))


def _learns_never(candidate: Candidate, kind: Literal["any", "symmetric"]) -> str | None:
    """Check weights u ≥ 0 with Σᵢ uᵢyᵢyⱼK(xʲ, xⁱ) < 0 for every j.

    After c ≥ 0 mistakes, not all 0, Σ uᵢyᵢf(xⁱ) < 0, so that some sample is misclassified: every pass has a mistake.
    The first pass has one because f = 0 predicts 1 and a label is −1.
    """
    if "weights" not in candidate or (sample := _read_sample(candidate)) is None or min(sample.labels) == 1:
        return None
    signed = read_vec(candidate["weights"])
    weighted = tuple([u * y for u, y in zip(signed, sample.labels, strict=True)])
    pulls = [y * dot(weighted, row) for y, row in zip(sample.labels, sample.matrix, strict=True)]
    unit = all(row[i] == 1 for i, row in enumerate(sample.matrix))
    if min(signed) < 0 or max(pulls) >= 0 or (kind == "symmetric" and not (sample.symmetric and unit)):
        return None
    values = "; ".join(show(row) for row in sample.matrix)
    return f"K = [{values}], labels {sample.labels}: each pass has a mistake, forever; a = {show(sample.target)} fits"


def _run(sample: _Sample, most: Fraction) -> int | None:
    """Return the mistakes until a pass has none, or ``None`` once there are more than ``most``."""
    counts = (Fraction(0),) * len(sample.labels)
    columns = tuple(zip(*sample.matrix, strict=True))
    made = 0
    while made <= most:
        before = made
        for i, label in enumerate(sample.labels):
            if (dot(counts, columns[i]) >= 0) != (label == 1):
                counts = tuple([value + label * (i == j) for j, value in enumerate(counts)])
                made += 1
        if made == before:
            return made
    return None


def _exceeds_kernel_bound(candidate: Candidate) -> str | None:
    sample = _read_sample(candidate)
    if sample is None or not sample.symmetric or not semidefinite(sample.matrix):
        return None
    bound = max(row[i] for i, row in enumerate(sample.matrix)) * dot(sample.target, sample.scores)
    bound /= min(score**2 for score in sample.scores)
    if bound > MOST_MISTAKES:
        return None
    return None if _run(sample, bound) is not None else f"more than R²B²/γ² = {bound} mistakes"


def stuck(matrix: tuple[Vec, ...], labels: tuple[int, ...]) -> Vec | None:
    """Return weights u > 0 with Σᵢ uᵢyᵢyⱼK(xʲ, xⁱ) < 0 for every j, which prove that no pass is clean; or ``None``."""
    size = len(labels)
    rows = [tuple([-labels[i] * labels[j] * matrix[j][i] for i in range(size)]) for j in range(size)]
    rows += [tuple([Fraction(int(i == j)) for j in range(size)]) for i in range(size)]
    return _separator(rows, (1,) * len(rows), size)


def target_of(matrix: tuple[Vec, ...], labels: tuple[int, ...]) -> Vec | None:
    """Return a target a that labels the samples so, or ``None`` if there is none."""
    return _separator(list(zip(*matrix, strict=True)), labels, len(labels))


def _separator(rows: list[Vec], labels: tuple[int, ...], size: int) -> Vec | None:
    found = best_margin([(vector(enumerate(row)), label) for row, label in zip(rows, labels, strict=True)])
    if isinstance(found, Inseparable):
        return None
    w = dict(found.w.entries)
    return tuple([Fraction(w.get(index, 0)) for index in range(size)])


def kernel_case(matrix: tuple[Vec, ...], labels: tuple[int, ...]) -> Candidate | None:
    """Return a labeled sample with a target, and weights if they prove that it is never learned."""
    target = target_of(matrix, labels)
    if target is None:
        return None
    case = {"K": [write_vec(row) for row in matrix], "labels": list(labels), "target": write_vec(target)}
    weights = stuck(matrix, labels)
    return case if weights is None else {**case, "weights": write_vec(weights)}


def _matrices(*, diagonal: tuple[int, ...], symmetric: bool) -> Iterator[tuple[Vec, ...]]:
    """Yield matrices of one and two samples with small entries."""
    yield from (((Fraction(d),),) for d in diagonal)
    others = (0, 1, -1, 2, -2) if symmetric else (0, 1, -1)
    for d, e, k, m in product(diagonal, diagonal, others, others):
        if not symmetric or k == m:
            yield (Fraction(d), Fraction(k)), (Fraction(m), Fraction(e))


def _cases(*, diagonal: tuple[int, ...], symmetric: bool) -> Iterator[Candidate]:
    for matrix in _matrices(diagonal=diagonal, symmetric=symmetric):
        for labels in product((1, -1), repeat=len(matrix)):
            if case := kernel_case(matrix, labels):
                yield case


def _grams() -> Iterator[Candidate]:
    """Yield samples in the plane under the kernels (x·z)ᵖ, (x·z + 1)², and (x·z)² + x·z."""
    kernels = (lambda s: s, lambda s: s**2, lambda s: (s + 1) ** 2, lambda s: s**2 + s)
    for kernel, (x, z) in product(kernels, product(UNIT[2][:6], repeat=2)):
        points = (UNIT[2][0], x, z)
        matrix = tuple([tuple([kernel(dot(p, q)) for q in points]) for p in points])
        for labels in ((-1, 1, -1), (1, -1, -1)):
            if len(set(points)) == len(points) and (case := kernel_case(matrix, labels)):
                yield case


def _can_be_learned(candidate: Candidate) -> str | None:
    """Say that no labels of any of the points that a target realizes have weights which prove them never learned."""
    if candidate.keys() != {"K"}:
        return None
    matrix = _read_matrix(candidate)
    if tuple(zip(*matrix, strict=True)) != matrix or semidefinite(matrix):
        return None
    size = range(len(matrix))
    for kept in product((True, False), repeat=len(matrix)):
        chosen = [i for i in size if kept[i]]
        part = tuple([tuple([matrix[i][j] for j in chosen]) for i in chosen])
        for labels in product((1, -1), repeat=len(chosen)):
            case = kernel_case(part, labels) if -1 in labels else None
            if case is not None and _learns_never(case, "any"):
                return None
    return f"K = {candidate['K']} has a negative eigenvalue, and no labels are proved never to be learned"


def _symmetric() -> Iterator[Candidate]:
    for matrix in _matrices(diagonal=(1, 0, -1), symmetric=True):
        yield {"K": [write_vec(row) for row in matrix]}
    for k, m, n in product((1, -1, 2), repeat=3):
        yield {"K": [["1", str(k), str(m)], [str(k), "1", str(n)], [str(m), str(n), "1"]]}


KERNEL = Claim(
    "notes3-kernel",
    SOURCE,
    "section 2",
    "The inner product may be replaced by any kernel function of two samples.",
    (
        Reading(
            "any function K: finitely many mistakes, if some Σ aⱼK(xʲ, ·) has the sign of every label",
            violated=lambda candidate: _learns_never(candidate, "any"),
            candidates=lambda: _cases(diagonal=(1, 0, -1), symmetric=False),
            instead="any symmetric K all of whose matrices are positive semidefinite",
            theorem="any_kernel_is_false",
        ),
        Reading(
            "any symmetric K with K(x, x) = 1",
            violated=lambda candidate: _learns_never(candidate, "symmetric"),
            candidates=lambda: _cases(diagonal=(1,), symmetric=True),
            instead="any symmetric K all of whose matrices are positive semidefinite",
            theorem="any_kernel_with_unit_points_is_false",
        ),
        Reading(
            "any symmetric positive semidefinite K: M ≤ R²B²/γ², with R² = max K(x, x), B² = aᵀKa, γ = min |(Ka)ᵢ|",
            argument=later("notes3_arguments", "kernel_bound"),
            violated=_exceeds_kernel_bound,
            candidates=lambda: (*_cases(diagonal=(1, 2), symmetric=True), *_grams()),
            theorem="kernel_perceptron_bound",
        ),
        Reading(
            "no other symmetric K: if a matrix of K has a negative eigenvalue, some labels of some of its points are "
            "those of a target, and yet every pass over them has a mistake, forever",
            argument=later("notes3_arguments", "kernel_converse"),
            violated=_can_be_learned,
            candidates=_symmetric,
        ),
    ),
)

DUAL_AND_KERNELS = (*DUAL, KERNEL)
