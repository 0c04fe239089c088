"""Why a kernel has to be positive semidefinite: Notes 3, the end of section 2."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {"lambda": 1, "u": 1, "y": 1, "z": -1, "k": 2, "q_j": -1, "n": 2}
"""K(x, x) = 1 and K(x, z) = 2 with the eigenvector (1, −1) of −1: x is labeled +1 and z is labeled −1."""


def converse() -> list[Step]:
    """Return why a symmetric K with a negative eigenvalue has labels, those of a target, that are never learned.

    Let Kq = −λq, λ > 0; keep the points with qᵢ ≠ 0 only, label yᵢ = sign qᵢ, u = |q|, S = (yᵢyⱼKᵢⱼ). If all labels are
    +1, take −q for q: S is the same, and the first pass has a mistake, for f = 0 is predicted +1.
    """
    rate, u = sp.symbols("lambda u", positive=True)
    y, z, k, q_j = sp.symbols("y z k q_j", real=True)  # yᵢ, yⱼ, Kᵢⱼ, qⱼ
    v, c = sp.symbols("v c", cls=sp.IndexedBase, nonnegative=True)
    j, n = sp.symbols("j n", integer=True, positive=True)
    total = sp.Sum(v[j] * c[j], (j, 1, n))
    return [
        Step(
            "q is an eigenvector of the matrix (Kᵢⱼ) with the eigenvalue −λ < 0; yᵢ = sign qᵢ, uᵢ = |qᵢ| = yᵢqᵢ, and "
            "Sᵢⱼ = yᵢyⱼKᵢⱼ: Sᵢⱼuⱼ = yᵢKᵢⱼqⱼ, as yⱼ² = 1",
            sp.rem(y * z * k * (z * q_j), z**2 - 1, z),
            y * k * q_j,
        ),
        Step(
            "so (Su)ᵢ = yᵢ(Kq)ᵢ = −λyᵢqᵢ, and qᵢ = yᵢuᵢ: Su = −λu",
            sp.rem(-rate * y * (y * u), y**2 - 1, y),
            -rate * u,
        ),
        Step(
            "the target f = Σ aⱼK(xʲ, ·) with a = −q has yᵢf(xⁱ) = −yᵢ(Kq)ᵢ = λuᵢ > 0: it has the labels",
            sp.rem(rate * y * (y * u), y**2 - 1, y),
            rate * u,
            (rate * u,),
        ),
        Step(
            "after cⱼ ≥ 0 mistakes on xʲ the Perceptron's f has Σ uᵢyᵢf(xⁱ) = uᵀSc = −λΣ uⱼcⱼ (v = u): below 0, so "
            "that some yᵢf(xⁱ) < 0, or c = 0, where f = 0",
            sp.Sum(-rate * v[j] * c[j], (j, 1, n)),
            -rate * total,
            (rate * v[j] * c[j],),
        ),
    ]
