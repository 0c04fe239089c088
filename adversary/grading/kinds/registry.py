"""Every kind of learner that can be graded, by name: a line here, and a file beside this one; or several kinds."""

from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from adversary.files import read_table
from learners.spec import fitting, parse
from proofs.exact.errors import InputError, unknown

if TYPE_CHECKING:
    from adversary.grading.kinds.kind import Kind
    from adversary.grading.result import Part

GRADE_KINDS = {
    "perceptron": "adversary.grading.kinds.perceptron:PERCEPTRON",
    "halving": "adversary.grading.kinds.halving:HALVING",
    "optimal": "adversary.grading.kinds.optimal:OPTIMAL",
    "consistent": "adversary.grading.kinds.consistent:CONSISTENT",
    "winnow": "adversary.grading.kinds.winnow:WINNOW",
    "kernel-perceptron": "adversary.grading.kinds.kernel_perceptron:kernel_perceptron",
}
"""Every kind: its name, and the kind, or a function that makes it of parameters, imported when it is wanted."""

COURSE_KEYS, PART_KEYS, MAX_WEIGHT = ("parts",), ("kind", "weight"), 10**6


def find_kind(text: str) -> "Kind":
    """Return a kind by its name, with parameters if it has any, or from a .toml file. Raises InputError."""
    if not isinstance(text, str):
        raise InputError(f"a kind is a name such as 'perceptron', a .toml file or a Kind, not {type(text).__name__}")
    if text.endswith(".toml"):
        from adversary.grading.kinds.custom import read_kind

        return read_kind(Path(text))
    spec = parse(text)
    if spec.name not in GRADE_KINDS:
        raise unknown("kind", text, GRADE_KINDS)
    module, _, name = GRADE_KINDS[spec.name].partition(":")
    kind = getattr(import_module(module), name)
    if callable(kind):
        return cast("Kind", kind(**fitting(spec, kind, spec.values(), ("name",)), name=text))
    if spec.parameters:
        raise InputError(f"the kind {spec.name} takes no parameters")
    return cast("Kind", kind)


def read_course(kind: str) -> "tuple[Part, ...] | None":
    """Read the parts of a ``.toml`` file, or return ``None`` if it has none: then it is one kind.

    Raises:
        InputError: in one line that says which key is wrong; also where a part's kind is.

    """
    from adversary.grading.result import POINTS, Part

    if not kind.endswith(".toml"):
        return None
    path = Path(kind)
    table = read_table(path, "kind")
    if "parts" not in table:
        return None
    for key in table:
        if key not in COURSE_KEYS:
            raise unknown(f"key beside [[parts]] in {path}:", key, COURSE_KEYS)
    found = table["parts"]
    if not isinstance(found, list) or not found or not all(isinstance(part, dict) for part in found):
        raise InputError(f'{path}: parts are written as [[parts]], each with kind = "perceptron" and weight = 3')
    parts = [_part(path, number, part) for number, part in enumerate(found, 1)]
    kinds = [name for name, _ in parts]
    if twice := next((name for name in kinds if kinds.count(name) > 1), None):
        raise InputError(f"{path}: the kind {twice} appears twice; name it once, with the sum of the weights")
    total = sum(weight for _, weight in parts)
    return tuple(Part(name, Fraction(POINTS * weight, total)) for name, weight in parts)


def _part(path: Path, number: int, part: dict[str, Any]) -> tuple[str, int]:
    """Return a part's kind, a file beside this one if it is a file, and its weight."""
    where = f"{path}, part {number}"
    for key in part:
        if key not in PART_KEYS:
            raise unknown(f"key in {where}:", key, PART_KEYS)
    name, weight = part.get("kind"), part.get("weight", 1)
    if not isinstance(name, str):
        raise InputError(f'{where}: kind is missing, or no text; for example kind = "perceptron"')
    if type(weight) is not int or not 0 < weight <= MAX_WEIGHT:
        raise InputError(f"{where}: weight is an integer from 1 to {MAX_WEIGHT:,}, not {weight!r}")
    if name.endswith(".toml"):
        name = str(path.parent / name)
        if "parts" in read_table(Path(name), "kind"):
            raise InputError(f"{where}: {name} has parts of its own; name their kinds here")
    try:
        find_kind(name)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return name, weight
