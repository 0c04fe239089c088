"""The claims of Chan, CSCI4230 Notes 3, sections 3 and 4: Halving and Randomized Halving."""

from fractions import Fraction
from functools import partial
from typing import Any

from proofs.claims import halving_checks as check
from proofs.claims.claim import Claim, Reading
from proofs.claims.halving_runs import classes, orders
from proofs.claims.later import later

SOURCE = "Chan, CSCI4230 Notes 3"


def _argument(name: str) -> Any:
    return later("halving_arguments", name)


_NUMBERS_OF = {"few": 1, "more": 1, "M": 1, "slack": 0, "others": 2, "r": 3, "H": Fraction(11, 6), "i": 1, "left": 1}
"""Three concepts left, of which a mistake removes two; H_3 = 11/6."""

_CLASS = partial(Reading, candidates=classes, instance=_NUMBERS_OF)
_SIZE = partial(Reading, candidates=check.sizes, instance=_NUMBERS_OF)
_NUMBERS = partial(Reading, candidates=check.numbers)


def _order(says: str, violated: Any, argument: Any = None, instead: str = "", *, theorem: str = "") -> Reading:
    test = partial(check.of_order, violated=violated)
    return Reading(says, argument, violated=test, candidates=orders, instead=instead, theorem=theorem)


def _size(says: str, violated: Any, argument: Any = None, instead: str = "", *, theorem: str = "") -> Reading:
    test = partial(check.of_size, violated=violated)
    return _SIZE(says, argument, violated=test, instead=instead, theorem=theorem)


HALVING_CLAIMS = (
    Claim(
        "notes3-3",
        SOURCE,
        "section 3, Claim",
        "Halving makes at most log |C| mistakes",
        (
            _CLASS(
                "log₂, labels by a concept of C, whichever way ties go",
                _argument("log2"),
                violated=check.above_log2,
                theorem="halving_log2",
            ),
            _CLASS("ln", violated=partial(check.above_log, base=None), instead="log₂", theorem="no_greater_base"),
            _CLASS("log₁₀", violated=partial(check.above_log, base=10), instead="log₂", theorem="no_greater_base"),
            Reading(
                "log₂, and any labels",
                violated=check.foreign_labels,
                candidates=check.sequences,
                instead="labels by a concept of C",
                theorem="any_labels_exceed_log2",
            ),
            _CLASS(
                "⌊log₂|C|⌋ is reached on every class",
                violated=check.below_floor_log2,
                instead="on all labelings of n points",
                theorem="log2_is_not_always_reached",
            ),
            Reading(
                "log₂|C| = n is reached on all labelings of n points",
                _argument("on_cubes"),
                violated=check.below_on_cube,
                candidates=check.cubes,
                theorem="halving_is_tight_on_the_cube",
            ),
        ),
    ),
    Claim(
        "notes3-3-half",
        SOURCE,
        "section 3",
        "every mistake removes at least half of the concepts that are left",
        (
            Reading(
                "whichever way ties go",
                _argument("halves"),
                violated=partial(check.fewer_than_half, exactly=False),
                candidates=check.pairs,
                theorem="mistake_halves",
            ),
            Reading(
                "more than half, as a majority vote that lost",
                violated=partial(check.fewer_than_half, exactly=True),
                candidates=check.pairs,
                instead="at least half: a tie removes exactly half",
                theorem="tie_removes_exactly_half",
            ),
        ),
    ),
    Claim(
        "notes3-3-hypothesis",
        SOURCE,
        "section 3",
        "the hypothesis, a majority of concepts, is not from C",
        (
            _CLASS(
                "it never is", violated=check.in_class, instead="it need not be", theorem="majority_may_be_a_concept"
            ),
            Reading(
                "it need not be, even without ties: three singletons",
                violated=check.in_class,
                candidates=check.three,
                exhaustive=True,
                theorem="majority_need_not_be_a_concept",
            ),
        ),
    ),
    Claim(
        "notes3-3-time",
        SOURCE,
        "section 3",
        "Halving takes time |K| a round",
        (Reading("every implementation does", assumes="a model of computation, which the notes do not name"),),
    ),
)

