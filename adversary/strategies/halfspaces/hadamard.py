"""The rows of a Hadamard matrix, labeled by one of its columns: every span learner errs on half of them.

Balanced Winnow, which says +1 at a tie, errs exactly log₂N times, for each column that is not constant and every order
of the rows. Index the rows by vectors of log₂N bits. The product of two rows is the row of the sum of their indices
modulo 2, and the labels multiply in the same way. Suppose that k mistakes were made so far, all on rows of label −1,
with independent indices. In each coordinate let z be the k entries of these rows, each times its label. Since the
indices are independent, each z of k signs occurs in N/2^k coordinates. The exponent of a coordinate is Σz, the sum of
the entries of its z, so that the learner predicts the sign of Σ (2^Σz − 2^−Σz)·x over the coordinates.

Take a row x with label y whose index is the sum of those in a set S of s of these rows. There the sum is y·N/2^k·(Σ
over z of (2^Σz − 2^−Σz)·∏ over S of z). If s is odd, the sum over z is 2·(2 − ½)^s·(2 + ½)^(k−s) > 0, so the learner
is right. If s is even, the sum is 0, so the learner says +1, and it is right because y = (−1)^s = +1. Now take a row
whose index is independent of those k. For each z it has as many entries +1 as −1 in the coordinates with this z, so
that the sum is 0 and the learner says +1. Hence it errs exactly on the rows of label −1 whose index is independent of
those of the earlier mistakes. As the indices of the rows of label −1 span all log₂N dimensions, that is log₂N times.

For exponentiated gradient the sum has the sign of y for every S, and the number is the same. So it is for the exact
p-norm Perceptron with an even p ≥ log₂N, as its default p is for each N up to ``MAX_DIMENSION``. There the sum over z
has the terms (Σz)^(p−1)·∏ over S of z, and is above 0 for odd s ≤ p − 1 and 0 for even s.
"""

from fractions import Fraction

from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.exact.errors import InputError, counted
from proofs.exact.vectors import Target, Vector, basis_vector
from proofs.settings import Halfspaces

MAX_DIMENSION = 1024
"""Of the powers of two the largest at which the trusted checker can compare all pairs of rows."""


class Hadamard:
    """Round i shows row i of the ±1 Sylvester–Hadamard matrix of order N, once, labeled by its entry in one column.

    The column is not the constant one; ``seed`` chooses it: 1 + seed mod (N − 1). The rows have norm² N, and e_column
    explains all labels with margin 1. A learner that predicts sign⟨w,x⟩ with w in the span of past points meets
    ⟨w,x⟩ = 0 in every round, and half of the labels are +1: it errs N/2 times. What updates by multiplication is not
    bound to that span: balanced Winnow errs log₂N times. (Kivinen, Warmuth, Auer 1997; Warmuth, Vishwanathan 2005.)
    """

    card = AdversaryCard(
        summary="shows the ±1 Hadamard rows of --dimension 2, 4, 8, …, labeled by one of the columns (--seed)",
        source="after Kivinen, Warmuth, Auer 1997; Warmuth, Vishwanathan, Leaving the span, 2005",
        theorem="N/2 mistakes of every learner that predicts sign⟨w,x⟩ with w in the span of past points",
        oblivious=True,
    )

    def __init__(self, *, dimension: int = 128, seed: int = 0) -> None:
        if dimension < 2 or dimension & (dimension - 1):  # noqa: PLR2004 - a matrix of order 1 has no other column
            raise InputError(f"hadamard needs a power of two for its dimension, {_nearest(dimension)}, not {dimension}")
        if dimension > MAX_DIMENSION:
            raise InputError(
                f"hadamard plays in dimensions up to {MAX_DIMENSION:,}, not {dimension:,}: "
                "more rows are too much arithmetic for the checker"
            )
        self.column = 1 + seed % (dimension - 1)
        self._row = -1
        half = dimension // 2
        note = (
            f"the labels are column {self.column} (of 0 to {dimension - 1}), and half of them are +1: "
            f"every span learner makes exactly {counted(half, 'mistake')}"
        )
        setting = Halfspaces(dimension, Fraction(1), unit_norm=False)
        self.plan = Plan(setting, dimension, note=note, span=half)

    def next_point(self) -> Vector | None:
        """Return the next row, until all have been shown."""
        self._row += 1
        dimension = self.plan.setting.dimension
        if self._row == dimension:
            return None
        return Vector(tuple([(column, _entry(self._row, column)) for column in range(dimension)]))

    def label(self, x: Vector, predicted: Label | None) -> Label:  # noqa: ARG002 - whatever it says
        """Return the row's entry in the column."""
        return _entry(self._row, self.column)

    def target(self) -> Target:
        """Return e_column."""
        return Target(basis_vector(self.column), Fraction(1))


def _entry(row: int, column: int) -> Label:
    """Return the entry of the matrix: −1 to the power of the bits that both numbers have."""
    return -1 if (row & column).bit_count() % 2 else 1


def _nearest(dimension: int) -> str:
    """Name the powers of two around a dimension."""
    below = 1 << max(dimension.bit_length() - 1, 1)
    return f"like {below}" if dimension <= below else f"like {below} or {2 * below}"
