"""Online programs: classes whose methods and arguments have other names, or whose labels are 0 and 1."""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter
from typing import Any

from learners.protocol import Fault, Label, as_label, plain_answer
from learners.shapes.reading import (
    DIMENSION,
    EXPERTS,
    LABELS,
    OFFSET,
    PASSES,
    PREDICT,
    RATE,
    UPDATE,
    Reading,
    one_of,
    parts_of,
    plain,
    required,
    taken_by,
)
from learners.spec import parameters_of
from proofs.exact.errors import InputError

STANDARD = "predict", "update"
ONE_LABEL = {"label", "target", "truth", "expected", "desired", "output"}
NEGATIVE = 0
"""The label that stands for -1 where labels are 0 and 1."""

_USUAL = (RATE, 1.0), (OFFSET, 0.0), (PASSES - LABELS, 1)
"""What a constructor is given that requires one of these."""


class Translated:
    """A learner whose methods or labels are translated; whatever else is asked of it, it is asked itself."""

    def __init__(self, learner: Any, methods: tuple[str, str], reading: Reading) -> None:
        self._learner, (self._predict, self._update) = learner, methods
        self._zero_one, self._label_first = reading.labels == (0, 1), reading.label_first
        self._zero = reading.zero

    def __getattr__(self, name: str) -> Any:
        return getattr(self._learner, name)

    def predict(self, x: Any, /) -> Label:
        """Return the label that the learner predicts. Raises Fault if it is none."""
        answer = getattr(self._learner, self._predict)(x)
        if self._zero and plain_answer(answer) == 0:
            return self._zero
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
        self.reading, self._own = reading, parameters_of(make)
        self.methods = methods_of(make, reading) or STANDARD
        first = takes_label_first(make, self.methods[1])
        if first and not reading.label_first:
            raise InputError(
                f"{self.methods[1]}({first}) takes the label first: a kind file allows it, with label_first = true"
            )
        if more := required(taken_by(make, self.methods[1]))[2:]:
            raise InputError(f"{self.methods[1]} requires {', '.join(more)}: give what is no point or label a default")
        self._dimension = "" if "dimension" in self._own else _dimension_of(self._own)
        self._experts = one_of(self._own, lambda name: plain(name) in EXPERTS)
        renamed = {self._dimension: "dimension", self._experts: "concepts"}
        self.offered = {name: renamed.get(name, name) for name in self._own}
        self._usual = {name: value for name in self._own for names, value in _USUAL if plain(name) in names}
        self.named: Mapping[str, Parameter] = {
            self.offered[name]: each
            for name, each in self._own.items()
            if name not in self._usual or each.default is not Parameter.empty
        }
        labels = "labels 0 and 1" if reading.labels == (0, 1) else ""
        zero = ["", "0 as 1", "0 as -1"][reading.zero]
        methods = "" if self.methods == STANDARD else " and ".join(self.methods)
        dimension = f"dimension = {self._dimension}" if self._dimension else ""
        experts = f"{self._experts} = a list of functions" if self._experts else ""
        parts = [part for part in (methods, labels, zero, dimension, experts) if part]
        name = f"class {getattr(make, '__name__', 'of its own')}"
        self.reads = "; ".join([*([", ".join([name, *parts])] if parts else []), *remarks])
        in_full = ", ".join([name, *parts, *([] if methods else [" and ".join(self.methods)])])
        if not reading.admits(in_full):
            raise InputError(f"it is read as: {in_full}; its kind wants: {reading.shape}")

    @property
    def usual(self) -> dict[str, float]:
        """What its constructor requires that nobody offers, such as a rate, with the usual values."""
        return {name: value for name, value in self._usual.items() if self._own[name].default is Parameter.empty}

    def __call__(self, **offered: Any) -> Any:
        """Make a learner; one that needs no translation is returned as it is."""
        if self._dimension:
            offered[self._dimension] = offered.pop("dimension")
        if self._experts:
            negative = NEGATIVE if self.reading.labels == (0, 1) else -1
            offered[self._experts] = [_function(row, negative) for row in offered.pop("concepts").tolist()]
        offered |= self.usual
        places = [name for name, each in self._own.items() if each.kind is Parameter.POSITIONAL_ONLY]
        first = [offered.pop(name) for name in places if name in offered]
        try:
            learner = self.make(*first, **offered)
        except (Exception, SystemExit) as error:
            if self._dimension and plain(self._dimension) not in DIMENSION:
                words = (
                    f"its name does not tell what it is, and it is not the dimension: {type(error).__name__}: {error}"
                )
                raise InputError(f"the constructor requires {self._dimension}; {words}") from None
            raise
        reading = self.reading
        if self.methods == STANDARD and reading.labels != (0, 1) and not reading.label_first and not reading.zero:
            return learner
        return Translated(learner, self.methods, reading)


def _function(labels: list[int], negative: int) -> Callable[[int], int]:
    """Return a concept as a function of the number of a point."""
    return lambda x: negative if labels[x] < 0 else 1


def methods_of(kind: object, reading: Reading = Reading()) -> tuple[str, str] | None:
    """Return the names of the two methods that a learner needs, or ``None`` if it lacks one."""

    def has(name: str) -> bool:
        return callable(getattr(kind, name, None))

    pinned = parts_of(reading.shape)
    updates = [name for name in UPDATE if has(name) and _takes_one(kind, name)]
    found = [(predict, update) for predict in PREDICT if has(predict) for update in updates]
    return next((each for each in found if " and ".join(each) in pinned), found[0] if found else None)


def _takes_one(kind: object, name: str) -> bool:
    """Tell whether a method may take a point and its label, and not all points at once, by its arguments."""
    taken = taken_by(kind, name)
    names = [each.name for each in taken]
    whole = any(each == "X" or each.endswith("s") or each == "data" for each in names[:1])
    whole = whole and not (len(names) > 1 and plain(names[1]) in ONE_LABEL)
    return not whole and len(required(taken)) <= 2  # noqa: PLR2004 - a point, its label


def takes_label_first(kind: Any, update: str) -> str:
    """Return the arguments of update if their names say that the label comes first; otherwise ""."""
    names = [each.name for each in taken_by(kind, update)][:2]
    first = len(names) == 2 and plain(names[0]) in LABELS and plain(names[1]) not in LABELS  # noqa: PLR2004 - likewise
    return ", ".join(names) if first else ""


def _dimension_of(named: Mapping[str, Parameter]) -> str:
    """Return the argument that is the dimension: by its name, or because it is the only one that is required."""
    for name in named:
        if plain(name) in DIMENSION:
            return name
    needed = [name for name, each in named.items() if each.default is Parameter.empty]
    offered = {"margin_squared", "concepts", "lies", "order"}
    return needed[0] if len(needed) == 1 and needed[0] not in offered and plain(needed[0]) not in EXPERTS else ""
