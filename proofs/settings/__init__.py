"""The settings of games, one module each: the points, the legal targets, and the theorem that bounds the mistakes.

All settings have the same members, so a caller need not distinguish them. ``Finite`` has them all in one place. A new
setting is a class with these members, a record for JSON, and a place in the unions below.
"""

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

SettingRecord = SearchRecord | HingeRecord
"""The one encoding of a setting: for other processes, stored grades, counterexamples and the headers of traces."""

__all__ = [
    "Finite",
    "FiniteRecord",
    "Halfspaces",
    "HalfspacesRecord",
    "Hinge",
    "HingeRecord",
    "Point",
    "SearchRecord",
    "SearchSetting",
    "Setting",
    "SettingRecord",
]
