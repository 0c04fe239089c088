"""The pytest plugin of the grader: a fixture for a course's own test suite."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from adversary.grading.result import Grade

Grading = Callable[..., "Grade"]


@pytest.fixture
def grade_learner(request: pytest.FixtureRequest) -> Grading:
    """Return a function that grades a learner and fails the test, with the game that shows why, unless it passes.

    >>> def test_it_is_a_perceptron(grade_learner):
    ...     grade_learner("student.py", "perceptron")

    A path is one from the test file's folder. Options are those of ``adversary.grade``.
    """
    home = request.path.parent

    def graded(learner: object, kind: str, **options: Any) -> "Grade":
        from adversary.grading.grade import grade
        from adversary.views.excerpt import story
        from proofs.exact.errors import one_line

        if isinstance(learner, str | Path) and (home / learner).is_file():
            learner = home / learner
        result = grade(learner, kind, **options)
        if result.verdict != "passed":
            words = f"\n{story(result.counterexample)}" if result.counterexample else ""
            pytest.fail(f"{result.verdict}: {one_line(result.summary)}{words}", pytrace=False)
        return result

    return graded
