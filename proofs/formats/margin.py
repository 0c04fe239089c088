"""Witnesses and certificates of the margin game in JSON: docs/formats.md."""

from typing import Annotated, Literal

import msgspec

from proofs.settings.vectors import RationalText

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Integers = Annotated[list[int], msgspec.Meta(min_length=1)]


class TreeRecord(msgspec.Struct, frozen=True):
    """A mistake tree: points and targets level by level, as integer directions."""

    dimension: Positive
    reflect: Count
    margin_squared: RationalText
    points: list[Integers]
    targets: list[Integers]


class LowerRecord(msgspec.Struct, frozen=True):
    """A sum of blocks, the witness of a lower bound."""

    axes: Count
    trees: list[TreeRecord]


class CellsRecord(msgspec.Struct, frozen=True):
    """What the bound by cells needs: the intervals of its sums, and whether the forest is used."""

    intervals: Positive
    forest: bool = False


class TwinsRecord(msgspec.Struct, frozen=True):
    """What twin cells need: the heights of a set of directions, times ``of``, and in how many steps to check each."""

    of: Positive
    heights: Annotated[list[Count], msgspec.Meta(min_length=1)]
    steps: Positive


class CoverRecord(msgspec.Struct, frozen=True):
    """What branch and bound needs: how many regions it may look at."""

    regions: Positive


class UpperRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The witness of an upper bound; the key says which argument it is for."""

    perceptron: Literal[True] | None = None
    cap: Literal[True] | None = None
    lines: Integers | None = None
    cells: CellsRecord | None = None
    twins: TwinsRecord | None = None
    branch_and_bound: CoverRecord | None = None


class MarginClaim(msgspec.Struct, frozen=True):
    """A statement about all deterministic learners, or about some learner."""

    statement: Literal["universal bound", "upper bound"]
    mistakes: Count


class MarginCertificate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A certificate of bounds on the mistakes that can be forced in a dimension at a margin."""

    format: Literal["forced-mistakes/margin/1"]
    dimension: Positive
    margin_squared: RationalText
    claims: list[MarginClaim]
    lower: LowerRecord | None = None
    upper: UpperRecord | None = None
