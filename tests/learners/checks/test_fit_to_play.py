"""Every registered learner is fit to play."""

from collections.abc import Callable

from learners.checks import parametrize_with_learner_checks
from learners.registry import LEARNERS, REDUCTIONS


@parametrize_with_learner_checks([*LEARNERS, *(f"{kind}:dense-perceptron" for kind in REDUCTIONS)])
def test_fit_to_play(learner_check: Callable[[], None]) -> None:
    """Run one check on one learner."""
    learner_check()
