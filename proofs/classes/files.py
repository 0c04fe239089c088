"""Concept classes from files: tables in CSV, JSON or NumPy's format.

A label is +1 or -1, written ``1``, ``+1`` or ``+``, and ``-1`` or ``-``. ``*`` means that the concept is undefined
there. A table of 0 and 1 is also read, with a note. A table with both 0 and -1 is refused, because its meaning is
unclear.
"""

import csv
import io
import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofs.classes.catalog import MARGIN_CLASSES, MAX_OF_NAME, find_class
from proofs.classes.concepts import ConceptClass, bitsets_of_texts, class_of_rows, default_names
from proofs.classes.family import MAX_CONCEPTS, MAX_LABELS, MAX_POINTS
from proofs.classes.margin_classes import read_margin_class
from proofs.exact.errors import InputError, counted, one_line, refusal_of, unknown
from proofs.exact.rationals import Rational, read_rational, simplest
from proofs.exact.samples import MAX_BYTES

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_OF_CELL = 40
"""The maximum number of characters of a file's cell or name that a message repeats."""

MAX_OF_PATH = 120
"""Characters of a path, its last ones, that a message repeats."""

MAX_OF_START = 1 << 20
"""Characters of a CSV file, its first ones, that decide what stands between its cells."""

DELIMITERS = ",;\t"
"""What may stand between the cells of a CSV file."""

_DIGITS = {"1": "1", "+1": "1", "+": "1", "-1": "-", "-": "-", "−1": "-", "−": "-", "0": "0", "*": "*"}
"""What a label is written as: 1, one of the two that may stand for −1, or an asterisk where there is none."""

_NUMBER = re.compile(r"[-+−]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?")

_COORDINATE = r"[-+−]?(?:[0-9]+/[1-9][0-9]*|[0-9]*\.?[0-9]+)"
_COORDINATES = re.compile(f"{_COORDINATE}(?: +{_COORDINATE})*")

_RANGE = re.compile(r"([a-z-]+:)([0-9]{1,9})\.\.([0-9]{1,9})((?:\?.*)?)")
MAX_IN_RANGE = 1_000

_LIMITS = f"a class has at most {MAX_CONCEPTS:,} concepts and {MAX_LABELS:,} labels"
_RIGHT = "a label is 1 or -1 (or + or -), or else 1 or 0; * stands where a concept is undefined"
_SIGNS = str.maketrans("10", "+-")


def load_class(text: str) -> ConceptClass:
    """Return the class that a text names: a file, ``margin-halfspaces:…``, or one of the catalog like ``thresholds:7``.

    It is a file if it ends in a suffix that ``read_class`` knows, has a path separator before any colon, or exists.

    Raises:
        InputError: whatever ``read_class`` or ``proofs.classes.catalog.find_class`` has to say.

    """
    if text.startswith(f"{MARGIN_CLASSES}:"):
        return read_margin_class(text)
    separated = any(separator in text.partition(":")[0] for separator in (os.sep, os.altsep) if separator)
    return read_class(text) if separated or Path(text).suffix.lower() in READERS or _is_file(text) else find_class(text)


def class_of(value: object) -> ConceptClass:
    """Return a class as it is, or make it from a name, a file, or an array or DataFrame whose rows are concepts.

    Raises:
        InputError: it is none of these, or for the reasons of ``load_class`` and ``class_of_array``.

    """
    if isinstance(value, ConceptClass):
        return value
    if isinstance(value, str | Path):
        return load_class(str(value))
    frame: Any = value
    if hasattr(frame, "to_numpy"):
        names = [[*map(str, labels)] for labels in (frame.columns, frame.index)]
        return class_of_array("a table", frame.to_numpy(), *names, called="the table")
    if isinstance(frame, list | tuple):
        import numpy as np

        try:
            frame = np.array(frame)
        except ValueError:
            raise InputError("a class is a table of labels, and the rows of this one differ in length") from None
    if hasattr(frame, "ndim"):
        return class_of_array("an array", frame)
    raise InputError(f"a class is a name, a file, a numpy array or a ConceptClass, not {type(value).__name__}")


