"""The names of the kinds of statements in traces and certificates.

The trusted checkers import nothing of this package, so they define these names again.
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


WORST_CASE = "worst case"
"""A statement that no file claims: a theorem bounds this learner from above, and it has made as many mistakes."""

BOUNDS = (Statement.UNIVERSAL_BOUND, Statement.UPPER_BOUND)
"""What a certificate of a dimension states: both bounds, which meet."""

CERTIFIED = frozenset({Statement.RUN_BOUND, Statement.EXPECTED_MISTAKES})
"""Statements that say how many mistakes this learner made on this sequence."""
