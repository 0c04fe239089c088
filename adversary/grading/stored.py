"""Grades as JSON, from which the very same grades can be read back, and a file that keeps them."""

import hashlib
import json
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from adversary.grading.result import Check, Grade
from adversary.search.counterexample import Counterexample, Played
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, simplest
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector
from proofs.formats.settings import Finite, Halfspaces, Point, Setting, write_setting


def grade_json(grade: Grade) -> dict[str, Any]:
    """Return ``grade.to_json()`` with what it rounds or leaves out: reports have names that a trace does not need."""
    plain = grade.to_json() | {"seconds": grade.seconds}
    found = grade.counterexample
    if found is not None:
        plain["counterexample"] |= {"learner": found.learner, "sees": found.sees}
        if isinstance(found.setting, Finite):
            plain["counterexample"]["setting"] |= _names(found.setting.concept_class)
    return plain


def grade_of_json(plain: dict[str, Any]) -> Grade:
    """Read a grade back, from ``grade_json`` or from ``Grade.to_json``.

    The second leaves out the names of points and concepts, which are then those of the catalog, if it has that very
    class, or else numbers; and ``sees``, and what is cut from ``seconds``.

    Raises:
        LookupError, TypeError, ValueError: it is no grade.

    """
    found = plain["counterexample"]
    return Grade(
        plain["learner"],
        plain["kind"],
        tuple([Check(**check) for check in plain["checks"]]),
        None if found is None else _counterexample({"learner": plain["learner"], "sees": None, **found}),
        plain["games"],
        plain["rounds"],
        plain["seconds"],
        tuple(plain["isolation"]),
        plain["output"],
        plain["problem"],
    )


def _counterexample(plain: dict[str, Any]) -> Counterexample:
    return Counterexample(
        plain["learner"],
        _setting(plain["setting"]),
        tuple([Played(_point(entry["x"]), entry["predicted"], entry["label"]) for entry in plain["rounds"]]),
        plain["why"],
        plain["bound"],
        plain["allowed"],
        plain["reason"],
        _target(plain["target"]),
        tuple([(_point(entry["x"]), entry["label"]) for entry in plain["before"]]),
        plain["fault"],
        plain["minimal"],
        plain["trace"],
        tuple(plain["statements"]),
        plain["sees"],
        tuple([_point(x) for x in plain["features"]]),
    )


def _setting(plain: dict[str, Any]) -> Setting:
    """Read what ``setting_json`` has written, and perhaps the names beside it."""
    if plain["setting"] == "halfspaces":
        return Halfspaces(plain["dimension"], Fraction(plain["margin_squared"]), plain["unit_norm"])
    rows = tuple([int(row[::-1].replace("+", "1").replace("-", "0"), 2) for row in plain["concepts"]])
    if "point_names" not in plain:
        return Finite(_of_the_catalog(plain["class"], rows, plain["points"]))
    vectors = plain["vectors"] and tuple([tuple(map(_number, values)) for values in plain["vectors"]])
    concepts = plain["concept_names"] and tuple(plain["concept_names"])
    points, notes = tuple(plain["point_names"]), tuple(plain["notes"])
    return Finite(ConceptClass(plain["class"], rows, points, concepts, vectors, notes))


def _names(table: ConceptClass) -> dict[str, Any]:
    return {
        "point_names": table.point_names,
        "concept_names": table.concept_names,
        "vectors": table.vectors and [[str(value) for value in values] for values in table.vectors],
        "notes": table.notes,
    }


def _of_the_catalog(name: str, rows: tuple[int, ...], points: int) -> ConceptClass:
    try:
        table = find_class(name)
    except InputError:
        table = None
    if table is not None and (table.rows, table.points) == (rows, points):
        return table
    return ConceptClass(name, rows, tuple(map(str, range(points))))