def class_names(text: str) -> list[str]:
    """Return the names that a text with a range, like ``intervals:3..11``, stands for. Raises InputError."""
    match = _RANGE.fullmatch(text)
    if match is None:
        return [text]
    family, first, last, rest = match[1], int(match[2]), int(match[3]), match[4]
    if not first <= last < first + MAX_IN_RANGE:
        raise InputError(f"{text}: a range goes up, as in {family}3..11, and has at most {MAX_IN_RANGE:,} classes")
    return [f"{family}{n}{rest}" for n in range(first, last + 1)]


def read_class(path: str | Path) -> ConceptClass:
    """Read a class from a file, according to its suffix.

    ``.csv`` (or ``.tsv``): a table in UTF-8, one concept a row and one point a column, with commas, semicolons or tabs
    between the cells; empty lines are skipped. A cell is a *name* if it is neither a label nor a number.

    * The first row names the points if its first cell is empty, or another of its cells (or its only one) is a name, or
      its first cell is a name and the others are different numbers, not all of them labels.
    * The first column names the concepts if the first cell of the first row is empty, or if the first cell of the first
      row of labels is a name.
    * So a table of numbers alone has neither, and numbers serve as names once the corner of the table is left empty.
    * Names that are coordinates, as ``1 0 1/2``, make the points vectors, which learners that see vectors are shown.

    ``.json``: ``{"name": "…", "points": ["…", …], "concepts": {"…": [1, -1, …], "…": "+-…"}}``, where name and points
    may be missing, a point may be a list of coordinates, and concepts without names are a list of rows; that list alone
    will do as well.

    ``.npy``: a two-dimensional array of integers or truth values (True is +1), one concept a row; nothing pickled.

    Points without names are called 1, 2, …. Of equal rows the first is kept, with a note.

    Raises:
        InputError: it is not such a file, it is larger than ``MAX_BYTES``, or it has no concepts, no points, more than
            the limits in ``catalog.py``, rows of different lengths, a name twice, or something that is not a label.

    """
    file = Path(path)
    called = str(path) if len(str(path)) <= MAX_OF_PATH else "…" + str(path)[-MAX_OF_PATH:]
    data = _read(file, called)
    concept_class = READERS[file.suffix.lower()](called, data)
    return concept_class if concept_class.name else replace(concept_class, name=one_line(file.name))


def _read(path: Path, called: str) -> bytes:
    """Return what is in a regular file of a known suffix; nothing else is opened, as a pipe would not end."""
    try:
        status = path.stat()
        mode, size = status.st_mode, status.st_size
        if not stat.S_ISREG(mode):
            what = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
            raise InputError(f"{called} is {what}; a file of labels is needed ({', '.join(READERS)})")
        if path.suffix.lower() not in READERS:
            raise InputError(f"{called}: {unknown('suffix', path.suffix, READERS)}")
        if size <= MAX_BYTES:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
            size = len(data)  # it may have grown
    except InputError:
        raise
    except OSError as error:
        raise refusal_of(called, error) from None
    except ValueError as error:  # a name that no file can have
        raise InputError(f"{called}: {error}") from None
    if size > MAX_BYTES:
        raise InputError(f"{called} is larger than {MAX_BYTES >> 20} MiB, which is too large for a class")
    return data


