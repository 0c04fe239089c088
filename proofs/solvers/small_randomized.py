"""The randomized Littlestone dimension of a small class, by a memoized recursion on bitsets.

RL(V) = max over x of ½(1 + RL(V₋) + RL(V₊)), in whole numbers: RL·2^d is an integer if no game has more than d rounds.
For classes that are small, or have few version spaces, the other steps of ``Values`` cost more than they save.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property

from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import Rational, simplest
from proofs.solvers.spaces import deep_recursion


class _TooManyStates(Exception):  # noqa: N818 - no error: another way is taken
    """More than a small class has."""


_MAX_STATES = 20_000
"""Version spaces that are worth a look before more is done to look at fewer."""

_MAX_SIDES, _MAX_BITS = 1 << 19, 1 << 26
"""Points times version spaces, and concepts times version spaces, up to which that is so."""

_FEW_POINTS = 11
"""Points p up to which all version spaces are worth a look: each is given by labels of some points, so 3^p at most."""

_BITS = 64
"""The scale of the whole numbers is 2 to a multiple of this."""

_FIRST = (0, 0, Fraction(1, 2), Fraction(3, 4))
"""RL of 0, 1, 2 and 3 concepts, which depends on nothing else: some point divides these as evenly as can be."""


class SmallRandomized:
    """Answers about version spaces of one class, which are bitsets as in ``ConceptClass``; remembers what it finds.

    ``spend`` is called for each version space that is looked at.
    """

    def __init__(self, concept_class: ConceptClass, spend: Callable[[], None]) -> None:
        self._class, self._spend = concept_class, spend
        self._known: dict[int, int] = {}
        self._given_up = False

    def value(self, space: int) -> Rational | None:
        """Return RL of a version space that is not empty; ``None`` if that takes too many states."""
        if (size := space.bit_count()) < len(_FIRST):
            return _FIRST[size]
        if self._given_up:
            return None
        try:
            with deep_recursion(size):
                scaled = self._value(space, size, self._class.columns)
        except _TooManyStates:
            self._given_up = True
            return None
        return simplest(Fraction(scaled, 1 << self._scale))

    @cached_property
    def _most_states(self) -> int:
        points, size = self._class.points, self._class.size
        few = min(_MAX_STATES, _MAX_SIDES // points, _MAX_BITS // size)
        return 3**points if points <= _FEW_POINTS else few

    @cached_property
    def _scale(self) -> int:
        most_rounds = min(self._class.points, self._class.size - 1)
        return _BITS * (most_rounds // _BITS + 1)

    def _value(self, space: int, size: int, columns: Iterable[int]) -> int:
        """Return RL·2^scale of a version space of more than three concepts, which these columns tell apart."""
        if (scaled := self._known.get(space)) is not None:
            return scaled
        self._spend()
        if len(self._known) >= self._most_states:
            raise _TooManyStates
        even, exact, best = _even_values(self._scale, self._class.size), len(_FIRST), -1
        sides = {space & column for column in columns}
        sides -= {0, space}
        counted = [(side.bit_count(), side) for side in sides]
        for bound, count, plus in sorted(
            [(even[count] + even[size - count], count, side) for count, side in counted], reverse=True
        ):
            if bound <= best:
                break
            below = even[count] if count < exact else self._value(plus, count, sides)
            rest = size - count
            if below + even[rest] > best:
                below += even[rest] if rest < exact else self._value(space ^ plus, rest, sides)
                best = max(best, below)
        self._known[space] = value = (1 << self._scale) + best >> 1
        return value


_EVEN: dict[int, list[int]] = {}


def _even_values(scale: int, size: int) -> list[int]:
    """Return what RL·2^scale cannot exceed for 0, 1, 2, … concepts, up to ``size``: they would have to split evenly."""
    even = _EVEN.setdefault(scale, [0, 0])
    for total in range(len(even), size + 1):
        even.append((1 << scale) + even[total // 2] + even[total - total // 2] >> 1)
    return even
