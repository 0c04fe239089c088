"""The kinds of statements that traces and certificates make, under the names that the formats have for them.

The trusted checkers import nothing of ours, so that they have these names once more.
"""

from enum import StrEnum


class Statement(StrEnum):
    """A kind of statement. Its text value is its name in files."""

    REALIZABLE = "realizable"
    RUN_BOUND = "run bound"
    EXPECTED_MISTAKES = "expected mistakes"
    UNIVERSAL_BOUND = "universal bound"
    UPPER_BOUND = "upper bound"
    ANNOUNCED_ORDER = "announced order"
    SPAN_BOUND = "span bound"


BOUNDS = (Statement.UNIVERSAL_BOUND, Statement.UPPER_BOUND)
"""What a certificate of a dimension states: both bounds, which meet."""

CERTIFIED = frozenset({Statement.RUN_BOUND, Statement.EXPECTED_MISTAKES})
"""Statements that say how many mistakes this learner made on this sequence."""
