"""A course, read from a TOML file: several kinds with weights, and the file or class that each part grades."""

from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any

from adversary.files import read_table
from adversary.grading.kinds.custom import adapter_in
from adversary.grading.kinds.find import find_kind
from adversary.grading.kinds.kind import MAX_WEIGHT, check_weights
from adversary.grading.result import POINTS, Part
from learners.loading.code_file import SUFFIXES
from proofs.exact.errors import InputError, require_known

COURSE_KEYS = ("parts", "adapter")
PART_KEYS = ("kind", "weight", "name", "file", "folder", "class", "checks", "adapter")


def read_course(kind: str) -> tuple[Part, ...] | None:
    """Read the parts of a ``.toml`` file, or return ``None`` if it has none: then it is one kind.

    Raises:
        InputError: in one line that says which key is wrong; also where a part's kind is.

    """
    if not kind.endswith(".toml"):
        return None
    path = Path(kind)
    table = read_table(path, "kind")
    if "parts" not in table:
        return None
    require_known(f"key next to [[parts]] in {path}:", COURSE_KEYS, *table)
    entries = table["parts"]
    if not isinstance(entries, list) or not entries or not all(isinstance(part, dict) for part in entries):
        raise InputError(f'{path}: parts are written as [[parts]], each with kind = "perceptron" and weight = 3')
    weights = [_weight(f"{path}, part {number}", part) for number, part in enumerate(entries, 1)]
    once = {"adapter": table["adapter"]} if "adapter" in table else {}  # for all parts that have no other
    entries = [once | part for part in entries]
    parts = tuple(
        _part(path, f"{path}, part {number}", part, Fraction(POINTS * weight, sum(weights)))
        for number, (part, weight) in enumerate(zip(entries, weights, strict=True), 1)
    )
    titles = [part.title for part in parts]
    if twice := next((title for title in titles if titles.count(title) > 1), None):
        advice = "name it once, with the sum of the weights, or give each part a name and a file of its own"
        raise InputError(f"{path}: {twice} appears twice; {advice}")
    return parts


def is_submission(folder: Path, parts: tuple[Part, ...] | None) -> bool:
    """Tell whether a folder is one submission of a course: it has a file or a folder that a part asks for.

    It is a folder of submissions if another folder in it has one, even where a single file of that name is beside it.
    """
    files = [part.file for part in parts or () if part.file]
    own = {PurePosixPath(file).parts[0] for file in files}

    def asked_for(place: Path) -> bool:
        return any((place / file).exists() for file in files)

    return asked_for(folder) and not any(asked_for(place) for place in folder.iterdir() if place.name not in own)


def _weight(where: str, part: dict[str, Any]) -> int:
    weight = part.get("weight", 1)
    if type(weight) is not int or not 0 < weight <= MAX_WEIGHT:
        raise InputError(f"{where}: weight is an integer from 1 to {MAX_WEIGHT:,}, not {weight!r}")
    return weight


def _part(path: Path, where: str, part: dict[str, Any], points: Fraction) -> Part:
    """Return a part; its kind is a file beside this one if it is a file."""
    require_known(f"key in {where}:", PART_KEYS, *part)
    kind = part.get("kind")
    if not isinstance(kind, str):
        raise InputError(f'{where}: kind is missing, or no text; for example kind = "perceptron"')
    if kind.endswith(".toml"):
        kind = str(path.parent / kind)
    try:
        requirements = find_kind(kind).requirements
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    name, class_name = _text(where, part, "name"), _text(where, part, "class")
    if class_name and not class_name.isidentifier():
        raise InputError(f"{where}: class is the name of a class, not {class_name}")
    weights = check_weights(part.get("checks", {}), requirements, f"{where}: ")
    return Part(kind, points, name, _file(where, part), class_name, weights, adapter_in(path, part))


def _file(where: str, part: dict[str, Any]) -> str:
    """Return the file or folder of each submission that a part grades, or ""."""
    file, folder = _text(where, part, "file"), _text(where, part, "folder")
    if file and folder:
        raise InputError(f"{where}: give a file or a folder, not both")
    if file and not file.endswith(SUFFIXES):
        raise InputError(f"{where}: file is a .py or .ipynb file in each submission, not {file}")
    inside = PurePosixPath(file or folder)
    if inside.is_absolute() or ".." in inside.parts or (folder and not inside.name):
        raise InputError(f"{where}: {file or folder} is not inside of each submission")
    return str(inside) if inside.name else ""


def _text(where: str, part: dict[str, Any], key: str) -> str:
    text = part.get(key, "")
    if not isinstance(text, str) or (key in part and not text.strip()):
        raise InputError(f"{where}: {key} is a text, not {text!r}")
    return text