def _target(plain: dict[str, Any] | None) -> Target | int | None:
    """Read what ``target_json`` has written."""
    if plain is None:
        return None
    if "concept" in plain:
        return int(plain["concept"])
    return Target(_vector(plain["direction"]), Fraction(plain["scale_squared"]))


def _point(written: Any) -> Point:
    return written if isinstance(written, int) else _vector(written)


def _vector(written: list[tuple[int, str]]) -> Vector:
    return Vector(tuple([(index, _number(text)) for index, text in written]))


def _number(text: str) -> Rational:
    """Read a rational of any length: unlike people's, ours are as long as they are."""
    return simplest(Fraction(text))


_START = b'{"digest": "'


class Kept:
    """A file with a grade a line, each under a digest of all that it depends on.

    A last line that was not written to its end is dropped.

    Raises:
        InputError: it cannot be read or written, or is something else; then it is left as it is.

    """

    def __init__(self, path: Path | None) -> None:
        self._path, self._grades = path, dict[str, Any]()
        if path is None:
            return
        if path.exists() and not path.is_file():
            raise InputError(f"cannot keep grades in {path}: it exists and is no regular file")
        try:
            with path.open("ab+") as file:
                file.seek(0)
                *lines, torn = file.read().split(b"\n")
                if torn[: len(_START)] != _START[: len(torn)] or not all(map(self._take, lines)):
                    raise InputError(f"{path} has something else than kept grades in it; remove it, or name another")
                file.truncate(sum(len(line) + 1 for line in lines))
        except OSError as error:
            raise InputError(f"cannot keep grades in {path}: {error.strerror}") from None

    def _take(self, line: bytes) -> bool:
        try:
            entry = json.loads(line)
            self._grades[entry["digest"]] = entry["grade"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return False
        return line.startswith(_START)

    def get(self, digest: str) -> Grade | None:
        """Return the grade under a digest. Raises InputError if that is none."""
        if digest not in self._grades:
            return None
        try:
            return grade_of_json(self._grades[digest])
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"{self._path} has been changed by somebody: {error!r}; remove it") from None

    def add(self, digest: str, grade: Grade) -> None:
        """Write a grade at once. Raises InputError if it cannot be written."""
        if self._path is None:
            return
        try:
            with self._path.open("ab") as file:
                file.write(json.dumps({"digest": digest, "grade": grade_json(grade)}).encode() + b"\n")
        except OSError as error:
            raise InputError(f"cannot keep grades in {self._path}: {error.strerror}") from None


def without(folder: Path, found: Any) -> Any:
    """Return JSON values whose texts name what is in a folder without its place on this machine."""
    if isinstance(found, dict):
        return {key: without(folder, value) for key, value in found.items()}
    if isinstance(found, list):
        return [without(folder, value) for value in found]
    for place in {folder, folder.resolve()} - {Path("/")} if isinstance(found, str) else ():
        found = found.replace(f"{place}/", "")
    return found


def digest(options: Sequence[Any], visible: Path) -> str:
    """Return a digest of options, of this program's version, and of a file, or of all that is in a folder."""
    paths = [visible] if visible.is_file() else sorted(visible.rglob("*"))
    files = [(str(path.relative_to(visible)), _contents(path, visible)) for path in paths]
    return hashlib.sha256(json.dumps([version("forced-mistakes"), *options, files]).encode()).hexdigest()


def _contents(path: Path, visible: Path) -> str:
    try:
        if path.is_symlink() and path != visible:
            return str(path.readlink())  # what it leads to is there, too
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return str(error.strerror)


def kind_text(kind: str) -> str:
    """Return all that a kind is: its name, or what is in its file and in those of its classes."""
    if not kind.endswith(".toml"):
        return kind
    text = Path(kind).read_text()
    classes = tomllib.loads(text).get("classes", [])
    tables = [load_class(name if name.find(":") > 0 else str(Path(kind).parent / name)) for name in classes]
    return json.dumps([kind, text, msgspec.to_builtins([write_setting(Finite(table)) for table in tables])])
