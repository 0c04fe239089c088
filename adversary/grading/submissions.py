"""The submissions in a folder: every Python file, notebook and folder in it, or why it is none."""

import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from learners.loading.code_file import NOTEBOOK, SUFFIXES, code_cells, split_code_file
from learners.runner.isolation import copied, inside, leads_out, real_path
from proofs.exact.errors import InputError

_METHODS = re.compile(rb"\bdef\s+predict\s*\("), re.compile(rb"\bdef\s+update\s*\(")


@dataclass(frozen=True, slots=True)
class Submission:
    """Somebody's learner: what ``grade`` is given, and what its process may read; or the line that says why not."""

    name: str
    learner: str
    visible: Path
    problem: str | None = None


def submissions(folder: Path) -> list[Submission]:
    """Return what is in a folder, by name: every ``.py`` or ``.ipynb`` file, every folder.

    Raises:
        InputError: there is none.

    """
    home = Path(os.path.abspath(folder))  # noqa: PTH100 - absolute() would leave the dots
    if real_path(home) != real_path(folder):  # dots after a link
        home = real_path(folder)
    try:
        places = sorted([place for place in home.iterdir() if not place.name.startswith((".", "_"))])
    except OSError as error:
        raise InputError(f"the folder {folder} cannot be read: {error.strerror}") from None
    found = [_submission(place) for place in places if place.suffix in SUFFIXES or os.path.isdir(place)]  # noqa: PTH112
    if not found:
        raise InputError(f"{folder} has no submissions: put .py or .ipynb files into it, or a folder for each")
    return found


def _submission(place: Path) -> Submission:
    learner, problem = place, None
    try:
        place.name.encode()
        if place.is_symlink() and real_path(place.parent) not in real_path(place).parents:
            raise leads_out(place)
        if place.is_dir():
            copied(real_path(place))
        learner = _learner_in(place) if place.is_dir() else place
        if not learner.is_file():
            raise InputError("it is not a regular file; a submission is a .py or .ipynb file")
        copied(real_path(learner))
        learner.read_bytes().decode()
    except UnicodeEncodeError:
        problem = "its name is not text in UTF-8; give it another one"
    except UnicodeDecodeError as error:
        problem = f"{learner.name} is not text in UTF-8 from byte {error.start} on; save it as UTF-8"
    except OSError as error:
        problem = f"{Path(error.filename or place).name} cannot be read: {error.strerror}; allow it to be read"
    except InputError as error:
        problem = str(error)
    text = (
        f"{learner}:" if split_code_file(str(learner)).name else str(learner)
    )  # what follows a colon would name the class
    return Submission(place.name, text, place, problem)


def _learner_in(home: Path) -> Path:
    shown = {path: path.relative_to(home) for path in sorted(inside(home))}
    files = [path for path in shown if path.suffix in SUFFIXES and path.is_file()]
    fit = [path for path in files if all(method.search(_code(path)) for method in _METHODS)]
    if len(files) == 1 or len(fit) == 1:
        return (fit or files)[0]
    listed = ", ".join([str(shown[path]) for path in (fit or files)])
    has = (
        f"{len(files)} files of Python, {len(fit) or 'none'} with both: {listed}" if files else "no .py or .ipynb file"
    )
    raise InputError(f"the folder should have one file with predict and update, but has {has}")


def _code(path: Path) -> bytes:
    """Return what a file has of Python. Raises OSError."""
    if path.suffix != NOTEBOOK:
        return path.read_bytes()
    try:
        return "\n".join([cell.code for cell in code_cells(path)]).encode()
    except InputError:
        return b""  # it is no notebook


def digest(visible: Path) -> str:
    """Return a digest of a file, or of all that is in a folder."""
    paths = [visible] if visible.is_file() else sorted(visible.rglob("*"))
    files = [(str(path.relative_to(visible)), _contents(path, visible)) for path in paths]
    return hashlib.sha256(json.dumps(files).encode()).hexdigest()


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
