"""A game and its rounds as JSON has them. The command line imports this only for ``--json``."""

from typing import Any, Literal

import msgspec

from proofs.formats.answers import Number, TraceStatement
from proofs.formats.trace import Coordinates, Sign, Watched
from proofs.settings.finite import Index
from proofs.settings.vectors import Dimension, RationalText


class RoundAnswer(msgspec.Struct):
    """A round as JSON has it: of a class with the concepts that still agree."""

    round: Index
    x: Coordinates | Index
    predicted: Sign | RationalText
    label: Sign
    mistakes: Number
    concepts_left: Index | msgspec.UnsetType = msgspec.UNSET
    lie: bool | msgspec.UnsetType = msgspec.UNSET


class StepsAnswer(msgspec.Struct):
    """The rounds as JSON has them."""

    rounds: list[RoundAnswer]
    target: dict[str, Any] | None


class BoundsAnswer(msgspec.Struct):
    """The theorems' bounds as JSON has them."""

    lower: Number | None
    upper: Number | None


class TargetAnswer(msgspec.Struct):
    """What the checker has found of a target, as JSON has it: of a concept, its number and its labels as well."""

    norm_squared: RationalText | None
    margin_squared: RationalText | None
    hinge: RationalText | msgspec.UnsetType | None = msgspec.UNSET


class GameAnswer(msgspec.Struct, kw_only=True, rename={"class_name": "class"}):
    """A game as JSON has it, with what identifies the setting: other keys in each."""

    learner: str
    adversary: str
    rounds: Index
    mistakes: Number
    termination: Literal["finished", "forfeit"]
    fault: str | None
    realizable: bool
    replayed: bool | None
    bounds: BoundsAnswer
    tight: bool | None
    target: TargetAnswer
    statements: list[TraceStatement]
    trace: str | None
    reason: str | None
    second_opinion: Literal["agrees", "differs", "not asked"]
    watched: list[Watched] | msgspec.UnsetType = msgspec.UNSET
    steps: StepsAnswer | msgspec.UnsetType = msgspec.UNSET
    setting: Literal["halfspaces", "hinge", "finite"]
    margin_squared: RationalText | msgspec.UnsetType = msgspec.UNSET
    hinge: RationalText | msgspec.UnsetType = msgspec.UNSET
    norm_squared: RationalText | msgspec.UnsetType = msgspec.UNSET
    dimension: Dimension | msgspec.UnsetType = msgspec.UNSET
    unit_norm: bool | msgspec.UnsetType = msgspec.UNSET
    class_name: str | msgspec.UnsetType = msgspec.UNSET
    concepts: Index | msgspec.UnsetType = msgspec.UNSET
    points: Index | msgspec.UnsetType = msgspec.UNSET
    lies: Index | msgspec.UnsetType = msgspec.UNSET
    order: list[str] | msgspec.UnsetType | None = msgspec.UNSET
    seed: int | None
    as_printed: bool
    version: str | None
    json_version: Literal[1]
