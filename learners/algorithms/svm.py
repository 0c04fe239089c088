"""The hard-margin support vector machine, refit to all rounds so far, on dense float64 arrays."""

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label

TOLERANCE = 1e-9


class HardMarginSVM:
    """Predicts by the shortest w with y⟨w,x⟩ ≥ 1 on all rounds so far, as scipy finds it.

    The program is the one of Hsu's notes; its dual is the nonnegative least squares problem min ‖[Zᵀ; 1ᵀ]u − e‖ where
    the rows of Z are y·x: with r = 1 − Σu, w = Zᵀu/r.
    """

    card = Card(
        summary="hard-margin SVM on floats, refit to all rounds so far: the shortest w with margins ≥ 1",
        sees="dense",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with a margin below 1",
        source="Hsu, COMS 4771, Margins; as an online learner beyond the notes",
        theorem="none for floats; in exact arithmetic ⌊1/δ²⌋ mistakes, for each adds 1 to ‖w‖² ≤ 1/δ²",
        weights=True,
        copies=True,
    )

    def __init__(self, dimension: int) -> None:
        self.weights = np.zeros(dimension)
        self.signed: list[NDArray[np.float64]] = []

    def predict(self, x: NDArray[np.float64]) -> Label:
        """Return the sign of w·x, with sign(0) = +1."""
        return 1 if self.weights @ x >= 0 else -1

    def update(self, x: NDArray[np.float64], y: Label) -> None:
        """Refit, unless the margin is there already; where no w fits (or floats cannot tell), keep w."""
        self.signed.append(y * x)
        if y * (self.weights @ x) >= 1 - TOLERANCE:
            return
        from scipy.optimize import nnls  # type: ignore[import-untyped]

        rows = np.array(self.signed)
        system = np.vstack([rows.T, np.ones(len(rows))])
        goal = np.zeros(len(system))
        goal[-1] = 1
        u, _ = nnls(system, goal, maxiter=100 * len(rows))
        rest = 1 - u.sum()
        if rest > TOLERANCE:
            self.weights = rows.T @ u / rest
