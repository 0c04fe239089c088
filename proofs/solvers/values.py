"""Values of games on version spaces that are a maximum over points, exactly: V ↦ max over x of f(V₋, V₊).

Three of these: the randomized Littlestone dimension (optimal play with coins), the worst case of Halving under each
rule for ties, and the largest expectation of Randomized Halving.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Literal

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, require_known
from proofs.exact.rationals import Rational, simplest
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.small_randomized import SmallRandomized
from proofs.solvers.spaces import Spaces, Universe, deep_recursion, most_rounds, ways

TieRule = Literal["negative", "positive", "adversarial", "optimal"]
TIE_RULES: tuple[TieRule, ...] = ("negative", "positive", "adversarial", "optimal")
"""What Halving predicts where the concepts are divided evenly: −1, +1, whichever is worse, whichever is better."""

Combine = Callable[[int, int, Rational, Rational], Rational]
"""What a point is worth: of the sizes of V₋ and V₊ and of their values, in which it must not fall."""

_HALF = Fraction(1, 2)

_MAX_TERMS = 1_000
"""Concepts up to which H_m − 1 itself is used as a bound."""


class Values:
    """Answers about version spaces of one class, which are bitsets as in ``ConceptClass``; remembers what it finds.

    ``combine`` is f; ``most`` bounds the value of a version space, so that most points need no look; ``flips`` says
    whether f treats both labels alike. Up to ``lies`` labels of a game may differ from the target's, and
    a single concept is worth the lies that it has left. Methods raise OutOfBudget, and InputError for an empty space.

    The randomized dimension of a small class has a program of its own, ``SmallRandomized``: here it would take longer
    than the textbook's few lines. tests/proofs/solvers/test_values.py holds both to one oracle, and
    benchmarks/scale.py to the textbook's program.
    """

    def __init__(  # noqa: PLR0913 - what a game is, and what a search may use
        self,
        concept_class: ConceptClass,
        combine: Combine,
        most: Callable[[Universe, int], Rational],
        *,
        flips: bool,
        budget: Budget | None = None,
        lies: int = 0,
    ) -> None:
        self.concept_class = concept_class
        self._combine, self._most, self._flips, self._lies = combine, most, flips, lies
        self.budget = budget or Budget()
        self._monotone = combine is _coin  # a part of a version space is not worth more
        quick = self._monotone and not lies and not concept_class.undefined
        quick = quick and self.budget.states is None  # else these are spent where bounds grow
        self._quick = SmallRandomized(concept_class, self._spend) if quick else None
        self._best_so_far: Rational = 0

    def _spend(self) -> None:
        self.budget.spend()  # of the budget that there is now: some give another one to a value that they keep

    @cached_property
    def _spaces(self) -> Spaces:
        return Spaces(self.concept_class, self._lies, flips=self._flips, ratio=1, small=4)

    @property
    def everything(self) -> int:
        """The version space of all concepts."""
        return self._spaces.root.everything if self._lies else self.concept_class.everything

    def value(self, space: int | None = None) -> Rational:
        """Return the value of a version space, by default of the whole class."""
        space = self.everything if space is None else space
        if not space:
            raise InputError("the value of an empty version space is not defined")
        if self._quick and (quick := self._quick.value(space)) is not None:
            return quick
        with deep_recursion(self.concept_class.size * (self._lies + 1)):
            return simplest(self._value(self._spaces.root, space))

    def bounds(self) -> Bounds:
        """Return the value of the whole class, or bounds if the budget runs out."""
        try:
            value = self.value()
        except OutOfBudget as error:
            splits = self._spaces.root.splits(self.everything)
            at_once = [self._combine(minus.bit_count(), plus.bit_count(), 0, 0) for _, _, minus, plus in splits]
            low = max([self._best_so_far, *at_once])  # values do not fall below what the first round is worth
            return Bounds(simplest(low), simplest(self._most(self._spaces.root, self.everything)), str(error))
        return Bounds(value, value)

    def point(self, space: int) -> int | None:
        """Return a point at which the value of the version space is reached; ``None`` if nothing splits it."""
        if not (value := self.value(space)):
            return None
        for _, point, minus, plus in self._by_bound(self._spaces.root, space):
            sizes = minus.bit_count(), plus.bit_count()
            below = [self.value(side) if side else -1 for side in (minus, plus)]  # so that the other side counts alone
            if self._combine(*sizes, *below) == value:
                return point
        return None

    def _value(self, universe: Universe, space: int) -> Rational:
        size = space.bit_count()
        if size == 1:
            return universe.only_left(space)
        universe, space = self._spaces.place(universe, space)
        if (value := universe.memo.get(space)) is not None:
            return value  # type: ignore[no-any-return]
        self.budget.spend()
        best: Rational = 0 if universe.partial else -1
        seen: dict[tuple[int, int], int] = {}  # a point that has been looked at, for each way to split
        for bound, point, minus, plus in self._by_bound(universe, space):
            if bound <= best:
                break
            if not (minus and plus):
                best = max(best, self._value(universe, minus | plus))
                continue
            fewer, more = minus.bit_count(), plus.bit_count()
            other = seen.setdefault((fewer, more), point)
            if other != point and space == universe.everything and universe.twins(point, other):
                continue
            value_minus = self._value(universe, minus)
            if self._combine(fewer, more, value_minus, self._most(universe, plus)) > best:
                best = max(best, self._combine(fewer, more, value_minus, self._value(universe, plus)))
                if universe is self._spaces.root and space == universe.everything:
                    self._best_so_far = best
        universe.memo[space] = best
        return best

    def _by_bound(self, universe: Universe, space: int) -> list[tuple[Rational, int, int, int]]:
        """Return (upper bound, point, V₋, V₊) for each point that splits, the largest bound first.

        Where all concepts defined at a point agree, its label is known. Such rounds matter if less may be worth more.
        """
        bounds = []
        for _, point, minus, plus in universe.different_splits(space):
            fewer, more = minus.bit_count(), plus.bit_count()
            most = self._most(universe, minus), self._most(universe, plus)
            bounds.append((self._combine(fewer, more, *most), point, minus, plus))
        if not self._monotone:
            for _, point, minus, plus in universe.narrowings(space):
                bounds.append((self._most(universe, minus | plus), point, minus, plus))
        return sorted(bounds, key=lambda entry: (-entry[0], entry[1]))


def randomized_littlestone(concept_class: ConceptClass, budget: Budget | None = None, lies: int = 0) -> Values:
    """Return the solver of RL(V) = max over x of ½(1 + RL(V₋) + RL(V₊)).

    That is the expected mistakes of the best randomized learner, and half the largest average depth of a mistake tree.
    (Filmus, Hanneke, Mehalel, Moran, Optimal prediction with experts and randomized Littlestone dimension, 2023.)
    """
    return Values(concept_class, _coin, _even_tree, flips=True, budget=budget, lies=lies)


def randomized_bounds(concept_class: ConceptClass, budget: Budget, lies: int, littlestone: Bounds | None) -> Bounds:
    """Return RL, which is at least half the other dimension with as many lies, and at most that, if that is known."""
    bounds = randomized_littlestone(concept_class, budget, lies).bounds()
    if littlestone is None:
        return bounds
    return bounds.within(Fraction(littlestone.at_least, 2), littlestone.at_most)


def halving_worst_case(concept_class: ConceptClass, ties: TieRule = "positive", budget: Budget | None = None) -> Values:
    """Return the solver of the most mistakes that Halving can be made to make: never above ⌊log₂|V|⌋.

    A round without a mistake also counts: it may leave more concepts than an even split, or a tie that falls badly.
    (Chan, CSCI4230 Notes 3, section 3.) Only concepts that are defined at a point vote there.

    Raises:
        InputError: there is no such rule for ties.

    """
    require_known("rule for ties", TIE_RULES, ties)
    both = ties in ("adversarial", "optimal")  # treat labels alike
    return Values(concept_class, partial(_majority, ties), Universe.most_mistakes, flips=both, budget=budget)


def randomized_halving(concept_class: ConceptClass, budget: Budget | None = None) -> Values:
    """Return the solver of the largest expectation of Randomized Halving on a sequence that a concept explains.

    Each round it predicts as a fresh uniform consistent concept does, one that is defined at the point; the expectation
    is at most H_m − 1 for m concepts, exactly. (Chan, CSCI4230 Notes 3, Claim 4.1, with its O(1) made out.)
    """
    return Values(concept_class, _uniform, _harmonic_bound, flips=True, budget=budget)


def _coin(_minus: int, _plus: int, below_minus: Rational, below_plus: Rational) -> Rational:
    return (1 + below_minus + below_plus) * _HALF


def halving_prediction(
    ties: TieRule, minus: int, plus: int, below_minus: Rational, below_plus: Rational
) -> Literal[-1, 1]:
    """Return the label that Halving predicts, given the sizes of V₋ and V₊ and their values.

    A tie goes to the prediction after which the adversary gets more ("adversarial") or less ("optimal"), which is a
    mistake where more, or less, is left; to +1 where it gets as much.
    """
    if minus != plus:
        return 1 if plus > minus else -1
    if ties in ("adversarial", "optimal"):
        return 1 if below_minus == below_plus or (below_minus > below_plus) == (ties == "adversarial") else -1
    return 1 if ties == "positive" else -1


def _majority(ties: TieRule, minus: int, plus: int, below_minus: Rational, below_plus: Rational) -> Rational:
    if halving_prediction(ties, minus, plus, below_minus, below_plus) == 1:
        return max(1 + below_minus, below_plus)
    return max(below_minus, 1 + below_plus)


def _uniform(minus: int, plus: int, below_minus: Rational, below_plus: Rational) -> Rational:
    size = minus + plus
    return max(Fraction(plus, size) + below_minus, Fraction(minus, size) + below_plus)


def _even_tree(universe: Universe, space: int) -> Rational:
    """Return what RL cannot exceed for so many concepts with so many lies left: they would have to split evenly."""
    return even_value(universe.counts(space))


@cache
def even_value(counts: tuple[int, ...]) -> Fraction:
    """Return what RL cannot exceed if ``counts[j]`` concepts have j lies left: ½ Σ over t ≥ 0 of min(1, W(t)/2ᵗ) − 1.

    RL is the most that a tree of points gets from labels that are coins: ½ for each, and the lies that the last concept
    has left. If coins go on against that one until it is out, too, they are ½ each for its lies and one more. So the
    value is half the time until no concept is left, less 1. After t labels each concept is left with probability
    (t choose at most j)/2ᵗ, and some concept with at most the sum of these, W(t)/2ᵗ. Without lies it is the half depth
    of the most even tree; for two concepts it is reached.
    """
    rounds = most_rounds(counts) + 1  # from which on W(t) is below 2ᵗ
    return (rounds + sum([count * _time_after(rounds, lies) for lies, count in enumerate(counts)])) * _HALF - 1


@cache
def _time_after(rounds: int, lies: int) -> Fraction:
    """Return the expected labels from this round on until coins have told a concept more lies than it has left."""
    if rounds == 0:
        return Fraction(2 * (lies + 1))
    return _time_after(rounds - 1, lies) - Fraction(ways(rounds - 1, lies), 1 << (rounds - 1))


@cache
def harmonic_less_one(size: int) -> Fraction:
    """Return H_m − 1 = 1/2 + … + 1/m, exactly: for m = 94,572 that takes 41,000 digits."""
    from flint import fmpq

    value = fmpq.harmonic(size) - 1
    return Fraction(int(value.p), int(value.q))


def _harmonic_bound(_universe: Universe, space: int) -> Rational:
    """Return H_m − 1, or for large m something above it that is short: 1/2 + … + 1/m < ln m < log₂ m."""
    size = space.bit_count()
    return harmonic_less_one(size) if size <= _MAX_TERMS else size.bit_length()
