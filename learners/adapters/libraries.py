"""Other libraries' classifiers: ``sklearn:SGDClassifier?loss=hinge``, ``river:linear_model.PAClassifier?C=1``."""

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Factory, Label, Learner, as_label, with_card
from learners.spec import Spec, fitting, parameters_of, python_number
from proofs.exact.errors import InputError, require_known, unknown
from proofs.exact.vectors import Vector

MODULES = ("linear_model", "naive_bayes", "neural_network")
"""Where a name without a module is looked for in scikit-learn."""

_THEOREM = "none: floats, and a learning rate of its own"


class SklearnLearner:
    """A scikit-learn estimator as an online learner: one ``partial_fit`` per round; it predicts +1 before the first."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator
        self.fitted = False

    def predict(self, x: NDArray[np.float64]) -> Label:
        """Return what the estimator says of the one row x."""
        return as_label(self.estimator.predict(x.reshape(1, -1))[0]) if self.fitted else 1

    def update(self, x: NDArray[np.float64], y: Label) -> None:
        """Fit the one row x, with both classes named from the first time on."""
        self.estimator.partial_fit(x.reshape(1, -1), np.array([y]), classes=np.array([-1, 1]))
        self.fitted = True


def sklearn_factory(spec: Spec) -> Factory:
    """Return the factory of a learner such as ``sklearn:SGDClassifier?loss=hinge``.

    ``random_state`` is 0 unless the spec has one: the game is about deterministic learners.

    Raises:
        InputError: scikit-learn is not installed, has no such classifier with ``partial_fit``, or it takes no such
            parameter.

    """
    try:
        classifier = import_module("sklearn.base").ClassifierMixin
    except ImportError:
        raise InputError(f"{spec.name} needs scikit-learn: pip install scikit-learn") from None
    module, _, name = spec.name.removeprefix("sklearn:").rpartition(".")
    classifiers = {
        key: value
        for place in ([module] if module else MODULES)
        for key, value in vars(_module(place)).items()
        if inspect.isclass(value) and issubclass(value, classifier) and hasattr(value, "partial_fit")
    }
    require_known("scikit-learn classifier with partial_fit:", classifiers, name)
    card = Card(
        summary=f"scikit-learn's {name}, one partial_fit a round",
        sees="dense",
        conventions="+1 before the first update; random_state=0 unless given",
        source="scikit-learn",
        theorem=_THEOREM,
    )
    return _factory(spec, classifiers[name], "random_state", card, SklearnLearner)


def _module(name: str) -> Any:
    try:
        return import_module(f"sklearn.{name}")
    except ImportError:
        raise unknown("scikit-learn module", name, MODULES) from None


class RiverLearner:
    """A river classifier as an online learner: points are sparse dicts of floats, and True is the label +1."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self._shown: Vector | None = None  # a point is asked for, and then taught
        self._features: dict[int, float] = {}

    def predict(self, x: Vector) -> Label:
        """Return what the model says of x; +1 where it says nothing."""
        features = {}
        for index, value in x.entries:
            features[index] = float(value)
        self._shown, self._features = x, features
        answer = self.model.predict_one(features)
        if answer is False:
            return -1
        return 1 if answer is True or answer is None else as_label(answer)

    def update(self, x: Vector, y: Label) -> None:
        """Teach the model the one example."""
        features = self._features if x is self._shown else {index: float(value) for index, value in x.entries}
        self.model.learn_one(features, y > 0)


def river_factory(spec: Spec) -> Factory:
    """Return the factory of a learner such as ``river:linear_model.PAClassifier?C=1``.

    Raises:
        InputError: river is not installed, has no such classifier, or it takes no such parameter.

    """
    try:
        import_module("river")
    except ImportError:
        raise InputError(f"{spec.name} needs river: pip install river") from None
    place, _, name = spec.name.removeprefix("river:").rpartition(".")
    try:
        module = import_module(f"river.{place or 'linear_model'}")
    except ImportError:
        raise unknown("river module", place, import_module("river.api").__all__) from None
    learning = {key: value for key, value in vars(module).items() if hasattr(value, "learn_one")}
    classifiers = {key: value for key, value in learning.items() if hasattr(value, "predict_proba_one")}
    require_known("river classifier", classifiers, name)
    card = Card(
        summary=f"river's {name}, one learn_one a round",
        sees="exact",
        conventions="sees a dict of floats; +1 if it has no answer; seed=0 by default",
        source="river",
        theorem=_THEOREM,
    )
    return _factory(spec, classifiers[name], "seed", card, RiverLearner)


def _factory(spec: Spec, model: type, seed: str, card: Card, learner: Callable[[Any], Learner]) -> Factory:
    """Return what makes a learner of a library's model, whose random choices begin with seed 0 if it takes one."""
    parameters = fitting(spec, model, spec.values(python_number))
    if seed in parameters_of(model):
        parameters.setdefault(seed, 0)
    return with_card(card, lambda: learner(model(**parameters)))


FACTORIES = {"sklearn": sklearn_factory, "river": river_factory}
"""What reads a spec, by the library that it begins with."""
