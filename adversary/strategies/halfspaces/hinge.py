"""Orthonormal points, labeled against the prediction, with a target that need not explain them: Hsu's third theorem."""

from fractions import Fraction

from adversary.strategies.halfspaces.standard_basis import OppositeLabels
from adversary.strategies.protocol import AdversaryCard, Plan
from proofs.exact.errors import InputError
from proofs.exact.rationals import MAX_DIGITS, sqrt
from proofs.exact.vectors import Target, Vector, basis_vectors
from proofs.settings import Hinge

MAX_MISTAKES = 10**6
"""That are forced: a game of so many rounds takes some 25 seconds, its target as many coordinates."""

BITS = 64
"""How closely the note encloses a root."""


class HingeBudget(OppositeLabels):
    """Round i shows eᵢ and labels it yᵢ, the opposite of the prediction; the target is u = c·Σ yᵢeᵢ.

    After M rounds ‖u‖² = c²M, and each has the hinge loss 1 − c, so that a budget of H = (1 − c)M is spent: M is
    H + ‖u‖√M exactly. With c = 0 the target is 0, and explains nothing; with c = 1 there is no loss.
    (After Hsu, COMS 4771, third theorem: on points of norm 1, its proof shows M ≤ H + ‖u‖√M.)
    """

    card = AdversaryCard(
        summary="shows e_1 to e_M, labeled against the prediction, with a hinge budget: ?mistakes=M&scale=c",
        source="after Hsu, COMS 4771, third theorem (hinge loss): it meets the bound that the proof shows",
        theorem="M mistakes of every deterministic learner, for ‖u‖² ≤ c²M and hinge losses of at most (1 − c)M",
    )

    def __init__(self, *, mistakes: int, scale: Fraction = Fraction(1, 2), dimension: int | None = None) -> None:
        if not 1 <= mistakes <= MAX_MISTAKES:
            raise InputError(f"the mistakes should be 1 to {MAX_MISTAKES:,}, but are {mistakes}")
        if not 0 <= scale <= 1:
            raise InputError(f"the scale should be from 0 to 1, but is {scale}")
        if scale.denominator**2 >= 10 ** (MAX_DIGITS - len(str(MAX_MISTAKES))):
            raise InputError(f"the scale's square takes more than {MAX_DIGITS} digits to write exactly")
        if dimension is not None and dimension < mistakes:
            raise InputError(f"{mistakes} orthonormal points need a dimension of at least {mistakes}, not {dimension}")
        setting = Hinge(dimension or mistakes, (1 - scale) * mistakes, scale**2 * mistakes)
        self.plan = Plan(setting, mistakes, mistakes, mistakes, _printed_bound(setting))
        self._scale = scale
        super().__init__(lambda: basis_vectors(mistakes), scale**2)

    def target(self) -> Target:
        """Return c·Σ yᵢeᵢ."""
        return super().target() if self._scale else Target(Vector(()), Fraction(1))


def _printed_bound(setting: Hinge) -> str:
    """Return a note that compares the bound that Hsu prints with the bound in the proof, which this game reaches."""
    square, total, most = setting.norm_squared, setting.hinge, setting.most_mistakes
    printed = square + total + sqrt(square * total, BITS).low
    rest = most - square - total
    larger = rest < 0 or square * total > rest**2
    value = f"≈ {float(printed):.6g}, which is larger" if larger else f"{most}, too"
    proof = f"M ≤ H + ‖u‖√M, from Hsu's proof, is M ≤ {most} here for Online Perceptron"
    return f"{proof}; the bound printed there, ‖u‖² + ‖u‖√H + H, is {value}"
