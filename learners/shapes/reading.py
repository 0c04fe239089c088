"""What a kind declares of the programs that it grades, and the names by which people call the same things."""

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, getattr_static, isclass, isfunction, signature
from typing import Any, Literal, Protocol

import msgspec

from learners.protocol import Label, Learner

LEARNER_FILE, ADAPTER_FILE = "learner_file", "adapter_file"
"""The names of the modules that a learner's file and an instructor's adapter are run as."""

PREDICT = ("predict", "predict_one", "classify", "activation")
UPDATE = ("update", "partial_fit", "learn_one", "learn", "train_one", "train")
FIT = ("fit", "train", "training")
"""Methods by the names that people give them; of a class that has several, the first counts."""

_COUNTS = ("n", "num", "no", "nb", "number", "max", "nof", "numof", "noof", "numberof", "total")
_FEATURES = ("input", "inputs", "feature", "features", "dim", "dims", "dimension", "dimensions", "weights", "variables")
_TIMES = ("iter", "iters", "iterations", "epoch", "epochs", "pass", "passes", "rounds", "itr", "loops")
DIMENSION = frozenset({"d", "n", "dim", "dimension", "dimensions", "size", "inputsize", "inputdim", "inputdimension",
                       *(count + thing for count in _COUNTS for thing in _FEATURES)})  # fmt: skip
PASSES = frozenset({"t", *(count + thing for count in ("", *_COUNTS) for thing in _TIMES)})
RATE = frozenset({"eta", "eta0", "lr", "rate", "alpha", "lrate", "step", "learningrate", "learnrate", "r", "mu"})
WEIGHTS = frozenset({"w", "w0", "weights", "theta", "th", "initialweights", "initw"})
EXPERTS = frozenset({"experts", "hypotheses", "functions", "hypothesisclass", "hypothesis", "h", "conceptclass"})
OFFSET = frozenset({"b", "bias", "theta0", "th0", "b0"})
LABELS = frozenset({"y", "label", "labels", "target", "targets", "t", "truth", "signs", "ys", "classes", "expected",
                    "desired", "ytrain", "trainlabels", "traininglabels", "output", "outputs"})  # fmt: skip
DATA = frozenset({"x", "data", "point", "points", "row", "sample", "features", "inputs", "example", "instance", "xi",
                  "featurematrix", "vector", "input", "xtest", "samples", "examples", "xtrain", "trainingdata",
                  "traininginputs", "dataset"})  # fmt: skip
"""Arguments and attributes, as ``plain`` writes them."""


class Reading(msgspec.Struct, frozen=True):
    """How a kind reads programs: what may not be inferred of them, or what its author has pinned.

    Attributes:
        batch: they are trained in one call, ``fit(X, y)``, and not in rounds.
        bias: they learn an offset: their points are (x, 1).
        start: a bound on the norm of the weights that they begin with, (w, b) with a bias.
        labels: the labels that they know, the negative one first; ``None`` where these are found out.
        label_first: their update takes the label first.
        dimension: the one dimension in which they work, or 0.
        shape: parts of the line that says how a program was read, which all have to be in it.
        zero: the label as which an answer of 0 or False is read, though they are told -1 and 1: +1, where 0 is a tie,
            in which a step may be half as long; -1, where it is the other of True; 0 if it is no label.
        adapter: the instructor's file that makes a learner of a submission's module.

    """

    batch: bool = False
    bias: bool = False
    start: float = 0.0
    labels: tuple[int, int] | None = None
    label_first: bool = False
    dimension: int = 0
    shape: str = ""
    zero: Label | Literal[0] = 0
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


def plain(name: str) -> str:
    """Return a name in lower case, without what stands between its words."""
    return name.lower().replace("_", "")


def one_of(names: Iterable[str], has: Callable[[str], bool]) -> str:
    """Return the first name for which something is there, or ""."""
    return next(filter(has, names), "")


def parameters(call: Callable[..., Any], without: int = 0) -> list[Parameter]:
    """Return the named parameters of a call without so many of the first, or none where it does not tell."""
    try:
        every = [*signature(call).parameters.values()][without:]
    except (TypeError, ValueError):
        return []
    return [each for each in every if each.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]


def taken_by(kind: object, name: str) -> list[Parameter]:
    """Return the named parameters of a method, without the first of a class's method, whatever its author calls it."""
    method, static = getattr(kind, name, None), getattr_static(kind, name, None)
    binds = hasattr(type(static), "__get__") and not isinstance(static, staticmethod | classmethod)
    return parameters(method, without=int(isclass(kind) and binds)) if callable(method) else []


def required(every: Iterable[Parameter]) -> list[str]:
    """Return the names of the parameters that must be given."""
    return [each.name for each in every if each.default is Parameter.empty]


def methods_in(kind: type) -> list[str]:
    """Return the names of the methods that a class itself defines."""
    return [name for name, value in vars(kind).items() if isfunction(value) and not name.startswith("_")]
