"""What a kind declares of the programs that it grades, and the names by which people call the same things."""

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from typing import Any, Protocol

import msgspec

from learners.protocol import Learner

PREDICT = ("predict", "predict_one", "classify", "activation")
UPDATE = ("update", "partial_fit", "learn_one", "learn", "train_one", "train")
FIT = ("fit", "train", "training")
"""Methods by the names that people give them; of a class that has several, the first counts."""

DIMENSION = frozenset({"dimension", "d", "n", "dim", "n_features", "num_features", "num_inputs", "input_size",
                       "dimensions", "n_inputs", "input_dim", "no_of_inputs", "num_input", "size"})  # fmt: skip
PASSES = frozenset({"n_iter", "n_iters", "niter", "epochs", "epoch", "n_epochs", "num_epochs", "max_iter", "max_iters",
                    "max_epochs", "t", "passes", "iterations", "n_iterations", "num_iterations", "num_iter",
                    "max_iterations", "maxiter", "iters", "rounds", "n_epoch", "itr", "max_passes", "num_passes",
                    "n_passes", "n_pass", "nb_epochs", "max_epoch"})  # fmt: skip
RATE = frozenset({"eta", "lr", "learning_rate", "rate", "alpha", "l_rate", "learn_rate", "step", "eta0",
                  "lrate", "learningrate"})  # fmt: skip
WEIGHTS = frozenset({"w", "w0", "weights", "theta", "th", "initial_weights", "init_w"})
EXPERTS = frozenset({"experts", "hypotheses", "functions", "hypothesis_class", "hypothesis", "h", "concept_class"})
OFFSET = frozenset({"b", "bias", "theta_0", "theta0", "th0", "b0"})
LABELS = frozenset({"y", "label", "labels", "target", "targets", "t", "truth", "signs", "ys"})
DATA = frozenset({"x", "data", "point", "points", "row", "sample", "features", "inputs", "example", "instance", "xi",
                  "feature_matrix", "vector", "input", "x_test", "samples", "examples", "x_train", "training_data",
                  "training_inputs", "dataset"})  # fmt: skip
"""Arguments and attributes, in lower case."""


class Reading(msgspec.Struct, frozen=True):
    """How a kind reads programs: what may not be inferred of them, or what its author has pinned.

    Attributes:
        batch: they are trained in one call, ``fit(X, y)``, and not in rounds.
        bias: they learn an offset: their points are (x, 1).
        start: a bound on the norm of the weights that they begin with, (w, b) with a bias.
        labels: the labels that they know, the negative one first; ``None`` where these are found out.
        label_first: their update takes the label first.
        shape: parts of the line that says how a program was read, which all have to be in it.
        half_step: an answer of 0, where w·x = 0, is read as +1: a step there may be half as long.
        adapter: the instructor's file that makes a learner of a submission's module.

    """

    batch: bool = False
    bias: bool = False
    start: float = 0.0
    labels: tuple[int, int] | None = None
    label_first: bool = False
    shape: str = ""
    half_step: bool = False
    adapter: str = ""

    def pins(self, word: str) -> str:
        """Return what the shape pins after a word, such as the name after "class"; "" if nothing."""
        pinned = [part.partition(" ")[2] for part in parts_of(self.shape) if part.startswith(f"{word} ")]
        return pinned[0].partition("(")[0] if pinned else ""

    def admits(self, reads: str) -> bool:
        """Tell whether a line, which says how a program was read, has all that the shape pins."""
        return parts_of(self.shape) <= parts_of(reads)


class Shape(Protocol):
    """What makes learners of somebody's program, and says how that was read.

    ``named`` are the arguments that it is given of what a setting offers.
    """

    reads: str
    named: Mapping[str, Parameter]

    def __call__(self, **offered: Any) -> Learner:
        """Make a fresh learner."""
        ...


def parts_of(reads: str) -> set[str]:
    """Return the parts of a line that says how a program was read; commas between parentheses do not part them."""
    return {part for part in re.split(r", (?![^(]*\))", reads.partition(";")[0].strip()) if part}


def one_of(names: Iterable[str], has: Callable[[str], bool]) -> str:
    """Return the first name for which something is there, or ""."""
    return next(filter(has, names), "")


def parameters(call: Callable[..., Any]) -> list[Parameter]:
    """Return the named parameters of a call, or none where it does not tell."""
    try:
        every = signature(call).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each for each in every if each.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]


def required(call: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters that a call must be given."""
    return [each.name for each in parameters(call) if each.default is Parameter.empty]
