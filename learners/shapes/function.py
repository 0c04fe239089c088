"""A function as a learner: it is called with a point and the rounds of the past."""

from collections.abc import Callable, Container
from inspect import Parameter, signature
from types import FunctionType
from typing import Any

from learners.protocol import Label
from proofs.formats.trace import Round


class FunctionLearner:
    """A learner that calls ``function(x, past)`` to predict; the past is a list of rounds."""

    def __init__(self, function: Callable[[Any, list[Round]], Label]) -> None:
        self._function, self._past = function, list[Round]()
        self._predicted: Any = None

    def predict(self, x: Any) -> Label:
        """Return what the function returns."""
        self._predicted = self._function(x, self._past)
        return self._predicted  # type: ignore[no-any-return]

    def update(self, x: Any, y: Label) -> None:
        """Add the round to the past."""
        self._past.append(Round(x, self._predicted, y))


def is_function_of_past(learner: object, offered: Container[str]) -> bool:
    """Tell whether a function requires just two arguments that are not ``offered`` to what makes a learner."""
    if not isinstance(learner, FunctionType):
        return False
    required = [each for each in signature(learner).parameters.values() if each.default is Parameter.empty]
    by_place = [each for each in required if each.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}]
    return len(by_place) == len(required) == 2 and not any(each.name in offered for each in required)  # noqa: PLR2004