RANDOMIZED_CLAIMS = (
    Claim(
        "notes3-4.1",
        SOURCE,
        "Claim 4.1",
        "Randomized Halving is expected to make at most ln|C| + O(1) mistakes on a sequence that a concept of C labels",
        (
            _CLASS(
                "at most H_m − 1, m = |C|; later samples may depend on earlier predictions",
                _argument("no_more_than_harmonic"),
                violated=check.above_harmonic,
                theorem="randomized_halving",
            ),
            _CLASS("at most ln|C|: the O(1) is 0", _argument("ln_without_constant"), violated=check.above_ln),
            _CLASS(
                "H_m − 1 is reached on every class",
                violated=check.below_harmonic,
                instead="on m singletons",
                theorem="harmonic_is_not_always_reached",
            ),
            Reading(
                "H_m − 1 is reached on m singletons",
                _argument("on_singletons"),
                violated=check.below_harmonic,
                candidates=check.singletons,
                theorem="singletons_reach_it",
            ),
            _CLASS(
                "H_m, with the 1/1 that ends the printed chain, is reached",
                violated=check.below_full_harmonic,
                instead="H_m − 1: the chain ends with 1/2 + M_1, and M_1 = 0",
                theorem="full_harmonic_is_not_reached",
            ),
        ),
    ),
    Claim(
        "notes3-4.1-recurrence",
        SOURCE,
        "proof of Claim 4.1",
        "M_r ≤ (1/r)·Σ over t < r of (1 + M_{r−t}), M_s being expected from the last s concepts to be eliminated",
        (
            _order(
                "as an inequality",
                partial(check.recurrence, equal=False),
                _argument("recurrence"),
                theorem="recurrence",
            ),
            _order(
                "as an equation, as it is used for r − 1",
                partial(check.recurrence, equal=True),
                instead="≤, and = if concepts are eliminated one at a time",
                theorem="recurrence_is_not_an_equation",
            ),
            _order(
                "each c_t, t < r, errs on the first sample if it is drawn",
                check.all_err_first,
                instead="a concept that is drawn and kept errs when it is eliminated, and is expected to err as often",
                theorem="second_concept_may_be_right",
            ),
            _order(
                "a concept kept until it errs errs as often as one drawn afresh every round",
                check.kept_differs,
                _argument("kept"),
                theorem="keeping_changes_nothing",
            ),
        ),
    ),
    Claim(
        "notes3-4.1-subtraction",
        SOURCE,
        "proof of Claim 4.1",
        "the inequality for r, less that for r − 1, gives r(M_r − M_{r−1}) ≤ 1",
        (
            _NUMBERS(
                "for all nonnegative numbers M_1 ≤ M_2 ≤ … that satisfy the inequalities",
                violated=check.subtracted,
                instead="compare M_r with the solution N_r of the equations: M_r ≤ N_r = H_r − 1 by induction",
                theorem="subtraction_fails",
            ),
            _order(
                "for the expectations on every sequence, where it is true",
                check.steep,
                _argument("monotone"),
                theorem="one_more_concept",
            ),
            _NUMBERS(
                "repaired: all numbers that satisfy the inequalities have M_r ≤ H_r − 1",
                _argument("repaired"),
                violated=check.numbers_above_harmonic,
                theorem="inequalities_suffice",
            ),
        ),
    ),
    Claim(
        "notes3-4.1-harmonic",
        SOURCE,
        "proof of Claim 4.1",
        "the equations for M have a harmonic number as their solution",
        (
            _size(
                "1/r + … + 1/2 = H_r − 1",
                partial(check.solution, first=1),
                _argument("harmonic"),
                theorem="harmonic_solves",
            ),
            _size(
                "1/r + … + 1/1 = H_r",
                partial(check.solution, first=0),
                instead="H_r − 1: no concept is left to err at r = 1",
                theorem="full_harmonic_does_not_solve",
            ),
        ),
    ),
    Claim(
        "notes3-4.1-factor",
        SOURCE,
        "section 4, the last remark",
        "a constant factor better than deterministic Halving: log|C| / ln|C| = log e = 1.44…",
        (
            _size("of the bounds, log₂, for |C| ≥ 2", partial(check.ratio_low, base=2), _argument("factor")),
            _size("of the bounds, log₂, for every finite class", check.ratio_undefined, instead="|C| ≥ 2"),
            _size("of the bounds, log = ln", partial(check.ratio_low, base=None), instead="log₂"),
            _size("of the bounds, log₁₀", partial(check.ratio_low, base=10), instead="log₂"),
            _size(
                "of the exact bounds ⌊log₂ m⌋ and H_m − 1, by 1.44",
                partial(check.bounds_ratio, factor=check.FACTOR),
                instead="H_m − 1 ≤ ⌊log₂ m⌋",
                theorem="bounds_at_three",
            ),
            _size(
                "of the exact bounds: H_m − 1 ≤ ⌊log₂ m⌋",
                partial(check.bounds_ratio, factor=Fraction(1)),
                _argument("blocks"),
                theorem="harmonic_below_log2",
            ),
            _CLASS(
                "of the algorithms on each class, by 1.44",
                violated=partial(check.algorithms_ratio, factor=check.FACTOR),
                instead="of their bounds",
                theorem="randomized_can_be_worse",
            ),
            _CLASS(
                "of the algorithms on each class: the randomized one is not worse",
                violated=partial(check.algorithms_ratio, factor=Fraction(1)),
                instead="it can be worse by any factor: on m singletons H_m − 1 against 1",
                theorem="randomized_can_be_worse",
            ),
            Reading(
                "on m singletons Halving errs once, Randomized Halving H_m − 1 ≥ ⌊log₂ m⌋/2 times: no constant factor",
                _argument("unbounded"),
                violated=check.singletons_differ,
                candidates=check.singletons,
                theorem="no_constant_factor",
            ),
        ),
    ),
)

CLAIMS: tuple[Claim, ...] = (*HALVING_CLAIMS, *RANDOMIZED_CLAIMS)
"""Every claim of sections 3 and 4, in their order."""