class _Table:
    """The rows of a file, checked and packed one by one; ``points`` is how many labels each should have.

    For messages: ``cell`` is what a label stands in, ``first`` the number of the first such, and ``hint`` is added
    where that one has no label.
    """

    def __init__(self, path: str, points: int, cell: str = "column", first: int = 1, hint: str = "") -> None:
        self.path, self.points = path, points
        self.cell, self.first, self.hint = cell, first, hint
        self.texts: list[str] = []
        self.minus = self.zero = False
        if points == 0:
            raise InputError(f"{path}: there are no points; each concept needs a label for at least one")
        if points > MAX_POINTS:
            raise InputError(f"{path}: there are {points:,} points, but a class has at most {MAX_POINTS:,}")

    def add(self, labels: Sequence[Any], place: str) -> None:
        """Take the labels of the next concept; the place is for messages."""
        where = f"{self.path}, {place}"
        if len(labels) != self.points:
            have = counted(len(labels), "label")
            raise InputError(f"{where} has {have}, but there should be {self.points:,}, one for each point")
        digits = [_DIGITS.get(str(label), "") if type(label) in (str, int) else "" for label in labels]
        if "" in digits:
            index = digits.index("")
            text, hint = _shown(labels[index]), "" if index else self.hint
            if len(parts := str(labels[index]).split()) > 1 and all(part in _DIGITS for part in parts):
                hint = "; write commas between them"
            raise InputError(f"{where}, {self.cell} {index + self.first}: {text} is not a label; {_RIGHT}{hint}")
        self.minus |= "-" in digits
        self.zero |= "0" in digits
        if self.minus and self.zero:
            raise InputError(f"{where}: both 0 and -1 are used as labels; {_RIGHT}")
        self.texts.append("".join(digits).translate(_SIGNS))
        if len(self.texts) > MAX_CONCEPTS or len(self.texts) * self.points > MAX_LABELS:
            raise InputError(f"{where}: {_LIMITS}, and this is more")

    def finish(
        self,
        name: str = "",
        point_names: Sequence[str] | None = None,
        concept_names: Sequence[str] | None = None,
        *,
        listed: bool = False,
    ) -> ConceptClass:
        """Return the class of all rows; ``listed`` says that the names of the points are lists of coordinates."""
        if not self.texts:
            raise InputError(f"{self.path}: there are no concepts; a class needs at least one")
        points = _distinct(self.path, "point", point_names or default_names(self.points))
        concepts = concept_names and _distinct(self.path, "concept", concept_names)
        rows, undefined = bitsets_of_texts(self.texts)
        vectors = _vectors(self.path, points, listed=listed) if point_names else None
        concept_class = class_of_rows(name, rows, points, concepts, vectors, undefined=undefined)
        return _noted("labels 0 and 1 were read as -1 and +1", concept_class) if self.zero else concept_class


def _vectors(path: str, points: Sequence[str], *, listed: bool) -> list[tuple[Rational, ...]] | None:
    """Return the points whose names are coordinates, as ``1 0 1/2``; ``None`` if some are not, or all have one number.

    Raises:
        InputError: they differ in their number of coordinates, or one appears twice.

    """
    if not all(map(_COORDINATES.fullmatch, points)) or not (listed or any(" " in point for point in points)):
        return None
    vectors = dict[tuple[Rational, ...], str]()
    for point in points:
        x = tuple([simplest(read_rational(value.replace("−", "-").lstrip("+"))) for value in point.split()])
        if len(x) != len(points[0].split()):
            have = counted(len(x), "coordinate")
            raise InputError(
                f"{path}: the point {_shown(point)} has {have}, and {_shown(points[0])} has another number"
            )
        if (same := vectors.setdefault(x, point)) != point:
            raise InputError(f"{path}: {_shown(same)} and {_shown(point)} are the same point")
    return list(vectors)


def _noted(note: str, concept_class: ConceptClass) -> ConceptClass:
    return replace(concept_class, notes=(note, *concept_class.notes))


def _from_csv(path: str, data: bytes) -> ConceptClass:
    lines = _lines(path, data)
    number, head = next(lines, (0, []))
    if not number:
        raise InputError(f"{path} is empty; a row of labels for each concept is needed")
    has_header = _is_header(head)
    number, row = next(lines, (0, [])) if has_header else (number, head)
    named = len(head) > 1 and (head[0] == "" or bool(row and _is_name(row[0])))
    hint = "" if named else "; for a column of names, leave the cell above them empty"
    table = _Table(path, len(head) - named, first=1 + named, hint=hint)
    names = []
    while number:
        if len(row) != len(head):
            raise InputError(
                f"{path}, line {number} has {counted(len(row), 'cell')}, but the first row has {len(head):,}"
            )
        names += row[:named]
        table.add(row[named:], f"line {number}")
        number, row = next(lines, (0, []))
    concept_class = table.finish("", head[named:] if has_header else None, names or None)
    if has_header and head[0] and not all(map(_is_name, head[named:])):  # it might have been meant as labels
        return _noted("the first row was read as the names of the points", concept_class)
    return concept_class


