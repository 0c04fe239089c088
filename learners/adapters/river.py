"""river's classifiers: ``river:linear_model.Perceptron``, ``river:linear_model.PAClassifier?C=1``."""

from importlib import import_module
from typing import Any

from learners.protocol import Card, Factory, Label, as_label, with_card
from learners.spec import Spec, fitting, parameters_of, python_number
from proofs.exact.errors import InputError, unknown
from proofs.exact.vectors import Vector


class RiverLearner:
    """An online learner out of a river classifier: sparse dicts of floats, and True for the label +1."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self._shown: Vector | None = None  # a point is asked for, and then taught
        self._features: dict[int, float] = {}

    def predict(self, x: Vector) -> Label:
        """Return what the model says of x; +1 where it says nothing."""
        answer = self.model.predict_one(self._floats(x))
        if answer is True or answer is None:
            return 1
        return -1 if answer is False else as_label(answer)

    def update(self, x: Vector, y: Label) -> None:
        """Teach the model the one example."""
        self.model.learn_one(self._features if x is self._shown else self._floats(x), y > 0)

    def _floats(self, x: Vector) -> dict[int, float]:
        features = {}
        for index, value in x.entries:
            features[index] = float(value)
        self._shown, self._features = x, features
        return features


def river_factory(spec: Spec) -> Factory:
    """Return what makes the learner that a spec such as ``river:linear_model.PAClassifier?C=1`` names.

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
    if name not in classifiers:
        raise unknown("river classifier", name, classifiers)
    parameters = fitting(spec, classifiers[name], spec.values(python_number))
    if "seed" in parameters_of(classifiers[name]):
        parameters.setdefault("seed", 0)
    card = Card(
        summary=f"river's {name}, one learn_one a round",
        sees="exact",
        conventions="sees a dict of floats; +1 where it has no answer; seed=0 unless given",
        source="river",
        theorem="none: floats, and a learning rate of its own",
    )
    return with_card(card, lambda: RiverLearner(classifiers[name](**parameters)))
