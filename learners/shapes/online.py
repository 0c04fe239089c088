"""Online programs: classes whose methods and arguments have other names, or whose labels are 0 and 1."""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter
from typing import Any

from learners.protocol import Fault, Label, as_label, plain_answer
from learners.shapes.reading import DIMENSION, EXPERTS, LABELS, PREDICT, UPDATE, Reading, one_of, parameters
from learners.spec import parameters_of
from proofs.exact.errors import InputError

STANDARD = "predict", "update"
NEGATIVE = 0
"""The label that stands for -1 where labels are 0 and 1."""


class Translated:
    """A learner whose methods or labels are translated; whatever else is asked of it, it is asked itself."""

    def __init__(self, learner: Any, methods: tuple[str, str], *, zero_one: bool, label_first: bool) -> None:
        self._learner, (self._predict, self._update) = learner, methods
        self._zero_one, self._label_first = zero_one, label_first

    def __getattr__(self, name: str) -> Any:
        return getattr(self._learner, name)

    def predict(self, x: Any, /) -> Label:
        """Return the label that the learner predicts. Raises Fault if it is none."""
        answer = getattr(self._learner, self._predict)(x)
        return from_zero_one(answer) if self._zero_one else as_label(answer)

    def update(self, x: Any, y: Label, /) -> None:
        """Tell the learner the label of a point, as it knows labels."""
        label = NEGATIVE if self._zero_one and y < 0 else y
        getattr(self._learner, self._update)(*((label, x) if self._label_first else (x, label)))


def from_zero_one(answer: object) -> Label:
    """Return an answer of 0 or 1 as a label. Raises Fault if it is neither, also if it is -1."""
    value = plain_answer(answer)
    if value == -1:
        raise Fault("illegal label", call="predict", answer=repr(value), type=type(value).__name__)
    return -1 if value == 0 else as_label(answer)


class Online:
    """Makes learners of a class, or of what else is called like one, with translated methods, arguments or labels."""

    def __init__(self, make: Callable[..., Any], reading: Reading, remarks: Sequence[str] = ()) -> None:
        self.make, self.card, self.remarks = make, getattr(make, "card", None), remarks
        self.methods = methods_of(make) or STANDARD
        self.zero_one, self.label_first = reading.labels == (0, 1), reading.label_first
        self._own = parameters_of(make)
        self._dimension = "" if "dimension" in self._own else _dimension_of(self._own)
        self._experts = one_of(self._own, lambda name: name.lower() in EXPERTS)
        renamed = {self._dimension: "dimension", self._experts: "concepts"}
        self.offered = {name: renamed.get(name, name) for name in self._own}
        self.named: Mapping[str, Parameter] = {self.offered[name]: each for name, each in self._own.items()}
        labels = "labels 0 and 1" if self.zero_one else ""
        methods = "" if self.methods == STANDARD else " and ".join(self.methods)
        dimension = f"dimension = {self._dimension}" if self._dimension else ""
        experts = f"{self._experts} = a list of functions" if self._experts else ""
        parts = [part for part in (methods, labels, dimension, experts) if part]
        read = [", ".join([f"class {getattr(make, '__name__', 'of its own')}", *parts])] if parts else []
        self.reads = "; ".join([*read, *remarks])

    def __call__(self, **offered: Any) -> Any:
        """Make a learner; one that needs no translation is returned as it is."""
        if self._dimension:
            offered[self._dimension] = offered.pop("dimension")
        if self._experts:
            negative = NEGATIVE if self.zero_one else -1
            offered[self._experts] = [_function(row, negative) for row in offered.pop("concepts").tolist()]
        places = [name for name, each in self._own.items() if each.kind is Parameter.POSITIONAL_ONLY]
        first = [offered.pop(name) for name in places if name in offered]
        try:
            learner = self.make(*first, **offered)
        except (Exception, SystemExit) as error:
            if self._dimension and self._dimension.lower() not in DIMENSION:
                words = (
                    f"its name does not tell what it is, and it is not the dimension: {type(error).__name__}: {error}"
                )
                raise InputError(f"the constructor requires {self._dimension}; {words}") from None
            raise
        if self.methods == STANDARD and not self.zero_one and not self.label_first:
            return learner
        return Translated(learner, self.methods, zero_one=self.zero_one, label_first=self.label_first)


def _function(labels: list[int], negative: int) -> Callable[[int], int]:
    """Return a concept as a function of the number of a point."""
    return lambda x: negative if labels[x] < 0 else 1


def methods_of(kind: object) -> tuple[str, str] | None:
    """Return the names of the two methods that a learner needs, or ``None`` if it lacks one."""

    def has(name: str) -> bool:
        return callable(getattr(kind, name, None))

    predict, update = one_of(PREDICT, has), one_of(UPDATE, lambda name: has(name) and not _takes_all(kind, name))
    return (predict, update) if predict and update else None


def _takes_all(kind: object, name: str) -> bool:
    """Tell whether a method takes all points at once, by the name of its argument."""
    names = [each.name for each in parameters(getattr(kind, name)) if each.name != "self"][:1]
    return any(each == "X" or each.endswith("s") or each == "data" for each in names)


def takes_label_first(kind: Any, update: str) -> bool:
    """Tell whether the names of the arguments of update say that the label comes first."""
    names = [each.name.lower() for each in parameters(getattr(kind, update))][-2:]
    return len(names) == 2 and names[0] in LABELS and names[1] not in LABELS  # noqa: PLR2004 - a point and a label


def _dimension_of(named: Mapping[str, Parameter]) -> str:
    """Return the argument that is the dimension: by its name, or because it is the only one that is required."""
    for name in named:
        if name.lower() in DIMENSION:
            return name
    needed = [name for name, each in named.items() if each.default is Parameter.empty]
    offered = {"margin_squared", "concepts", "lies", "order"}
    return needed[0] if len(needed) == 1 and needed[0] not in offered and needed[0].lower() not in EXPERTS else ""
