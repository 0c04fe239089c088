"""Tightness: for each theorem from above and adversary from below, whether the two numbers are the same.

A refuted row here is a gap: the bound is true, and on the witness nothing reaches it.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_texts

if TYPE_CHECKING:
    from proofs.exact.steps import Step

SOURCE = "Tightness: the theorem from above beside the adversary from below"

NAMED = (
    *(f"singletons:{n}" for n in (2, 3, 4, 8)),
    *(f"thresholds:{n}" for n in (1, 2, 3, 6, 7)),
    *(f"intervals:{n}" for n in (1, 2, 3, 4, 5, 6, 8)),
    *("cube:3", "parities:3", "dictators:4", "conjunctions:1", "conjunctions:2", "decision-lists:2", "halfspaces:2"),
    *("halfspaces:3", "projective-plane:2", "projective-plane:3", "monotone-conjunctions:3"),
)
"""Classes to try, beside all small ones."""

FOUND = (
    "--+- -++- +++- ---+ ++-+ +-++ -+++ ++++",
    "---- --+- +-+- -++- ---+ +--+ -+-+ ++-+",
    "----- -++-- --++- -+++- ++--+ +-+-+ -++-+ +++-+ +++++",
)
"""Classes that a search through 130,000 random ones has found to be bad for Halving under some rule for ties."""


def _table(candidate: Candidate) -> ConceptClass:
    return class_of_texts("the class", candidate["concepts"])


def _classes() -> Iterator[Candidate]:
    """Yield all classes of two or three concepts on up to two points, of up to five on three, and the named ones."""
    for points, most in ((1, 2), (2, 3), (3, 5)):
        labelings = ["".join("+" if bits >> x & 1 else "-" for x in range(points)) for bits in range(1 << points)]
        for size in range(2, most + 1):
            for rows in combinations(labelings, size):
                yield {"concepts": list(rows)}
    yield from ({"concepts": rows.split()} for rows in FOUND)
    for name in NAMED:
        table = find_class(name)
        yield {"concepts": [table.row_text(concept) for concept in range(table.size)]}


def _log_is_reached(candidate: Candidate) -> str | None:
    from proofs.solvers.values import halving_worst_case

    table = _table(candidate)
    worst, most = halving_worst_case(table, "adversarial").value(), table.size.bit_length() - 1
    return (
        None
        if worst == most
        else f"{table.size} concepts: ⌊log₂|C|⌋ = {most}, but Halving never errs more than {worst}×"
    )


def _halving_is_optimal(ties: Any) -> Any:
    def violated(candidate: Candidate) -> str | None:
        from proofs.solvers.littlestone import Littlestone
        from proofs.solvers.values import halving_worst_case

        table = _table(candidate)
        worst, best = halving_worst_case(table, ties).value(), Littlestone(table).dimension()
        return (
            None
            if worst == best
            else f"{table.size} concepts: Halving can be forced to {worst}, the best learner to {best}"
        )

    return violated


def _littlestone_is_certified(candidate: Candidate) -> str | None:
    from proofs.solvers.littlestone import Littlestone

    table = _table(candidate)
    solver = Littlestone(table)
    depth = solver.dimension()

    def least(tree: Any, space: int) -> int:
        """Return the depth of the shallowest leaf, −1 where a leaf does not agree with its path."""
        if isinstance(tree, int):
            return 0 if space >> tree & 1 else -1
        point, *below = tree
        depths = [least(part, table.restrict(space, point, y)) for part, y in zip(below, (-1, 1), strict=True)]
        return 1 + min(depths) if min(depths) >= 0 else -1

    forced = least(solver.tree(depth), table.everything)
    kept = solver.ranks(depth)[0]["rank"]
    return None if forced == depth == kept else f"the tree forces {forced}, the ranks allow {kept}"


def _harmonic() -> "list[Step]":
    import sympy as sp  # type: ignore[import-untyped]

    from proofs.exact.steps import Step

    m = sp.Symbol("m", integer=True, positive=True)
    harmonic = sp.Function("H")(m)
    return [
        Step("one singleton: no mistake, H₁ − 1 = 0", sp.harmonic(1) - 1, sp.Integer(0)),
        Step(
            "show the point of one of m + 1 singletons, labeled −1: 1 in m + 1 predicts +1, m singletons are left",
            sp.Rational(1) / (m + 1) + (harmonic - 1),
            (harmonic + 1 / (m + 1)) - 1,
        ),
        Step(
            "so m singletons cost H_m − 1, as at m = 8",
            sum(sp.Rational(1, k) for k in range(2, 9)),
            sp.Rational(481, 280),
        ),
    ]


def _harmonic_is_reached(candidate: Candidate) -> str | None:
    from proofs.solvers.values import harmonic_less_one, randomized_halving

    table = _table(candidate)
    worst, most = randomized_halving(table).value(), harmonic_less_one(table.size)
    return None if worst == most else f"{table.size} concepts: H_m − 1 = {most}, no sequence costs more than {worst}"


def _randomized_is_half(candidate: Candidate) -> str | None:
    from proofs.solvers.littlestone import Littlestone
    from proofs.solvers.values import randomized_littlestone

    table = _table(candidate)
    best, depth = randomized_littlestone(table).value(), Littlestone(table).dimension()
    return None if best == Fraction(depth, 2) else f"{table.size} concepts: RL = {best}, L/2 = {Fraction(depth, 2)}"


def _norms() -> "list[Step]":
    from proofs.exact.symbolic import claim_1_4

    return claim_1_4()


CLAIMS = (
    Claim(
        "tight-perceptron",
        SOURCE,
        "Notes 3, Theorem 1.1 and Claim 1.4",
        "⌊1/δ²⌋ mistakes are what the Perceptron never exceeds and what orthonormal points force on every learner",
        (
            Reading(
                "unit points, dimension at least ⌊1/δ²⌋: the two numbers are equal for every δ",
                argument=_norms,
                theorem="value_1_4",
            ),
        ),
    ),
    Claim(
        "tight-soa",
        SOURCE,
        "Littlestone 1988",
        "the mistake tree forces what the standard optimal algorithm never exceeds, on every finite class",
        (
            Reading(
                "certified both ways", violated=_littlestone_is_certified, candidates=_classes, theorem="littlestone"
            ),
        ),
    ),
    Claim(
        "tight-halving-log",
        SOURCE,
        "Notes 3, section 3",
        "Halving's ⌊log₂|C|⌋ mistakes can be forced",
        (
            Reading(
                "on every class, even if its ties fall badly",
                violated=_log_is_reached,
                candidates=_classes,
                instead="⌊log₂|C|⌋ is reached on some classes (all labelings of n points), and can be log₂|C| too high",
                theorem="log2_is_not_always_reached",
            ),
        ),
    ),
    Claim(
        "tight-halving-optimal",
        SOURCE,
        "Notes 3, section 3, beside Littlestone 1988",
        "Halving is optimal among deterministic learners",
        tuple(
            Reading(
                f"on every class, with {ties} ties",
                violated=_halving_is_optimal(ties),
                theorem="halving_is_not_optimal",
                candidates=_classes,
                instead="Halving can be forced to at least L(C) and at most ⌊log₂|C|⌋ mistakes",
            )
            for ties in ("negative", "positive", "adversarial", "optimal")
        ),
    ),
    Claim(
        "tight-randomized-halving",
        SOURCE,
        "Notes 3, Claim 4.1",
        "the expected mistakes of Randomized Halving reach H_m − 1",
        (
            Reading("for every m, on singletons", argument=_harmonic, theorem="singletons_reach_it"),
            Reading(
                "on every class of m concepts",
                violated=_harmonic_is_reached,
                candidates=_classes,
                instead="H_m − 1 is reached where concepts can be eliminated one by one",
                theorem="harmonic_is_not_always_reached",
            ),
        ),
    ),
    Claim(
        "tight-randomized",
        SOURCE,
        "Filmus, Hanneke, Mehalel and Moran 2023",
        "coins halve the number of mistakes: RL(C) = L(C)/2",
        (
            Reading(
                "on every class",
                violated=_randomized_is_half,
                candidates=_classes,
                instead="L/2 ≤ RL ≤ L, with RL = L/2 where all paths of the best tree are as long",
            ),
        ),
    ),
)