def _is_header(head: list[str]) -> bool:
    corner, *others = head
    if not others or any(map(_is_name, others)):
        return bool(others) or _is_name(corner)
    numbers = len(set(others)) == len(others) and all(map(_NUMBER.fullmatch, others))
    return not corner or (_is_name(corner) and numbers and not all(cell in _DIGITS for cell in others))


def _lines(path: str, data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each line, without the spaces around a cell."""
    start = _text(path, data)[:MAX_OF_START]
    first = re.sub(r'"[^"]*"', "", start).lstrip(" \r\n").partition("\n")[0]  # quoted names may have anything in them
    delimiter = max(DELIMITERS, key=first.count)
    if first.count(delimiter) > MAX_POINTS:  # longer rows fill the memory
        raise InputError(f"{path}: there are more than {MAX_POINTS:,} points, the most that a class has")
    file = io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", newline="")
    reader = csv.reader(file, delimiter=delimiter, strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if cells not in ([], [""]):
                yield reader.line_num, cells
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {error}") from None


def _decode(path: str, data: bytes) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        record: dict[str, Any] = {}
        for key, value in pairs:
            if key in record:
                raise InputError(f"{path}: the key {_shown(key)} appears twice in one object")
            record[key] = value
        return record

    # What is refused here would be refused below, but only after it has filled the memory with small objects.
    if data.count(b"[") + data.count(b"{") > MAX_CONCEPTS + 3 or data.count(b",") > MAX_LABELS + 3 * MAX_CONCEPTS:
        raise InputError(f"{path}: {_LIMITS}")
    try:
        return json.loads(_text(path, data), object_pairs_hook=unique)
    except InputError:
        raise
    except RecursionError:
        raise InputError(f"{path}: too deeply nested; an object with concepts, or a list of rows, is needed") from None
    except ValueError as error:  # also an integer with more digits than Python reads
        raise InputError(f"{path}: not JSON: {error}") from None


def _from_json(path: str, data: bytes) -> ConceptClass:
    record = _decode(path, data)
    record = {"concepts": record} if isinstance(record, list) else record
    if not isinstance(record, dict) or not isinstance(record.get("concepts"), dict | list):
        raise InputError(f'{path}: expected {{"points": […], "concepts": {{"name": [1, -1, …]}}}}, or a list of rows')
    if str(record.get("format")).startswith("forced-mistakes/"):
        raise InputError(f"{path} is a certificate, which `adversary check` and `adversary show` read, and not a class")
    for key in record:
        if key not in ("name", "points", "concepts"):
            raise InputError(f"{path}: {unknown('key', key[:MAX_OF_CELL], ['name', 'points', 'concepts'])}")
    name, points, concepts = record.get("name", ""), record.get("points"), record["concepts"]
    if not isinstance(name, str):
        raise InputError(f'{path}: "name" should be a string, but is {_shown(name)}')
    kinds = {type(point) for point in points} if isinstance(points, list) else {dict}
    if points is not None and not (kinds <= {str, int} or kinds == {list}):
        raise InputError(f'{path}: "points" should be a list of names or of vectors, but is {_shown(points)}')
    listed = kinds == {list}
    points = points and [_coordinates(path, point) if listed else str(point) for point in points]
    names = list(concepts) if isinstance(concepts, dict) else None
    table = None
    for number, row in enumerate(concepts.values() if names is not None else concepts):
        place = f"concept {number + 1 if names is None else _shown(names[number])}"
        if not isinstance(row, str | list):
            raise InputError(f'{path}, {place}: expected labels, like [1, -1] or "+-", but found {_shown(row)}')
        if isinstance(row, str) and {*"+-−"} & {*row} and {*"01"} & {*row}:
            raise InputError(f"{path}, {place}: {_shown(row)} has both signs and digits; write it like '+-+' or '101'")
        table = table or _Table(path, len(row if points is None else points), "label")
        table.add(row, place)
    table = table or _Table(path, 1 if points is None else len(points))
    return table.finish(one_line(name), points, names, listed=listed)


def _coordinates(path: str, point: list[Any]) -> str:
    """Return a list of coordinates as a name. Raises InputError."""
    texts = [str(Fraction(str(value)) if type(value) is float and isfinite(value) else value) for value in point]
    if (
        not texts
        or {*map(type, point)} - {str, int, float}
        or not all(re.fullmatch(_COORDINATE, text) for text in texts)
    ):
        raise InputError(f'{path}: a point is a list of numbers like [1, 0, "1/2"], but one is {_shown(point)}')
    return " ".join(texts)


def _from_npy(path: str, data: bytes) -> ConceptClass:
    import numpy as np

    try:
        array: Any = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    except Exception as error:  # noqa: BLE001 - numpy raises what its parser meets; the data are anybody's
        raise InputError(f"{path}: not a readable .npy file of numbers: {error}") from None
    return class_of_array("", array, called=path)


def class_of_array(
    name: str,
    array: "NDArray[Any]",
    point_names: Sequence[str] | None = None,
    concept_names: Sequence[str] | None = None,
    *,
    called: str | None = None,
) -> ConceptClass:
    """Make a class from a two-dimensional array of integers or truth values: rows are concepts, columns are points.

    The labels are 1 and -1, or 1 and 0 (with a note), or True and False. Points without names are called 1, 2, ….
    If rows are equal, the first is kept, with a note. ``called`` is the array's name in messages, by default ``name``.

    Raises:
        InputError: the array is of another type, exceeds the limits in ``catalog.py``, or has another number of points
            or concepts than there are names; or a name appears twice.

    """
    import numpy as np

    path = name if called is None else called
    if not isinstance(array, np.ndarray):
        raise InputError(f"{path}: a numpy array is needed, not {type(array).__name__}")
    if array.dtype.kind not in "iub":
        raise InputError(
            f"{path} has entries of type {array.dtype}; an integer array of 1 and -1 is needed (array.astype(int))"
        )
    if array.ndim != 2:  # noqa: PLR2004 - rows and columns
        raise InputError(f"{path} has shape {array.shape}; an array of shape (concepts, points) is needed")
    for kind, names, count in (("point", point_names, array.shape[1]), ("concept", concept_names, array.shape[0])):
        if names is not None and len(names) != count:
            raise InputError(f"{path} has {counted(count, kind)}, but {len(names):,} names for them")
    if array.dtype.kind == "b":
        array = array.astype(np.int8) * 2 - 1
    table = _Table(path, array.shape[1])
    for number in range(len(array)):
        table.add(array[number].tolist(), f"row {number + 1}")
    points = None if point_names is None else list(map(str, point_names))
    concepts = None if concept_names is None else list(map(str, concept_names))
    return table.finish(one_line(name, MAX_OF_NAME), points, concepts)


READERS: dict[str, Callable[[str, bytes], ConceptClass]] = {
    ".csv": _from_csv,
    ".tsv": _from_csv,
    ".json": _from_json,
    ".npy": _from_npy,
}
"""What reads the files of each suffix: from the path, for messages, and the bytes."""


def _text(path: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: not UTF-8; save the file as UTF-8 text") from None


def _is_name(cell: str) -> bool:
    """Tell whether a cell of a CSV file is neither empty nor a label nor a number."""
    return bool(cell) and cell not in _DIGITS and not _NUMBER.fullmatch(cell)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # it is too long for a path, or has a null character
        return False


def _distinct(path: str, kind: str, names: Sequence[str]) -> list[str]:
    """Return the names, each as one printable line."""
    lines: dict[str, None] = {}
    for number, name in enumerate(names, 1):
        line = one_line(name, MAX_OF_NAME)
        if not line:
            raise InputError(f"{path}: {kind} {number} has an empty name; name all {kind}s or none")
        if line in lines:
            raise InputError(f"{path}: two {kind}s are called {_shown(line)}; their names should be different")
        lines[line] = None
    return list(lines)


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    return one_line(repr(value), MAX_OF_CELL)
