"""The settings of games, one module each: the points, the legal targets, and the theorem that bounds the mistakes.

All settings have the same members, so a caller need not distinguish them. A new setting is a class with these members,
a record for JSON, and a place in the unions and the literal below. ``VectorSetting`` says which members a setting of
vectors must define, and ``Finite`` has them all.
"""

from typing import Literal, get_args

from proofs.exact.vectors import Vector
from proofs.settings.finite import Finite, FiniteRecord
from proofs.settings.halfspaces import Halfspaces, HalfspacesRecord
from proofs.settings.hinge import Hinge, HingeRecord

Point = Vector | int
"""A vector in halfspace games; the number of a point, from 0, in games on a finite class."""

SearchSetting = Halfspaces | Finite
"""What games are searched, compared and graded in."""

Setting = SearchSetting | Hinge
"""What a game is played in."""

SearchRecord = HalfspacesRecord | FiniteRecord
"""A ``SearchSetting`` as JSON has it."""

SettingRecord = HalfspacesRecord | HingeRecord | FiniteRecord
"""The one encoding of a setting: for other processes, stored grades, counterexamples and the headers of traces."""

Kind = Literal["halfspaces", "finite", "hinge"]
"""The ``kind`` of each setting, which is the tag of its record."""

SETTINGS: dict[str, type[Setting]] = {setting.kind: setting for setting in get_args(Setting)}
RECORDS: dict[str, type[SettingRecord]] = {
    str(record.__struct_config__.tag): record for record in get_args(SettingRecord)
}
"""The settings and their records by kind: in the order of a tournament's groups, and of the generated schemas."""

__all__ = [
    "RECORDS",
    "SETTINGS",
    "Finite",
    "FiniteRecord",
    "Halfspaces",
    "HalfspacesRecord",
    "Hinge",
    "HingeRecord",
    "Kind",
    "Point",
    "SearchRecord",
    "SearchSetting",
    "Setting",
    "SettingRecord",
]
