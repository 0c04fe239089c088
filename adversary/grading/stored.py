"""A file that keeps grades, and digests of what they depend on."""

import hashlib
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from adversary.grading.result import Grade, read_grade, write_grade
from proofs.exact.errors import InputError

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
            raise InputError(f"cannot keep grades in {path}: it exists and is not a regular file")
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
            return read_grade(self._grades[digest])
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:
            raise InputError(f"{self._path} has been changed by somebody: {error!r}; remove it") from None

    def add(self, digest: str, grade: Grade) -> None:
        """Write a grade at once. Raises InputError if it cannot be written."""
        if self._path is None:
            return
        try:
            with self._path.open("ab") as file:
                file.write(json.dumps({"digest": digest, "grade": write_grade(grade)}).encode() + b"\n")
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
