"""What a variant of a textbook's learner is, and the family of all variants of one textbook's learner."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from adversary.search.spaces.registry import SearchSpace
from learners.checks.replayer import Rounds
from learners.protocol import Label, View
from proofs.exact.vectors import Vector
from proofs.settings import SearchSetting

Answer = Literal[1, -1, 0] | None
"""A label; 0 where it has nothing to go by, and always says the same; ``None`` at a tie that rounding may decide."""


class Imitation(Protocol):
    """A variant that plays the rounds of a submission again; it is asked about a point before it learns the label."""

    def answer(self, x: Any, /) -> Answer:
        """Return what it says of a point."""
        ...

    def learn(self, y: Label, said: Label, /) -> None:
        """Learn the label of that point; the submission ``said`` this, which replaces the variant's answer at a tie."""
        ...


Make = Callable[[SearchSetting], Imitation]


@dataclass(frozen=True)
class Variant:
    """A bug that has a name.

    ``name`` ends the sentence "your learner answers like", ``advice`` says where to look. ``makes`` has a way to make
    the variant for each value of its parameter, with the words that say the value, and for each way to treat ties.
    ``from_w`` returns more ways, given what w the submission shows before its first round in each dimension.
    A ``shared`` one learns for all learners that are made in its process. One that is ``asked`` remembers every point
    that it was asked about: of games with questions beside the rounds, nothing is known of it.
    """

    name: str
    advice: str
    makes: Sequence[tuple[str, Make]]
    shared: bool = False
    asked: bool = False
    from_w: Callable[[Mapping[int, Vector]], Sequence[tuple[str, Make]]] | None = None


@dataclass(frozen=True)
class Family:
    """The textbook's learner of a kind, in all ways to treat ties, its variants, and games that tell these apart.

    ``sees`` is how a point is shown to variants; ``games`` are short, and a target explains the labels of each.
    """

    textbook: Sequence[Make]
    variants: Sequence[Variant]
    games: Callable[[], Iterable[tuple[SearchSpace, Rounds]]]
    sees: View
